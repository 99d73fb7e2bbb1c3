package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A total order on the writes of each location. */
public final class ModificationOrder {
  private final ExecutionGraph graph;

  /**
   * The writes that have to be in another order than that of their numbers, each location's in
   * order.
   */
  private final int[] order;

  private final int count;

  /**
   * Whether a write is in {@link #order}. Between two writes of a location of which one is and one
   * is not, the numbers decide.
   */
  private final IntPredicate isReordered;

  private ModificationOrder(
      ExecutionGraph graph, int[] order, int count, IntPredicate isReordered) {
    this.graph = graph;
    this.order = order;
    this.count = count;
    this.isReordered = isReordered;
  }

  /** The order of the event numbers. */
  static ModificationOrder recorded(ExecutionGraph graph) {
    return new ModificationOrder(graph, new int[0], 0, e -> false);
  }

  /** The order in which all writes stand in {@code order}. */
  static ModificationOrder of(ExecutionGraph graph, int[] order, int count) {
    return new ModificationOrder(graph, order, count, e -> true);
  }

  /** The order of {@code order} for some of the writes, that of the numbers for the others. */
  static ModificationOrder of(
      ExecutionGraph graph, int[] order, int count, IntPredicate isReordered) {
    return new ModificationOrder(graph, order, count, isReordered);
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
    for (int i = 0; i < count; i++) {
      reordered.get(graph.location(order[i])).add(order[i]);
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
    while (i + j < result.length) {
      boolean first = j == b.size() || (i < a.size() && a.get(i) < b.get(j));
      result[i + j] = first ? a.get(i++) : b.get(j++);
    }
    return result;
  }
}
