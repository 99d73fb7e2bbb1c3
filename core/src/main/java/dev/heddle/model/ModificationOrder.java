package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import java.util.ArrayList;
import java.util.List;

/** A total order on the writes of each location. */
public final class ModificationOrder {
  private final ExecutionGraph graph;

  /** The writes of all or some locations, each location's in order; writes of several may mix. */
  private final int[] order;

  private final int count;

  /** The locations that {@link #order} covers; the others are ordered by event number. */
  private final StaleLocations covered;

  private ModificationOrder(ExecutionGraph graph, int[] order, int count, StaleLocations covered) {
    this.graph = graph;
    this.order = order;
    this.count = count;
    this.covered = covered;
  }

  /** The order of the event numbers. */
  static ModificationOrder recorded(ExecutionGraph graph) {
    return new ModificationOrder(graph, new int[0], 0, null);
  }

  /** The order in which writes stand in {@code order}, at all locations. */
  static ModificationOrder of(ExecutionGraph graph, int[] order, int count) {
    return new ModificationOrder(graph, order, count, StaleLocations.all(graph));
  }

  /** The order of {@code order} at the given locations, of the numbers elsewhere. */
  static ModificationOrder of(
      ExecutionGraph graph, int[] order, int count, StaleLocations locations) {
    return new ModificationOrder(graph, order, count, locations);
  }

  /** For each location its writes in order; initial writes, which come first, are left out. */
  public List<int[]> byLocation() {
    List<IntList> lists = new ArrayList<>();
    for (int x = 0; x < graph.locations(); x++) {
      lists.add(new IntList());
    }
    for (int i = 0; i < count; i++) {
      lists.get(graph.location(order[i])).add(order[i]);
    }
    for (int e = 0; e < graph.events(); e++) {
      int x = graph.location(e);
      if (graph.writes(e) && (covered == null || !covered.contains(x))) {
        lists.get(x).add(e);
      }
    }
    List<int[]> result = new ArrayList<>();
    for (IntList list : lists) {
      result.add(list.toArray());
    }
    return result;
  }
}
