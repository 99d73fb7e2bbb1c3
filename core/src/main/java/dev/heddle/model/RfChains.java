package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The rf-chains of section 3: a write, the RMW that reads it, the RMW that reads that one, and so
 * on. In every modification order that satisfies atomicity a chain is contiguous. The initial write
 * of x is {@code ~x}.
 */
final class RfChains {
  private static final int NONE = ExecutionGraph.NONE;

  /** One more than the RMW that reads a write, 0 for none; null when there are no RMWs at all. */
  private final int[] successor;

  private final int[] initialSuccessor;

  /** 𝕋ℂ; null when the execution has no RMW. */
  private final int[] top;

  private int secondReader = NONE;
  private final ExecutionGraph graph;

  private RfChains(ExecutionGraph graph) {
    this.graph = graph;
    if (!graph.hasRmw()) {
      successor = null;
      initialSuccessor = null;
      top = null;
      return;
    }
    successor = new int[graph.events()];
    top = new int[graph.events()];
    initialSuccessor = new int[graph.locations()];
    Arrays.fill(initialSuccessor, NONE);
  }

  /** In an execution whose po ∪ rf is acyclic. */
  static RfChains of(ExecutionGraph graph) {
    RfChains chains = new RfChains(graph);
    for (int e = 0; graph.hasRmw() && e < graph.events(); e++) {
      if (graph.writes(e)) {
        chains.enter(e, graph.reads(e));
      }
    }
    return chains;
  }

  /** Chains that have to be entered, write by write. */
  static RfChains empty(ExecutionGraph graph) {
    return new RfChains(graph);
  }

  /** Puts a write into its chain; all writes with smaller numbers are in theirs. */
  void enter(int write, boolean rmw) {
    if (rmw) {
      add(write);
    } else if (top != null) {
      top[write] = write;
    }
  }

  private void add(int rmw) {
    int w = graph.source(rmw);
    if (w < 0) {
      int x = graph.location(rmw);
      if (initialSuccessor[x] != NONE && secondReader == NONE) {
        secondReader = rmw;
      }
      initialSuccessor[x] = rmw;
      top[rmw] = ~x;
    } else {
      if (successor[w] != 0 && secondReader == NONE) {
        secondReader = rmw;
      }
      successor[w] = rmw + 1;
      top[rmw] = top[w];
    }
  }

  /** An RMW that reads a write which an earlier RMW reads too, or {@link ExecutionGraph#NONE}. */
  int secondReader() {
    return secondReader;
  }

  /** 𝕋ℂ: the write at the top of the chain of a write or RMW. */
  int top(int write) {
    return write < 0 || top == null ? write : top[write];
  }

  /** The RMW that reads the write, or {@link ExecutionGraph#NONE}. */
  int successor(int write) {
    if (successor == null) {
      return NONE;
    }
    if (write < 0) {
      return initialSuccessor[~write];
    }
    int next = successor[write];
    return next == 0 ? NONE : next - 1;
  }
}
