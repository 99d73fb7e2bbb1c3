package dev.heddle.verdict;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of an exploration.
 *
 * @param reason why the exploration ended early or what bounded it; null when it did not
 * @param complete executions in which every thread ended
 * @param blocked executions in which some thread stayed blocked or was cut by a bound
 * @param endless whether the exploration ended at a loop that keeps going
 * @param details numbers by their names, beside executions or of algorithms that do not count them
 * @param sampling if executions were picked at random, more about them; else null
 * @param isSequential whether the program has only sequentially consistent executions under the
 *     model, and these were explored
 */
public record Outcome(
    Verdict verdict,
    String reason,
    long complete,
    long blocked,
    List<Violation> violations,
    List<String> warnings,
    boolean endless,
    Map<String, Object> details,
    Sampling sampling,
    boolean isSequential) {
  public Outcome {
    violations = List.copyOf(violations);
    warnings = List.copyOf(warnings);
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** An outcome that executions tell all about. */
  public Outcome(
      Verdict verdict,
      String reason,
      long complete,
      long blocked,
      List<Violation> violations,
      List<String> warnings,
      boolean endless) {
    this(verdict, reason, complete, blocked, violations, warnings, endless, Map.of(), null, false);
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

  /** The same with more about how executions were picked at random. */
  public Outcome withSampling(Sampling more) {
    return new Outcome(
        verdict,
        reason,
        complete,
        blocked,
        violations,
        warnings,
        endless,
        details,
        more,
        isSequential);
  }

  /** The same with numbers that tell more. */
  public Outcome withDetails(Map<String, Object> numbers) {
    return new Outcome(
        verdict,
        reason,
        complete,
        blocked,
        violations,
        warnings,
        endless,
        numbers,
        sampling,
        isSequential);
  }

  /** The same with other words about what goes wrong. */
  public Outcome withViolations(List<Violation> explained) {
    return new Outcome(
        verdict,
        reason,
        complete,
        blocked,
        explained,
        warnings,
        endless,
        details,
        sampling,
        isSequential);
  }

  /** The same with other warnings. */
  public Outcome withWarnings(List<String> others) {
    return new Outcome(
        verdict,
        reason,
        complete,
        blocked,
        violations,
        others,
        endless,
        details,
        sampling,
        isSequential);
  }

  /** The same of a program whose executions are all sequentially consistent. */
  public Outcome asSequential() {
    return new Outcome(
        verdict, reason, complete, blocked, violations, warnings, endless, details, sampling, true);
  }

  /** The same with another verdict and the reason for it. */
  public Outcome withVerdict(Verdict other, String why) {
    return new Outcome(
        other,
        why,
        complete,
        blocked,
        violations,
        warnings,
        endless,
        details,
        sampling,
        isSequential);
  }

  /** The same for a program that is not all of what the source could do. */
  public Outcome within(List<String> bounds) {
    boolean isClean =
        verdict == Verdict.SAFE || verdict == Verdict.BOUNDED || verdict == Verdict.TESTED;
    if (bounds.isEmpty() || !isClean) {
      return this;
    }
    String all = String.join("; ", bounds);
    return new Outcome(
        verdict == Verdict.TESTED ? verdict : Verdict.BOUNDED,
        reason == null ? all : reason + "; " + all,
        complete,
        blocked,
        violations,
        warnings,
        endless,
        details,
        sampling,
        isSequential);
  }

  public long executions() {
    return complete + blocked;
  }
}
