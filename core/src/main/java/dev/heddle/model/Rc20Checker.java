package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.Arrays;

/**
 * Consistency in RC20 and in its fragments RA and (with program order across threads) Relaxed:
 * Algorithm 3 of Tunç, Abdulla, Chakraborty, Krishna, Mathur, Pavlogiannis, "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023. Sound and complete, O(n·k).
 *
 * <p>Let the <em>effect</em> of an access be the write that it is or, for a read, reads; let m(e)
 * be e for a write e and rf⁻¹(e) for a read or RMW e. A modification order satisfies
 * write-coherence, read-coherence and atomicity iff it keeps each rf-chain together, in rf order,
 * and for every access a that happens before an access e of its location has the effect of a at or
 * before m(e). So between two chains there is one ordering for each such pair (a, e), and an order
 * exists iff these orderings of chains are acyclic and, within a chain, the effect of a is never
 * below m(e).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>m̄o is kept as timestamps. ℝ[w], the join of ℍ𝔹[e] over all e with m(e) = w, says for each
 *       thread u which prefix of its accesses has to take effect at or before w; the last of them
 *       is the event that lines 9 to 14 look up. Joining a row needs no look-up.
 *   <li>Line 16 runs the chains in order: one can run when, for every thread, the first access
 *       whose effect has not run lies beyond ℝ. Chains are tried in number order and wait for the
 *       one chain that blocks them; if some chain never runs, the chains that wait for each other
 *       are the cycle. The paper's G_x has no rf; hb edges through reads, which relaxed reads need;
 *       the lists here include reads unless rf ⊆ hb.
 *   <li>Chains outside of stale spans are left out; see {@link StaleSpans}. Line 16 does not wait
 *       for the end of line 15: the chains of a location run as soon as a cut shows that they are
 *       complete, and their rows are used again. So the rows in use stay few and in the cache.
 * </ol>
 */
final class Rc20Checker implements ConsistencyChecker {
  private final Synchronization synchronization;
  private final boolean skipFresh;

  private Rc20Checker(Synchronization synchronization, boolean skipFresh) {
    this.synchronization = synchronization;
    this.skipFresh = skipFresh;
  }

  static Rc20Checker rc20() {
    return new Rc20Checker(Synchronization.RECORDED, true);
  }

  /** All accesses are taken for acquire and release. */
  static Rc20Checker releaseAcquire() {
    return new Rc20Checker(Synchronization.ALL, true);
  }

  /** All accesses are taken for relaxed. */
  static Rc20Checker relaxed() {
    return new Rc20Checker(Synchronization.NONE, true);
  }

  /** The same without deviation 3. */
  Rc20Checker withoutSkipping() {
    return new Rc20Checker(synchronization, false);
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    if (synchronization == Synchronization.RECORDED && graph.hasScAccess()) {
      rejectScAccesses(graph);
    }
    if (graph.hasCausalityCycle()) {
      return new Inconsistent(BasicAxioms.causalityViolation(graph));
    }
    StaleSpans stale = skipFresh ? StaleSpans.of(graph) : StaleSpans.everything(graph);
    RfChains chains = stale.rfChains();
    Explanation broken = BasicAxioms.atomicityViolation(graph, chains);
    if (broken != null) {
      return new Inconsistent(broken);
    }
    if (stale.locations() == 0) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    Rc20Run run = new Rc20Run(graph, chains, stale, synchronization);
    if (run.run()) {
      return new Consistent(ModificationOrder.ofChains(graph, chains, stale, run.order));
    }
    return new Inconsistent(run.explain());
  }

  private static void rejectScAccesses(ExecutionGraph graph) {
    for (int e = 0; e < graph.events(); e++) {
      if (EventLabel.isSequentiallyConsistent(graph.label(e))
          && graph.location(e) != graph.fenceLocation()) {
        throw new UnsupportedEventException(
            graph.describe(e) + " is a sequentially consistent access; RC20 has SC fences only");
      }
    }
  }

  /** One check. */
  private static final class Rc20Run {
    private final ExecutionGraph graph;
    private final RfChains chains;
    private final StaleSpans stale;
    private final Synchronization synchronization;
    private final boolean withReads;
    private final int threads;

    /** ℝ, by {@link #rowOf}; the initial write of the location with slot s has row s. */
    private final TimestampRows required;

    private final int[] rowOf;

    /** Per slot and thread the accesses since the last cut whose effects are within a span. */
    private final AccessLists lists;

    /** The same per slot, for all threads together in number order. */
    private final AccessLists complete;

    /** Per slot: the chain of the initial write has been looked at. */
    private final boolean[] initialTried;

