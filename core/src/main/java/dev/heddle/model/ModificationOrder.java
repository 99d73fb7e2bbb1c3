package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** A total order on the writes of each location. */
public final class ModificationOrder {
  private final ExecutionGraph graph;

  /** The tops of the chains that are not ordered by their numbers, each location's in order. */
  private final IntList tops;

  /** The next write of a chain, or NONE. */
  private final IntUnaryOperator successor;

  /**
   * Whether a write is in such a chain. Between two writes of a location of which one is and one is
   * not, the numbers decide.
   */
  private final IntPredicate isReordered;

  private ModificationOrder(
      ExecutionGraph graph, IntList tops, IntUnaryOperator successor, IntPredicate isReordered) {
    this.graph = graph;
    this.tops = tops;
    this.successor = successor;
    this.isReordered = isReordered;
  }

  /** The order of the event numbers. */
  static ModificationOrder recorded(ExecutionGraph graph) {
    return new ModificationOrder(graph, new IntList(), w -> ExecutionGraph.NONE, w -> false);
  }

  /** The order in which all writes stand in {@code writes}. */
  static ModificationOrder of(ExecutionGraph graph, IntList writes) {
    return new ModificationOrder(graph, writes, w -> ExecutionGraph.NONE, w -> true);
  }

  /** The chains within spans as their tops stand in {@code tops}, the others as numbered. */
  static ModificationOrder ofChains(
      ExecutionGraph graph, RfChains chains, StaleSpans spans, IntList tops) {
    return new ModificationOrder(graph, tops, chains::successor, spans::involves);
  }

  /** For each location its writes in order; initial writes, which come first, are left out. */
  public List<int[]> byLocation() {
    List<IntList> asNumbered = lists();
    List<IntList> reordered = lists();
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e) && !isReordered.test(e)) {
        asNumbered.get(graph.location(e)).add(e);
      }
    }
    for (int i = 0; i < tops.size(); i++) {
      int w = tops.get(i);
      if (w < 0) {
        w = successor.applyAsInt(w);
      }
      for (; w >= 0; w = successor.applyAsInt(w)) {
        reordered.get(graph.location(w)).add(w);
      }
    }
    List<int[]> result = new ArrayList<>();
    for (int x = 0; x < graph.locations(); x++) {
      result.add(merge(asNumbered.get(x), reordered.get(x)));
    }
    return result;
  }

  private List<IntList> lists() {
    List<IntList> lists = new ArrayList<>();
    for (int x = 0; x < graph.locations(); x++) {
      lists.add(new IntList());
    }
    return lists;
  }

  private static int[] merge(IntList a, IntList b) {
    int[] result = new int[a.size() + b.size()];
    int i = 0;
    int j = 0;
    for (int k = 0; k < result.length; k++) {
      boolean first = j == b.size() || (i < a.size() && a.get(i) < b.get(j));
      result[k] = first ? a.get(i++) : b.get(j++);
    }
    return result;
  }
}
