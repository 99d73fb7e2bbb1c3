package dev.heddle.explore;

import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;

/**
 * Looks at the rest of a program that has a loop without an end. An exploration gives up at such a
 * loop; another one that cuts all loops after a few passes sees the executions behind it. What goes
 * wrong there goes wrong in the program. If nothing does, the loop is why nothing is known.
 */
public final class BoundedRetry implements Exploration {
  /** Enough to go around and to come back. */
  private static final int PASSES = 4;

  /** This search proves nothing, and should not take long. */
  private static final int EXECUTIONS = 20_000;

  private final Exploration exploration;

  public BoundedRetry(Exploration exploration) {
    this.exploration = exploration;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    long start = System.nanoTime();
    Outcome first = exploration.explore(program, limits, progress);
    if (!first.endless() || first.verdict() != Verdict.INCONCLUSIVE || limits.unroll() > 0) {
      return first;
    }
    progress.keep(null); // What is left of the other search is nothing to go on from.
    Limits rest = limits.after(System.nanoTime() - start).withUnroll(PASSES);
    long most = limits.executions() == 0 ? EXECUTIONS : Math.min(EXECUTIONS, limits.executions());
    Outcome bounded = exploration.explore(program, rest.withExecutions(most), progress);
    if (bounded.verdict() == Verdict.VIOLATION) {
      return bounded;
    }
    return bounded.withVerdict(Verdict.INCONCLUSIVE, first.reason());
  }
}
