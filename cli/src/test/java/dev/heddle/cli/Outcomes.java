package dev.heddle.cli;

import dev.heddle.explore.Exploration;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.List;

/** Explorations that end at once with a known outcome. */
final class Outcomes {
  static final Exploration SAFE = always(Verdict.SAFE, null);
  static final Exploration VIOLATION =
      (program, limits, progress) ->
          new Outcome(
              Verdict.VIOLATION,
              null,
              3,
              1,
              List.of(
                  new Violation(
                      FailureKind.ASSERTION,
                      "x == 1",
                      new Location("a.c", 7, 1),
                      0,
                      List.of(),
                      "")),
              List.of());

  private Outcomes() {}

  static Exploration always(Verdict verdict, String reason) {
    return (program, limits, progress) -> new Outcome(verdict, reason, 3, 1, List.of(), List.of());
  }

  /** Ends with each of {@code explorations} in turn. */
  static Exploration inTurn(Exploration... explorations) {
    int[] next = {0};
    return (program, limits, progress) ->
        explorations[next[0]++].explore(program, limits, progress);
  }
}
