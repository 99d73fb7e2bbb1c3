package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** A total order on the writes of each location. */
public final class ModificationOrder {
  private final ExecutionGraph graph;

  /** The tops of the chains that are not ordered by their numbers, each location's in order. */
  private final IntList tops;

  /** The next write of a chain, or NONE; null if the chains have to be found first. */
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

  /** Every chain as its top stands in {@code tops}. */
  static ModificationOrder ofAllChains(ExecutionGraph graph, IntList tops) {
    return new ModificationOrder(graph, tops, null, w -> true);
  }

  /** For each location its writes in order; initial writes, which come first, are left out. */
  public List<int[]> byLocation() {
    int[][] reordered = reordered();
    int[] taken = new int[graph.locations()];
    int[] size = new int[graph.locations()];
    int[][] result = new int[graph.locations()][];
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e)) {
        size[graph.location(e)]++;
      }
    }
    for (int x = 0; x < result.length; x++) {
      result[x] = new int[size[x]];
      size[x] = 0;
    }
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e) && !isReordered.test(e)) {
        int x = graph.location(e);
        while (taken[x] < reordered[x].length && reordered[x][taken[x]] < e) {
          result[x][size[x]++] = reordered[x][taken[x]++];
        }
        result[x][size[x]++] = e;
      }
    }
    for (int x = 0; x < result.length; x++) {
      int rest = reordered[x].length - taken[x];
      System.arraycopy(reordered[x], taken[x], result[x], size[x], rest);
    }
    return Arrays.asList(result);
  }

  /** For each location the writes of the chains of {@link #tops}. */
  private int[][] reordered() {
    IntUnaryOperator next = successor == null ? RfChains.of(graph)::successor : successor;
    int[] size = new int[graph.locations()];
    forEachReordered(next, w -> size[graph.location(w)]++);
    int[][] writes = new int[size.length][];
    for (int x = 0; x < size.length; x++) {
      writes[x] = new int[size[x]];
      size[x] = 0;
    }
    forEachReordered(next, w -> writes[graph.location(w)][size[graph.location(w)]++] = w);
    return writes;
  }

  private void forEachReordered(IntUnaryOperator successor, IntConsumer action) {
    for (int i = 0; i < tops.size(); i++) {
      int w = tops.get(i);
      if (w < 0) {
        w = successor.applyAsInt(w);
      }
      for (; w >= 0; w = successor.applyAsInt(w)) {
        action.accept(w);
      }
    }
  }
}
