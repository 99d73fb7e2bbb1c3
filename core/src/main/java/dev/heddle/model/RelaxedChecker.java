package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.ConsistencyModel.Synchronization;
import java.util.Arrays;

/**
 * Consistency in the Relaxed fragment of RC20: Algorithm 4 of Tunç et al., "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023. Sound and complete, O(n).
 *
 * <p>With hb = po, an access e of a location has to take effect after the access of the same thread
 * and location before it, LW, and that is all: the chain of m(e) follows the chain of the effect of
 * LW or, in one chain, m(e) is not above it. See {@link Rc20Checker} for effects and m(e).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>m̄o stays implicit: its pairs are the neighbours in each thread's list of accesses. The
 *       acyclicity test of line 15 removes chains that nothing precedes, in O(n).
 *   <li>Chains outside of stale spans are left out; see {@link StaleSpans}.
 *   <li>Program order across threads makes hb more than the orders of the threads; such executions
 *       go to Algorithm 3, in O(n·k).
 * </ol>
 */
final class RelaxedChecker implements ConsistencyChecker {
  private final boolean skipFresh;

  RelaxedChecker() {
    this(true);
  }

  /**
   * @param skipFresh whether chains outside of stale spans are left out
   */
  RelaxedChecker(boolean skipFresh) {
    this.skipFresh = skipFresh;
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    if (graph.orderEdges() > 0) {
      return Rc20Checker.relaxed().check(graph);
    }
    RfChains chains = RfChains.of(graph);
    Explanation broken = BasicAxioms.violation(graph, chains);
    if (broken != null) {
      return new Inconsistent(broken);
    }
    StaleSpans stale =
        skipFresh ? StaleSpans.of(graph, chains) : StaleSpans.everything(graph, chains);
    if (stale.locations() == 0) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    Run run = new Run(graph, chains, stale);
    if (run.collect() && run.removeChains()) {
      return new Consistent(
          ModificationOrder.of(graph, run.order.array(), run.order.size(), stale::involves));
    }
    return new Inconsistent(run.explain());
  }

  /** One check. */
  private static final class Run {
    private static final int REMOVED = -1;

    private final ExecutionGraph graph;
    private final RfChains chains;
    private final StaleSpans stale;

    /** LW: the last access by slot and thread. */
    private final int[] lastAccess;

    /** One more than the next access of the same thread and location, else 0. */
    private final int[] next;

    /**
     * The accesses with effect w: one more than the last one by w, before it the others; else 0.
     */
    private final int[] lastOfWrite;

    private final int[] previousOfWrite;

    /**
     * By top of a chain: how many pairs (effect of LW, m(e)) lead into it from chains not removed.
     */
    private final int[] entering;

    /** The tops of the chains within a span, in number order. */
    private final IntList tops = new IntList();

    /** Chains that nothing precedes any more, given by their tops; first in, first out. */
    private final IntList free = new IntList();

    /** The event that {@link #removeChains} has come to. */
    private int reached = -1;

    /** The writes of the removed chains. */
    private final IntList order = new IntList();

    private int writes;
    private int brokenEvent = NONE;
    private int brokenAccess = NONE;

    Run(ExecutionGraph graph, RfChains chains, StaleSpans stale) {
      this.graph = graph;
      this.chains = chains;
      this.stale = stale;
      int n = graph.events();
      lastAccess = new int[Math.multiplyExact(stale.locations(), graph.threads())];
      Arrays.fill(lastAccess, NONE);
      next = new int[n];
      lastOfWrite = new int[n];
      previousOfWrite = new int[n];
      entering = new int[n];
    }

    /** Lines 6 to 14; false if an access contradicts its chain or the initial write. */
    boolean collect() {
      int n = graph.events();
      int threads = graph.threads();
      for (int e = 0; e < n; e++) {
        int x = graph.location(e);
        if (x < 0 || !stale.contains(x)) {
          continue;
        }
        int m = graph.reads(e) ? graph.source(e) : e;
        int list = stale.slot(x) * threads + graph.thread(e);
        int last = lastAccess[list];
        if (!stale.involves(m < 0 ? ~x : m)) {
          lastAccess[list] = NONE;
          continue;
        }
        if (last != NONE && !enter(last, e, m < 0 ? ~x : m)) {
          brokenEvent = e;
          brokenAccess = last;
          return false;
        }
        if (m >= 0 || graph.writes(e)) {
          boolean isWrite = graph.writes(e);
          int effect = isWrite ? e : m;
          if (isWrite) {
            writes++;
            if (m == e) {
              tops.add(e);
            }
          }
          previousOfWrite[e] = lastOfWrite[effect];
          lastOfWrite[effect] = e + 1;
          lastAccess[list] = e;
        }
      }
      return true;
    }

