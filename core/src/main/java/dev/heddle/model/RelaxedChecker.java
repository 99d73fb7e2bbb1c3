package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import java.util.Arrays;

/**
 * Consistency in the Relaxed fragment of RC20: Algorithm 4 of Tunç et al., "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023. Sound and complete, O(n).
 *
 * <p>With hb = po, an access e of a location has to take effect after the access of the same thread
 * and location before it, and that is all: with LW the effect of that access, the chain of m(e)
 * follows the chain of LW or, in one chain, m(e) is not above LW. See {@link Rc20Checker} for
 * effects and m(e).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The acyclicity test of line 15 removes chains that no other one has to precede; if it
 *       cannot remove all, there is a cycle.
 *   <li>Chains outside of stale spans are left out; see {@link StaleSpans}.
 *   <li>Program order across threads makes hb more than the orders of the threads; such executions
 *       go to Algorithm 3, in O(n·k), and so do inconsistent ones for their explanation.
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
    StaleSpans spans =
        skipFresh ? StaleSpans.of(graph, chains) : StaleSpans.everything(graph, chains);
    if (spans.locations() == 0) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    Run run = new Run(graph, chains, spans);
    if (run.collect() && run.removeChains()) {
      return new Consistent(ModificationOrder.ofChains(graph, chains, spans, run.removed));
    }
    return Rc20Checker.relaxed().check(graph);
  }

  /** One check. */
  private static final class Run {
    private final ExecutionGraph graph;
    private final RfChains chains;
    private final StaleSpans spans;

    /** LW, by slot and thread. */
    private final int[] lastEffect;

    /** m̄o between chains: the last pair by rank of the first chain, and before it the others. */
    private final int[] lastPair;

    private final IntList previousPair = new IntList();

    /** The top of the second chain, by pair. */
    private final IntList follower = new IntList();

    /** By rank: how many pairs lead into a chain from chains that have not been removed. */
    private final int[] entering;

    /** The tops of the chains that have been removed, in order. */
    private final IntList removed = new IntList();

    Run(ExecutionGraph graph, RfChains chains, StaleSpans spans) {
      this.graph = graph;
      this.chains = chains;
      this.spans = spans;
      lastEffect = new int[Math.multiplyExact(spans.locations(), graph.threads())];
      Arrays.fill(lastEffect, NONE);
      lastPair = new int[spans.chains()];
      entering = new int[spans.chains()];
      previousPair.add(0);
      follower.add(0);
    }

    /** Lines 6 to 14; false if an access contradicts its chain or the initial write. */
    boolean collect() {
      int n = graph.events();
      int threads = graph.threads();
      for (int e = 0; e < n; e++) {
        int x = graph.location(e);
        if (x < 0 || !spans.contains(x)) {
          continue;
        }
        int w = graph.reads(e) ? graph.source(e) : e;
        int m = w < 0 ? ~x : w;
        int list = spans.slot(x) * threads + graph.thread(e);
        if (!spans.involves(m)) {
          lastEffect[list] = NONE;
          continue;
        }
        int last = lastEffect[list];
        if (last != m && last != NONE && !follow(last, m)) {
          return false;
        }
        lastEffect[list] = graph.writes(e) ? e : m;
      }
      return true;
    }

    /** Lines 10 and 11: m(e) comes after LW. */
    private boolean follow(int last, int m) {
      int top = chains.top(m);
      int lastTop = chains.top(last);
      if (top == lastTop) {
        // Down a chain the numbers grow.
        return last < m;
      }
      if (top < 0) {
        return false;
      }
      // The chain of the initial write precedes all others anyway.
      if (lastTop >= 0) {
        entering[spans.rank(top)]++;
        int rank = spans.rank(lastTop);
        previousPair.add(lastPair[rank]);
        lastPair[rank] = follower.size();
        follower.add(top);
      }
      return true;
    }

    /** Line 15. */
    boolean removeChains() {
      for (int x = 0; x < graph.locations(); x++) {
        if (spans.contains(x) && spans.involves(~x)) {
          removed.add(~x);
        }
      }
      int initial = removed.size();
      for (int top = spans.nextTop(0); top >= 0; top = spans.nextTop(top + 1)) {
        int rank = spans.rank(top);
        if (entering[rank] == 0) {
          entering[rank] = -1;
          int next = removed.size();
          removed.add(top);
          while (next < removed.size()) {
            leave(removed.get(next++), top);
          }
        }
      }
      return removed.size() - initial == spans.chains();
    }

    /** Removes a chain; those with smaller tops that it was the last to precede come next. */
    private void leave(int chain, int reached) {
      for (int pair = lastPair[spans.rank(chain)]; pair != 0; pair = previousPair.get(pair)) {
        int top = follower.get(pair);
        int rank = spans.rank(top);
        if (--entering[rank] == 0 && top < reached) {
          entering[rank] = -1;
          removed.add(top);
        }
      }
    }
  }
}
