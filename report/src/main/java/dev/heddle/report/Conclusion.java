package dev.heddle.report;

import dev.heddle.verdict.Outcome;

/**
 * How the check of one input ended. Inputs that could not be checked are kept apart from explored
 * ones, so that no report can mistake a failure for a verdict about the program.
 */
public sealed interface Conclusion {
  /** The word that reports show. */
  String label();

  /** The program was explored, in whole or in part. */
  record Explored(Outcome outcome) implements Conclusion {
    @Override
    public String label() {
      return outcome.verdict().label();
    }
  }

  /** The input is at fault: it is missing, does not compile, or uses what is not supported. */
  record Uncheckable(String message) implements Conclusion {
    @Override
    public String label() {
      return "error";
    }
  }

  /**
   * Heddle is at fault.
   *
   * @param details what helps to find the defect, such as a stack trace
   */
  record Crashed(String message, String details) implements Conclusion {
    @Override
    public String label() {
      return "error";
    }
  }
}