    /** Per slot and thread the first entry of the list whose effect has not run, or earlier. */
    private final int[] cursor;

    /** Per slot and thread the last access that {@link #runChains} has come to. */
    private final int[] reached;

    private final long[] hasRun;

    /** The tops of the chains in the order in which they ran. */
    private final IntList order = new IntList();

    /** ℝ of a chain: the join of the rows of its writes. */
    private final int[] chainRow;

    private final WaitingChains waiting;
    private final IntList woken = new IntList();

    /** The write whose row was violated inside of its chain, and the access that did it. */
    private int brokenWrite = NONE;

    private int brokenAccess = NONE;

    /** The initial write of the location, if {@link #brokenAccess} would have to precede it. */
    private boolean brokenInitial;

    Rc20Run(ExecutionGraph graph, RfChains chains, StaleSpans stale, Synchronization kind) {
      this.graph = graph;
      this.chains = chains;
      this.stale = stale;
      this.synchronization = kind;
      this.withReads = kind != Synchronization.ALL;
      threads = graph.threads();
      required = new TimestampRows(threads, graph.events() + stale.locations());
      rowOf = new int[graph.events()];
      reached = new int[Math.multiplyExact(stale.locations(), threads)];
      lists = new AccessLists(reached.length, graph.events());
      complete = new AccessLists(stale.locations(), graph.events());
      initialTried = new boolean[stale.locations()];
      cursor = lists.firsts();
      Arrays.fill(reached, NONE);
      hasRun = new long[(graph.events() + 63) >> 6];
      chainRow = new int[threads];
      waiting = new WaitingChains(graph, chains, stale);
    }

    /** Lines 6 to 16; false if some chains cannot run. */
    boolean run() {
      for (int s = 0; s < stale.locations(); s++) {
        required.allocate();
      }
      HbTimestamps hb = HbTimestamps.of(graph, synchronization);
      int n = graph.events();
      for (int e = 0; e < n; e++) {
        hb.visit(e);
        int x = graph.location(e);
        if (x < 0 || !stale.contains(x)) {
          continue;
        }
        if (stale.isCut(e) && !runChains(x)) {
          return false;
        }
        int w = graph.reads(e) ? graph.source(e) : e;
        if (stale.involves(w < 0 ? ~x : w)) {
          require(e, w < 0 ? stale.slot(x) : rowOf[w], hb);
          if (graph.writes(e) || (withReads && w >= 0)) {
            enter(e, stale.slot(x));
          }
        }
      }
      for (int x = 0; x < graph.locations(); x++) {
        if (stale.contains(x) && !runChains(x)) {
          return false;
        }
      }
      return true;
    }

    /** Puts an access into its list unless the last one there has the same effect. */
    private void enter(int e, int slot) {
      int list = slot * threads + graph.thread(e);
      int last = lists.last(list);
      boolean repeated =
          withReads
              && last != NONE
              && AccessLists.effect(graph, last) == AccessLists.effect(graph, e);
      if (!repeated) {
        if (last == NONE) {
          cursor[list] = e;
        }
        lists.add(list, e);
        complete.add(slot, e);
      }
    }

    /**
     * Lines 6 to 14: ℝ[m(e)] ← ℝ[m(e)] ⊔ ℍ𝔹[e], an RMW itself left out. An event that writes gets
     * its own row first.
     */
    private void require(int e, int rowOfSource, HbTimestamps hb) {
      int t = graph.thread(e);
      boolean writes = graph.writes(e);
      if (writes) {
        rowOf[e] = required.allocate();
      }
      if (!graph.reads(e)) {
        hb.copyTo(required, rowOf[e], t);
      } else if (writes) {
        required.clear(rowOf[e]);
        hb.joinPastTo(required, rowOfSource, t);
      } else {
        hb.joinTo(required, rowOfSource, t);
      }
    }

    /** Lines 15 and 16 for the chains of x before a cut. */
    private boolean runChains(int x) {
      int slot = stale.slot(x);
      if (!initialTried[slot]) {
        initialTried[slot] = true;
        if (stale.involves(~x) && !tryChain(~x, x)) {
          return false;
        }
      }
      int before = order.size();
      int tops = 0;
      for (int e = complete.first(slot); e != AccessLists.END; e = complete.next(e)) {
        int own = slot * threads + graph.thread(e);
        int previous = reached[own];
        reached[own] = e;
        boolean top = graph.writes(e) && !graph.reads(e);
        tops += top ? 1 : 0;
        if (top && !start(e, x, previous)) {
          return false;
        }
      }
      if (order.size() - before < tops) {
        return false;
      }
      forget(slot);
      return true;
    }

