package dev.heddle.explore.litmus;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MachineException;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusTally;
import dev.heddle.model.axiomatic.SearchStoppedException;
import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The final states of a litmus test in C, as an explorer of programs finds them. */
public final class ExploredLitmusRun {
  private final LitmusProgram lowered;
  private final LitmusTally tally;
  private final Progress progress = new Progress();

  private ExploredLitmusRun(LitmusTest test, int unroll) {
    this.lowered = new LitmusProgram(test, unroll);
    this.tally = new LitmusTally(test);
  }

  /**
   * The outcome; it is {@code cut} if some execution did not come to its end.
   *
   * @param exploration under the model to judge by
   * @param unroll how often a loop may go back
   * @param stopped whether to give up, by a {@link SearchStoppedException}
   * @throws MachineException if the test does what programs cannot
   */
  public static LitmusOutcome of(
      LitmusTest test, Exploration exploration, int unroll, BooleanSupplier stopped) {
    return new ExploredLitmusRun(test, unroll).run(exploration, stopped);
  }

  private LitmusOutcome run(Exploration exploration, BooleanSupplier stopped) {
    progress.observe(
        execution -> {
          if (stopped.getAsBoolean()) {
            progress.stop("stopped");
          }
          count(execution);
        });
    Limits limits = new Limits(0, true, 0, 0);
    Outcome outcome = exploration.explore(lowered.program(), limits, progress);
    if (progress.stopReason() != null) {
      throw new SearchStoppedException();
    }
    boolean isUndefined = false;
    for (Violation violation : outcome.violations()) {
      isUndefined |= isFlag(violation.kind());
      if (!isFlag(violation.kind()) && !violation.kind().isWaiting()) {
        throw new MachineException("as a program it goes wrong: " + violation.message());
      }
    }
    if (outcome.verdict() == Verdict.INCONCLUSIVE && outcome.complete() > 0) {
      throw new MachineException("the exploration came to no end: " + outcome.reason());
    }
    List<String> flags = isUndefined ? List.of("racy") : List.of();
    return tally.outcome(flags, outcome.blocked() > 0, false);
  }

  private static boolean isFlag(FailureKind kind) {
    return kind == FailureKind.DATA_RACE || kind == FailureKind.FLAGGED;
  }

  private void count(ExecutionView execution) {
    if (execution.isComplete() && !execution.hasFailedThread()) {
      tally.add(what -> lowered.finalValue(execution.memory(), what));
    }
  }
}