    /** Lines 10 and 11: m(e) comes after the effect of the last access. */
    private boolean enter(int last, int e, int m) {
      next[last] = e + 1;
      int effect = AccessLists.effect(graph, last);
      int top = chains.top(m);
      if (top != chains.top(effect)) {
        if (top < 0) {
          return false;
        }
        entering[top]++;
        return true;
      }
      // Down a chain the numbers grow.
      return effect <= m;
    }

    /** Line 15. */
    boolean removeChains() {
      for (int x = 0; x < graph.locations(); x++) {
        if (stale.contains(x) && stale.involves(~x)) {
          removeChain(~x);
        }
      }
      int removed = 0;
      for (int i = 0; i < tops.size(); i++) {
        int top = tops.get(i);
        if (entering[top] == 0) {
          reached = top;
          entering[top] = REMOVED;
          removeChain(top);
          while (removed < free.size()) {
            removeChain(free.get(removed++));
          }
        }
      }
      return order.size() == writes;
    }

    private void removeChain(int top) {
      for (int w = top; w != NONE; w = chains.successor(w)) {
        if (w >= 0) {
          order.add(w);
          for (int a = lastOfWrite[w]; a != 0; a = previousOfWrite[a - 1]) {
            if (next[a - 1] != 0) {
              leave(top, next[a - 1] - 1);
            }
          }
        }
      }
    }

    /** The pair into the chain of m(e) is gone; the chain is free if it was the last one. */
    private void leave(int removedTop, int e) {
      int m = graph.reads(e) ? graph.source(e) : e;
      int top = m < 0 ? NONE : chains.top(m);
      if (top >= 0 && top != removedTop && --entering[top] == 0 && top < reached) {
        entering[top] = REMOVED;
        free.add(top);
      }
    }

    Explanation explain() {
      CoherenceExplanation explanation =
          new CoherenceExplanation(graph, chains, Synchronization.NONE);
      if (brokenEvent == NONE) {
        return explanation.cycle(cycle());
      }
      int m = graph.source(brokenEvent);
      int write = m < 0 ? ~graph.location(brokenEvent) : m;
      int effect = AccessLists.effect(graph, brokenAccess);
      return chains.top(write) == chains.top(effect)
          ? explanation.insideChain(write, brokenAccess)
          : explanation.beforeInitial(chains.top(write), brokenAccess);
    }

    /** Chains c₀, c₁, … none of which was removed, with accesses of cᵢ₊₁ that precede cᵢ. */
    private int[] cycle() {
      int[] previous = new int[next.length];
      Arrays.fill(previous, NONE);
      int chain = NONE;
      for (int a = next.length - 1; a >= 0; a--) {
        if (next[a] != 0) {
          previous[next[a] - 1] = a;
        }
        if (entering[a] > 0) {
          chain = a;
        }
      }
      boolean[] seen = new boolean[next.length];
      while (!seen[chain]) {
        seen[chain] = true;
        chain = chains.top(AccessLists.effect(graph, preceding(chain, previous)));
      }
      IntList cycle = new IntList();
      int first = chain;
      do {
        int access = preceding(chain, previous);
        cycle.add(chain);
        cycle.add(access);
        chain = chains.top(AccessLists.effect(graph, access));
      } while (chain != first);
      return cycle.toArray();
    }

    /**
     * An access of a chain that was not removed and precedes an access e with m(e) in the chain.
     */
    private int preceding(int chain, int[] previous) {
      for (int w = chain; w != NONE; w = chains.successor(w)) {
        for (int e = lastOfWrite[w]; e != 0; e = previousOfWrite[e - 1]) {
          int a = previous[e - 1];
          if (a != NONE) {
            int top = chains.top(AccessLists.effect(graph, a));
            if (top >= 0 && top != chain && entering[top] > 0) {
              return a;
            }
          }
        }
      }
      throw new IllegalStateException("nothing precedes the chain");
    }
  }
}
