package dev.heddle.report.drawing;

import dev.heddle.program.Location;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.StepText;
import dev.heddle.verdict.Violation;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What drawings say of violations. */
final class Violations {
  private Violations() {}

  static List<Violation> of(List<CheckResult> results) {
    return results.stream()
        .map(CheckResult::conclusion)
        .flatMap(
            conclusion ->
                conclusion instanceof Conclusion.Explored explored
                    ? explored.outcome().violations().stream()
                    : Stream.of())
        .toList();
  }

  /** Such as {@code a.c:17: assertion: x == 1}. */
  static String title(Violation violation) {
    String place = violation.location().isKnown() ? violation.location() + ": " : "";
    return place + violation.kind().label() + ": " + violation.message();
  }

  /** The threads that do something or wait, in their order. */
  static List<Integer> threads(Violation violation) {
    TreeSet<Integer> threads = new TreeSet<>();
    violation.trace().forEach(step -> threads.add(step.thread()));
    violation.waits().forEach(wait -> threads.add(wait.thread()));
    return List.copyOf(threads);
  }

  static String name(Violation violation, int thread) {
    boolean isKnown = thread > 0 && thread < violation.threads().size();
    return StepText.thread(thread) + (isKnown ? ": " + violation.threads().get(thread) : "");
  }

  static String line(Location location) {
    return location.isKnown() ? Integer.toString(location.line()) : "";
  }
}
