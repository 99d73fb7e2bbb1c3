package dev.heddle.report.litmus;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.report.Conclusion;

/**
 * What came out for one litmus test.
 *
 * @param test null if the file could not be read
 * @param outcome null if there is none
 * @param failure why the test could not be answered; null otherwise
 * @param stopped what ended the search before it was complete; null otherwise
 */
public record LitmusResult(
    String file,
    String model,
    LitmusTest test,
    LitmusOutcome outcome,
    Conclusion failure,
    String stopped,
    long nanoseconds) {
  public static LitmusResult answered(
      String file, String model, LitmusTest test, LitmusOutcome outcome, long nanoseconds) {
    return new LitmusResult(file, model, test, outcome, null, null, nanoseconds);
  }

  public static LitmusResult failed(
      String file, String model, LitmusTest test, Conclusion failure, long nanoseconds) {
    return new LitmusResult(file, model, test, null, failure, null, nanoseconds);
  }

  public static LitmusResult stopped(
      String file, String model, LitmusTest test, String reason, long nanoseconds) {
    return new LitmusResult(file, model, test, null, null, reason, nanoseconds);
  }

  boolean isAnswered() {
    return outcome != null;
  }
}
