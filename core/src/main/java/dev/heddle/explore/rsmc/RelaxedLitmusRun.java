package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusTally;
import dev.heddle.model.axiomatic.MemoryLayout;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

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
   * @return null if this is not a test for POWER or ARM, or if an address that depends on what was
   *     read is not aligned to the accesses of the test
   */
  public static RelaxedLitmusRun of(LitmusTest test, int unroll, BooleanSupplier stopped) {
    HardwareModel model = HardwareModel.of(test.architecture());
    return model == null
        ? null
        : withCells(test, unroll, cells -> explore(test, model, cells, unroll, stopped));
  }

  /**
   * Tries locations of one size, then parts of those that have several, then small parts of all.
   */
  static <T> T withCells(LitmusTest test, int unroll, Function<LitmusCells, T> exploration) {
    try {
      return exploration.apply(new Cells(test));
    } catch (OddAddressException sizesMix) {
      return withParts(MemoryLayout.of(test, unroll), exploration);
    }
  }

  private static <T> T withParts(List<MemoryLayout> layouts, Function<LitmusCells, T> exploration) {
    try {
      return exploration.apply(new SplitCells(layouts.get(0)));
    } catch (OddAddressException e) {
      return layouts.size() == 1
          ? null
          : withParts(layouts.subList(1, layouts.size()), exploration);
    }
  }

  private static RelaxedLitmusRun explore(
      LitmusTest test,
      HardwareModel model,
      LitmusCells cells,
      int unroll,
      BooleanSupplier stopped) {
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
    exploration.run();
    return new RelaxedLitmusRun(
        tally.outcome(List.of(), state.sawCut(), state.sawStray()),
        exploration.blocked(),
        exploration.mostTemplates());
  }

  private static long finalValue(
      Observed what, CommitState state, LitmusCells cells, Architecture architecture) {
    return what instanceof Observed.FinalRegister register
        ? LitmusFetch.register(state, register.thread(), register.register())
        : cells.memory(state, (Observed.FinalMemory) what, architecture);
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
