package dev.heddle.verdict;

import java.util.List;

/**
 * The result of an exploration.
 *
 * @param reason why the exploration ended early or what bounded it; null when it did not
 * @param complete executions in which every thread ended
 * @param blocked executions in which some thread stayed blocked or was cut by a bound
 * @param endless whether the exploration ended at a loop that keeps going
 */
public record Outcome(
    Verdict verdict,
    String reason,
    long complete,
    long blocked,
    List<Violation> violations,
    List<String> warnings,
    boolean endless) {
  public Outcome {
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
  }

  public Outcome(
      Verdict verdict,
      String reason,
      long complete,
      long blocked,
      List<Violation> violations,
      List<String> warnings) {
    this(verdict, reason, complete, blocked, violations, warnings, false);
  }

  /** The same with other words about what goes wrong. */
  public Outcome withViolations(List<Violation> explained) {
    return new Outcome(verdict, reason, complete, blocked, explained, warnings, endless);
  }

  /** The same for a program that is not all of what the source could do. */
  public Outcome within(List<String> bounds) {
    if (bounds.isEmpty() || (verdict != Verdict.SAFE && verdict != Verdict.BOUNDED)) {
      return this;
    }
    String all = String.join("; ", bounds);
    return new Outcome(
        Verdict.BOUNDED,
        reason == null ? all : reason + "; " + all,
        complete,
        blocked,
        violations,
        warnings,
        endless);
  }

  public long executions() {
    return complete + blocked;
  }
}
