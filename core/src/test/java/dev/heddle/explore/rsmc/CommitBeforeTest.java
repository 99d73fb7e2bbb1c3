package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The execution model itself: every run, in every order that a commit-before function leaves,
 * judged by the axioms as they are written down.
 */
class CommitBeforeTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000) * 5 / 4;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  /** Commits enabled events in every order and in every way. */
  private static class EveryRun {
    final CommitState state;
    final Set<String> complete = new TreeSet<>();
    private final Set<String> seen = new HashSet<>();
    int blocked;

    final LitmusTest test;
    final Architecture architecture;

    EveryRun(LitmusTest test, CommitBefore cb) {
      state = LitmusFetch.state(test, new Cells(test), cb, 2);
      architecture = test.architecture();
      this.test = test;
    }

    EveryRun run() {
      CommitModel model = HardwareModel.of(architecture).axioms().apply(state);
      state.start(model);
      extend(model);
      return this;
    }

    private void extend(CommitModel model) {
      if (!seen.add(TraceKeys.key(state) + choices())) {
        return;
      }
      if (state.isComplete()) {
        complete.add(TraceKeys.key(state));
      }
      for (int e = 0; e < state.size(); e++) {
        if (state.isEnabled(e)) {
          commitInEveryWay(e, model);
        }
      }
    }

    private String choices() {
      StringBuilder text = new StringBuilder();
      for (int e = 0; e < state.size(); e++) {
        if (state.kind(e) == CommitState.Kind.CHOICE && state.isCommitted(e)) {
          text.append(state.thread(e)).append(state.index(e)).append(state.parameter(e));
        }
      }
      return text.toString();
    }

    private void commitInEveryWay(int e, CommitModel model) {
      state.prepare(e);
      assertFalse(state.commitBefore().has(e, e), "commit-before is acyclic");
      if (state.kind(e) == CommitState.Kind.CHOICE) {
        for (int with = LitmusFetch.FAIL; with <= LitmusFetch.SUCCEED; with++) {
          state.commit(e, with);
          extend(model);
          state.undo();
        }
        return;
      }
      boolean any = false;
      for (int with : parameters(e)) {
        boolean admitted = admits(e, with, model);
        state.commit(e, with);
        boolean allowed = FullAxioms.allow(architecture, state);
        check(admitted, allowed, e);
        if (allowed) {
          any = true;
          extend(model);
        }
        state.undo();
      }
      blocked += any ? 0 : 1;
    }

    /** The places of a store; the sources of a load, of which a store ahead may be one. */
    private List<Integer> parameters(int e) {
      int stores = state.coherence().count(state.location(e));
      int ahead =
          state.cb().forwards() && state.isLoad(e) ? state.ownStoreBefore(e) : FetchPoint.NONE;
      if (ahead != FetchPoint.NONE && !state.isCommitted(ahead)) {
        return List.of(ahead);
      }
      List<Integer> parameters = new ArrayList<>();
      for (int at = state.isStore(e) ? 0 : -1;
          at <= (state.isStore(e) ? stores : stores - 1);
          at++) {
        parameters.add(state.isStore(e) ? at : state.coherence().store(state.location(e), at));
      }
      return parameters;
    }

    boolean admits(int e, int with, CommitModel model) {
      return true;
    }

    void check(boolean admitted, boolean allowed, int e) {}
  }

  /** Also asks the incremental axioms, which rely on the commit-before order of POWER. */
  private static final class CheckedRun extends EveryRun {
    int refused;

    CheckedRun(LitmusTest test) {
      super(test, HardwareModel.of(test.architecture()).commitBefore());
    }

    @Override
    boolean admits(int e, int with, CommitModel model) {
      model.turnTo(e);
      return state.isStore(e) ? model.admitsPlace(with) : model.admitsSource(with);
    }

    @Override
    void check(boolean admitted, boolean allowed, int e) {
      assertEquals(
          allowed,
          admitted,
          () ->
              "%s: %d.%d in %s"
                  .formatted(test, state.thread(e), state.index(e), TraceKeys.key(state)));
      refused += allowed ? 0 : 1;
    }
  }

  private static boolean isSmall(LitmusTest test, int most) {
    long accesses =
        test.threads().stream()
            .flatMap(thread -> thread.instructions().stream())
            .filter(each -> !(each instanceof LitmusInstruction.Fence))
            .count();
    return accesses <= most;
  }

  private static LitmusTest nextSmall(RandomHardwareTests random, int most) {
    LitmusTest test = random.next();
    while (!isSmall(test, most)) {
      test = random.next();
    }
    return test;
  }

  /** Many programs of a few instructions, and one in twenty of them with more. */
  @ParameterizedTest
  @CsvSource({"4, 1", "7, 20"})
  void everyValidOrderOfCommitsGivesTheSameTraces(int instructions, int share) {
    int programs = PROGRAMS / share;
    RandomHardwareTests random = new RandomHardwareTests(Architecture.PPC, SEED + 1);
    int refused = 0;
    int weaker = 0;
    for (int i = 0; i < programs; i++) {
      LitmusTest test = nextSmall(random, instructions);
      CheckedRun power = (CheckedRun) new CheckedRun(test).run();
      EveryRun weakest = new EveryRun(test, new WeakestCommitBefore()).run();
      Set<String> traces = new TreeSet<>(RelaxedExplorationTest.traces(test));
      assertEquals(power.complete, weakest.complete, "program " + i + ": " + test);
      assertEquals(power.complete, traces, "program " + i + ": " + test);
      refused += power.refused > 0 ? 1 : 0;
      weaker += weakest.blocked > power.blocked ? 1 : 0;
    }
    assertTrue(refused > programs / 10, "the axioms refuse something in " + refused + " programs");
    assertTrue(weaker > 0, "the weakest order blocks more often somewhere");
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "7, 20"})
  void loadsThatReadAheadAddNoTracesOnArm(int instructions, int share) {
    int programs = PROGRAMS / share;
    RandomHardwareTests random = new RandomHardwareTests(Architecture.AARCH64, SEED + 1);
    int refused = 0;
    for (int i = 0; i < programs; i++) {
      LitmusTest test = nextSmall(random, instructions);
      CheckedRun arm = (CheckedRun) new CheckedRun(test).run();
      EveryRun weakest = new EveryRun(test, new WeakestCommitBefore()).run();
      Set<String> traces = new TreeSet<>(RelaxedExplorationTest.traces(test));
      assertEquals(arm.complete, weakest.complete, "program " + i + ": " + test);
      assertEquals(arm.complete, traces, "program " + i + ": " + test);
      refused += arm.refused > 0 ? 1 : 0;
    }
    assertTrue(refused > programs / 10, "the axioms refuse something in " + refused + " programs");
  }
}
