package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.BitMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What section 2 asks of commit-before functions, on states along random runs to allowed traces:
 * validity, that is, cb is acyclic and contains cb⁰, and monotonicity, that is,
 *
 * <ol>
 *   <li>M holds before whatever has led to a state in which it holds,
 *   <li>cb only grows,
 *   <li>what is before a committed or enabled event stays the same.
 * </ol>
 */
class CommitBeforeValidityTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 5000) / 10;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int TRACES_OF_EACH = 4;

  private final Random random = new Random(SEED);
  private Architecture architecture;
  private CommitState state;
  private EventRows row;

  /** An event with its parameter, by thread and number; the place of a store is its final one. */
  private record Committed(int thread, int index, int with, boolean isLoad) {}

  @ParameterizedTest
  @CsvSource({"PPC, true", "PPC, false", "AARCH64, true", "AARCH64, false"})
  void functionsAreValidAndMonotonic(Architecture processor, boolean isWeakest) {
    architecture = processor;
    CommitBefore own = HardwareModel.of(processor).commitBefore();
    RandomHardwareTests tests = new RandomHardwareTests(processor, SEED + 2);
    int steps = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      LitmusTest test = tests.next();
      for (List<Committed> trace : traces(test)) {
        CommitBefore cb = isWeakest ? new WeakestCommitBefore() : own;
        state = LitmusFetch.state(test, new Cells(test), cb, 2);
        state.start(HardwareModel.of(processor).axioms().apply(state));
        row = state.relation();
        steps += follow(trace, "program " + i + ": " + test);
      }
    }
    assertTrue(steps > 4 * PROGRAMS, "only " + steps + " steps");
  }

  /** Some complete traces, as what is committed with what. */
  private List<List<Committed>> traces(LitmusTest test) {
    HardwareModel model = HardwareModel.of(test.architecture());
    CommitState found = LitmusFetch.state(test, new Cells(test), model.commitBefore(), 2);
    List<List<Committed>> traces = new ArrayList<>();
    new RelaxedExploration(
            found,
            model.axioms().apply(found),
            reached -> {
              if (reached.isComplete() && traces.size() < 64) {
                traces.add(trace(reached));
              }
              return reached.isComplete();
            },
            () -> false)
        .run();
    List<List<Committed>> some = new ArrayList<>();
    for (int i = 0; i < TRACES_OF_EACH && !traces.isEmpty(); i++) {
      some.add(traces.remove(random.nextInt(traces.size())));
    }
    return some;
  }

  private static int name(CommitState of, int event) {
    return of.thread(event) << 16 | of.index(event);
  }

  private static List<Committed> trace(CommitState complete) {
    List<Committed> trace = new ArrayList<>();
    for (int e = 0; e < complete.size(); e++) {
      int with =
          switch (complete.kind(e)) {
            case LOAD -> complete.parameter(e) < 0 ? -1 : name(complete, complete.parameter(e));
            case STORE -> complete.coherence().place(e);
            case CHOICE -> complete.parameter(e);
          };
      trace.add(new Committed(complete.thread(e), complete.index(e), with, complete.isLoad(e)));
    }
    return trace;
  }

  /** Commits a trace in a random order that cb leaves, and holds each state against the last. */
  private int follow(List<Committed> trace, String where) {
    BitMatrix before = cb();
    for (int done = 0; done < trace.size(); done++) {
      List<Committed> ready = trace.stream().filter(this::isReady).toList();
      assertFalse(ready.isEmpty(), "a run to an allowed trace is blocked, " + where);
      Committed next = ready.get(random.nextInt(ready.size()));
      boolean[] wasEnabled = new boolean[state.size()];
      boolean[] wasCommitted = new boolean[state.size()];
      for (int e = 0; e < wasEnabled.length; e++) {
        wasEnabled[e] = state.isEnabled(e);
        wasCommitted[e] = state.isCommitted(e);
      }
      int event = state.event(next.thread(), next.index());
      state.prepare(event);
      state.commit(event, parameter(trace, next));
      assertTrue(FullAxioms.allow(architecture, state), "(i), " + where);
      BitMatrix now = cb();
      assertTrue(now.isIrreflexive(), "cb is acyclic, " + where);
      assertContainsWeakest(now, where);
      for (int e = 0; e < wasEnabled.length; e++) {
        for (int p = 0; p < state.size(); p++) {
          boolean was = p < wasEnabled.length && before.get(p, e);
          assertTrue(!was || now.get(p, e), "(ii), " + where);
          if (wasCommitted[e] || (wasEnabled[e] && !state.isCommitted(e))) {
            assertEquals(was, now.get(p, e), "(iii), " + where);
          }
        }
      }
      before = now;
    }
    assertTrue(state.isComplete(), where);
    return trace.size();
  }

  private boolean isReady(Committed each) {
    FetchPoint point = state.point(each.thread());
    if (each.index() >= point.events) {
      return false;
    }
    int event = state.event(each.thread(), each.index());
    if (!state.isEnabled(event)) {
      return false;
    }
    if (!each.isLoad()) {
      return true;
    }
    int own = state.cb().forwards() ? state.ownStoreBefore(event) : FetchPoint.NONE;
    boolean isOwn = own >= 0 && name(state, own) == each.with();
    boolean isThere = each.with() < 0 || isOwn || isCommitted(each.with());
    return isThere && (own < 0 || isOwn || state.isCommitted(own));
  }

  private boolean isCommitted(int name) {
    FetchPoint point = state.point(name >> 16);
    return (name & 0xffff) < point.events
        && state.isCommitted(state.event(name >> 16, name & 0xffff));
  }

  private int parameter(List<Committed> trace, Committed each) {
    int event = state.event(each.thread(), each.index());
    return switch (state.kind(event)) {
      case CHOICE -> each.with();
      case LOAD ->
          each.with() < 0
              ? CommitState.INITIAL
              : state.event(each.with() >> 16, each.with() & 0xffff);
      case STORE -> {
        int place = 0;
        for (Committed other : trace) {
          if (!other.isLoad() && isCommitted(other.thread() << 16 | other.index())) {
            int store = state.event(other.thread(), other.index());
            boolean isEarlier = state.isSameLocation(store, event) && other.with() < each.with();
            place += isEarlier ? 1 : 0;
          }
        }
        yield place;
      }
    };
  }

  /** cbσ over all fetched events, from scratch: rows are made, then closed. */
  private BitMatrix cb() {
    BitMatrix direct = BitMatrix.relation(state.size());
    for (int e = 0; e < state.size(); e++) {
      row.copy(e, state.before(), e);
      if (state.kind(e) != FetchedEvents.Kind.CHOICE && isSettled(e)) {
        state.cb().addAtLocation(state, e, row);
      }
      for (int p = row.next(e, 0); p >= 0; p = row.next(e, p + 1)) {
        direct.add(p, e);
      }
      if (state.isLoad(e) && state.isCommitted(e)) {
        addSource(direct, e);
      }
    }
    BitMatrix closed = BitMatrix.relation(state.size());
    closed.closure(direct);
    return closed;
  }

  private void addSource(BitMatrix direct, int load) {
    int source = state.parameter(load);
    int own = state.cb().forwards() ? state.ownStoreBefore(load) : FetchPoint.NONE;
    if (source >= 0 && source != own) {
      direct.add(source, load);
    }
    if (own >= 0 && source != own) {
      direct.add(own, load);
    }
  }

  private boolean isSettled(int event) {
    return state.isCommitted(event) || state.isEnabled(event);
  }

  /** cb⁰ ⊆ cb; where loads read ahead of stores, rf within a thread is left out of cb⁰. */
  private void assertContainsWeakest(BitMatrix cb, String where) {
    for (int e = 0; e < state.size(); e++) {
      for (Dependency which : List.of(Dependency.ADDR, Dependency.DATA, Dependency.CTRL)) {
        EventRows rows = state.rows(which);
        for (int p = rows.next(e, 0); p >= 0; p = rows.next(e, p + 1)) {
          assertTrue(cb.get(p, e), which + " is in cb, " + where);
        }
      }
      if (state.isLoad(e) && state.isCommitted(e) && state.parameter(e) >= 0) {
        int source = state.parameter(e);
        boolean isAhead = state.cb().forwards() && state.thread(source) == state.thread(e);
        assertTrue(isAhead || cb.get(source, e), "rf is in cb, " + where);
      }
    }
  }
}
