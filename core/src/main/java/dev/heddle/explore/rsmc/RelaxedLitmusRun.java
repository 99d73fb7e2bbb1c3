package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Operator;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusTally;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Finds every execution of a litmus test that its processor allows by {@link RelaxedExploration}.
 */
public final class RelaxedLitmusRun {
  private final LitmusOutcome outcome;
  private final long blocked;
  private final long mostTemplates;

  private RelaxedLitmusRun(LitmusOutcome outcome, long blocked, long mostTemplates) {
    this.outcome = outcome;
    this.blocked = blocked;
    this.mostTemplates = mostTemplates;
  }

  /**
   * Explores a test.
   *
   * @param unroll how often a loop may go back
   * @param stopped whether to give up, by a {@link
   *     dev.heddle.model.axiomatic.SearchStoppedException}
   * @return null if this is not a test for POWER or ARM in which all accesses to an object have one
   *     size, or if it has a compare-and-swap
   */
  public static RelaxedLitmusRun of(LitmusTest test, int unroll, BooleanSupplier stopped) {
    HardwareModel model = HardwareModel.of(test.architecture());
    if (model == null || !test.threads().stream().allMatch(RelaxedLitmusRun::isSupported)) {
      return null;
    }
    Cells cells = new Cells(test);
    CommitState state = LitmusFetch.state(test, cells, model.commitBefore(), unroll);
    LitmusTally tally = new LitmusTally(test);
    RelaxedExploration exploration =
        new RelaxedExploration(
            state,
            model.axioms().apply(state),
            reached -> {
              if (reached.isComplete()) {
                tally.add(what -> finalValue(what, reached, cells, test.architecture()));
              }
              return reached.isComplete();
            },
            stopped);
    try {
      exploration.run();
    } catch (OddAddressException e) {
      return null;
    }
    return new RelaxedLitmusRun(
        tally.outcome(List.of(), state.sawCut(), state.sawStray()),
        exploration.blocked(),
        exploration.mostTemplates());
  }

  private static boolean isSupported(LitmusThread thread) {
    return thread.instructions().stream()
        .noneMatch(
            each ->
                each instanceof LitmusInstruction.ReadModifyWrite update
                    && update.condition() != null);
  }

  private static long finalValue(
      Observed what, CommitState state, Cells cells, Architecture architecture) {
    if (what instanceof Observed.FinalRegister register) {
      return LitmusFetch.register(state, register.thread(), register.register());
    }
    Observed.FinalMemory memory = (Observed.FinalMemory) what;
    long value = state.memory(cells.first(memory.object()) + memory.element());
    int size = cells.size(memory.object());
    int bytes = size == 0 ? architecture.wordSize() : size;
    return architecture.isSigned() ? Operator.SIGN_EXTEND.apply(value, 8L * bytes) : value;
  }

  public LitmusOutcome outcome() {
    return outcome;
  }

  /** How many runs were started and could not become complete. */
  public long blocked() {
    return blocked;
  }

  /** How many continuations the sets Q held at most. */
  public long mostTemplates() {
    return mostTemplates;
  }
}
