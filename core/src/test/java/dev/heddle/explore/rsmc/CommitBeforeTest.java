package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The execution model itself: every run, in every order that a commit-before function leaves,
 * judged by the axioms as they are written down.
 */
class CommitBeforeTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 5000) / 20;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int MAX_EVENTS = 7;

  /** cb⁰ = (addr ∪ data ∪ ctrl ∪ rf)⁺, the weakest that makes sense. */
  private static final class WeakestCommitBefore implements CommitBefore {
    @Override
    public void addPredecessors(FetchedEvents state, int event, EventRows row) {
      row.addAll(event, state.rows(Dependency.ADDR), event);
      row.addAll(event, state.rows(Dependency.DATA), event);
      row.addAll(event, state.rows(Dependency.GUARD), event);
    }

    @Override
    public void addAtLocation(CommitState state, int access, EventRows row) {}

    @Override
    public boolean isSettledAt(CommitState state, int access, int where) {
      return true;
    }
  }

  /** Commits enabled events in every order and in every way. */
  private static class EveryRun {
    final CommitState state;
    final Set<String> complete = new TreeSet<>();
    private final Set<String> seen = new HashSet<>();
    int blocked;

    EveryRun(LitmusTest test, CommitBefore cb) {
      state = LitmusFetch.state(test, Cells.of(test), cb, 2);
    }

    EveryRun run() {
      PowerAxioms model = new PowerAxioms(state);
      state.start(model);
      extend(model);
      return this;
    }

    private void extend(PowerAxioms model) {
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

    private void commitInEveryWay(int e, PowerAxioms model) {
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
      int stores = state.coherence().count(state.location(e));
      boolean any = false;
      for (int at = state.isStore(e) ? 0 : -1;
          at <= (state.isStore(e) ? stores : stores - 1);
          at++) {
        int with = state.isStore(e) ? at : state.coherence().store(state.location(e), at);
        boolean admitted = admits(e, with, model);
        state.commit(e, with);
        assertPredecessorsStay(e);
        boolean allowed = FullPowerAxioms.allow(state);
        check(admitted, allowed);
        if (allowed) {
          any = true;
          extend(model);
        }
        state.undo();
      }
      blocked += any ? 0 : 1;
    }

    /** Condition (iii) of monotonicity: what is committed keeps its predecessors. */
    private void assertPredecessorsStay(int e) {
      Set<Integer> before = predecessors(e);
      state.prepare(e);
      Set<Integer> now = predecessors(e);
      if (state.isLoad(e) && state.parameter(e) != CommitState.INITIAL) {
        int source = state.parameter(e);
        now.add(source);
        now.addAll(predecessors(source));
        state.commitBefore().add(e, source);
        state.commitBefore().addAll(e, state.commitBefore(), source);
      }
      assertEquals(before, now);
    }

    private Set<Integer> predecessors(int e) {
      Set<Integer> found = new TreeSet<>();
      for (int p = state.commitBefore().next(e, 0);
          p >= 0;
          p = state.commitBefore().next(e, p + 1)) {
        found.add(p);
      }
      return found;
    }

    boolean admits(int e, int with, PowerAxioms model) {
      return true;
    }

    void check(boolean admitted, boolean allowed) {}
  }

  /** Also asks the incremental axioms, which rely on the commit-before order of POWER. */
  private static final class CheckedRun extends EveryRun {
    int refused;

    CheckedRun(LitmusTest test) {
      super(test, new PowerCommitBefore());
    }

    @Override
    boolean admits(int e, int with, PowerAxioms model) {
      model.turnTo(e);
      return state.isStore(e) ? model.admitsPlace(with) : model.admitsSource(with);
    }

    @Override
    void check(boolean admitted, boolean allowed) {
      assertEquals(allowed, admitted);
      refused += allowed ? 0 : 1;
    }
  }

  private static boolean isSmall(LitmusTest test) {
    long accesses =
        test.threads().stream()
            .flatMap(thread -> thread.instructions().stream())
            .filter(each -> !(each instanceof LitmusInstruction.Fence))
            .count();
    return accesses <= MAX_EVENTS;
  }

  @Test
  void everyValidOrderOfCommitsGivesTheSameTraces() {
    RandomHardwareTests random = new RandomHardwareTests(Architecture.PPC, SEED + 1);
    int refused = 0;
    int weaker = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      LitmusTest test = random.next();
      while (!isSmall(test)) {
        test = random.next();
      }
      CheckedRun power = (CheckedRun) new CheckedRun(test).run();
      EveryRun weakest = new EveryRun(test, new WeakestCommitBefore()).run();
      Set<String> traces = new TreeSet<>(RelaxedExplorationTest.traces(test));
      assertEquals(power.complete, weakest.complete, "program " + i + ": " + test);
      assertEquals(power.complete, traces, "program " + i + ": " + test);
      refused += power.refused > 0 ? 1 : 0;
      weaker += weakest.blocked > power.blocked ? 1 : 0;
    }
    assertTrue(refused > PROGRAMS / 10, "the axioms refuse something in " + refused + " programs");
    assertTrue(weaker > 0, "the weakest order blocks more often somewhere");
  }
}