    /** Gives the rows of chains that have run back and makes the lists empty. */
    private void forget(int slot) {
      for (int e = complete.first(slot); e != AccessLists.END; e = complete.next(e)) {
        if (graph.writes(e)) {
          required.release(rowOf[e]);
        }
      }
      complete.clear(slot);
      for (int list = slot * threads; list < (slot + 1) * threads; list++) {
        lists.clear(list);
        cursor[list] = AccessLists.END;
        reached[list] = NONE;
      }
    }

    /** Tries the chain of a write, once the access before it in its thread has taken effect. */
    private boolean start(int e, int x, int previous) {
      if (previous != NONE) {
        int effect = AccessLists.effect(graph, previous);
        if (!hasRun(effect)) {
          waiting.add(e, previous);
          return true;
        }
      }
      return tryAndWake(e, x);
    }

    /** Runs the chain and those that waited for it; false if a chain contradicts itself. */
    private boolean tryAndWake(int top, int x) {
      if (!tryChain(top, x)) {
        return false;
      }
      while (woken.size() > 0) {
        int next = woken.get(woken.size() - 1);
        woken.truncate(woken.size() - 1);
        if (!tryChain(next, x)) {
          return false;
        }
      }
      return true;
    }

    /** Runs a chain or lets it wait; false if its own writes contradict each other. */
    private boolean tryChain(int top, int x) {
      int slot = stale.slot(x);
      boolean alone = chains.successor(top) == NONE;
      int[] row;
      int at;
      if (alone) {
        row = required.chunk(row(top, slot));
        at = required.offset(row(top, slot));
      } else {
        joinChain(top, slot);
        row = chainRow;
        at = 0;
      }
      int blocker = blocker(row, at, slot, top, top < 0 ? 0 : waiting.column(top));
      if (blocker != NONE) {
        if (top < 0) {
          brokenInitial = true;
          brokenWrite = top;
          brokenAccess = blocker;
          return false;
        }
        waiting.add(top, blocker);
        return true;
      }
      order.add(top);
      if (alone) {
        run(top);
      } else if (!runChain(top, slot)) {
        return false;
      }
      if (top >= 0) {
        waiting.wake(top, woken);
      }
      return true;
    }

    private int row(int write, int slot) {
      return write < 0 ? slot : rowOf[write];
    }

    private void joinChain(int top, int slot) {
      required.copy(row(top, slot), chainRow);
      for (int w = chains.successor(top); w != NONE; w = chains.successor(w)) {
        TimestampRows.joinInto(
            chainRow, 0, required.chunk(rowOf[w]), required.offset(rowOf[w]), threads);
      }
    }

    private void run(int write) {
      if (write >= 0) {
        hasRun[write >> 6] |= 1L << write;
      }
    }

    private boolean hasRun(int write) {
      return write < 0 || (hasRun[write >> 6] >>> write & 1) != 0;
    }

    /** Runs the writes of a chain; after each, what its readers know must have run. */
    private boolean runChain(int top, int slot) {
      for (int w = top; w != NONE; w = chains.successor(w)) {
        run(w);
        int row = row(w, slot);
        int access = blocker(required.chunk(row), required.offset(row), slot, NONE, 0);
        if (access != NONE) {
          brokenWrite = w;
          brokenAccess = access;
          return false;
        }
      }
      return true;
    }

    /**
     * The first access, from thread {@code column} on, that a row covers and whose effect has not
     * run and is not in the chain {@code top}.
     */
    private int blocker(int[] row, int at, int slot, int top, int column) {
      int list = slot * threads;
      for (int u = column; u < threads; u++) {
        if (cursor[list + u] < row[at + u]) {
          int access = blockerOf(list + u, row[at + u], top);
          if (access != NONE) {
            return access;
          }
        }
      }
      return NONE;
    }

    private int blockerOf(int list, int limit, int top) {
      int access = cursor[list];
      while (access < limit && hasRun(AccessLists.effect(graph, access))) {
        access = lists.next(access);
      }
      cursor[list] = access;
      while (access < limit) {
        int effect = AccessLists.effect(graph, access);
        if (!hasRun(effect) && (top == NONE || chains.top(effect) != top)) {
          return access;
        }
        access = lists.next(access);
      }
      return NONE;
    }

    private Explanation explain() {
      CoherenceExplanation explanation = new CoherenceExplanation(graph, chains, synchronization);
      if (brokenInitial) {
        return explanation.beforeInitial(brokenWrite, brokenAccess);
      }
      if (brokenWrite != NONE) {
        return explanation.insideChain(brokenWrite, brokenAccess);
      }
      return explanation.cycle(waiting.cycle());
    }
  }
}
