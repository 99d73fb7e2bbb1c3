package dev.heddle.report;

import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;

/** What happens in a step, in few words. */
public final class StepText {
  private StepText() {}

  /** Such as {@code read x = 1 from #3}, where 3 is the number of the row with the write. */
  public static String of(Step step) {
    return withoutSource(step) + source(step);
  }

  /** The same, but nothing about where a value is from. */
  public static String withoutSource(Step step) {
    String what = step.target().isEmpty() ? "" : " " + step.target();
    String text =
        switch (step.operation()) {
          case "load" -> "read" + what + equal(step);
          case "store" -> "write" + what + equal(step);
          case "rmw" -> "update" + what + change(step);
          case "cas" -> step.expected().isEmpty() ? "cas" + what + change(step) : failed(step);
          case "create" -> "create" + what;
          case "choose" -> "choose " + step.text();
          case "lock", "unlock", "trylock" ->
              step.operation() + what + (step.text().isEmpty() ? "" : ": " + step.text());
          default ->
              step.operation() + what + (step.becomes().isEmpty() ? equal(step) : change(step));
        };
    return text;
  }

  private static String equal(Step step) {
    return step.text().isEmpty() ? "" : " = " + step.text();
  }

  private static String change(Step step) {
    return step.becomes().isEmpty() ? equal(step) : ": " + step.text() + " → " + step.becomes();
  }

  private static String failed(Step step) {
    return "cas " + step.target() + " fails: " + step.text() + ", not " + step.expected();
  }

  private static String source(Step step) {
    // What the inside of a library's object is from says nothing to its user.
    if (step.text().isEmpty() || step.readsFrom() == Violation.NOTHING) {
      return "";
    }
    return step.readsFrom() == Violation.INITIAL
        ? " from init"
        : " from #" + (step.readsFrom() + 1);
  }

  public static String of(Wait wait) {
    return "waits for " + wait.target();
  }

  public static String thread(int thread) {
    return thread == 0 ? "main" : "thread " + thread;
  }
}
