package dev.heddle.explore;

import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes on with random runs where an exploration reaches a limit. If there is a limit of time, the
 * exploration gets half of it. What the runs meet is the outcome; how far the exploration came is a
 * warning.
 */
public final class TestedBeyondLimit implements Exploration {
  private static final long RUNS = 10_000;

  private final Exploration exploration;
  private final Exploration testing;

  public TestedBeyondLimit(Exploration exploration, Exploration testing) {
    this.exploration = exploration;
    this.testing = testing;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    long start = System.nanoTime();
    long half = (limits.nanoseconds() + 1) / 2;
    Outcome explored = exploration.explore(program, limits.withTime(half), progress);
    if (explored.verdict() != Verdict.INCONCLUSIVE || progress.stopReason() != null) {
      return explored;
    }
    Limits rest = limits.after(System.nanoTime() - start);
    // Whatever time is left is for runs; without a limit of time there is one of runs.
    Limits ofRuns = rest.withExecutions(limits.nanoseconds() == 0 ? RUNS : 0);
    Outcome tested = testing.explore(program, ofRuns, progress);
    List<String> warnings = new ArrayList<>(tested.warnings());
    warnings.add(
        "exploration ended after %d executions without a violation: %s"
            .formatted(explored.executions(), explored.reason()));
    return tested.withWarnings(warnings);
  }
}
