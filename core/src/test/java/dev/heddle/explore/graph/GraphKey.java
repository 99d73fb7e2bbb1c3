package dev.heddle.explore.graph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The class of a graph as text, as {@link GraphOracle} writes it. */
final class GraphKey {
  private GraphKey() {}

  static String of(EventGraph graph, boolean isTotal) {
    StringBuilder key = new StringBuilder();
    for (int t = 0; t < graph.threadCount; t++) {
      key.append(t).append(':');
      for (int e = 0; e < graph.length; e++) {
        if (graph.thread(e) == t) {
          key.append(' ').append(name(graph, graph.source(e)));
          key.append(graph.alternative(e) > 0 ? "/" + graph.alternative(e) : "");
        }
      }
      key.append('\n');
    }
    if (isTotal) {
      appendOrders(graph, key);
    }
    return key.toString();
  }

  private static void appendOrders(EventGraph graph, StringBuilder key) {
    List<Cell> cells = new ArrayList<>();
    for (int c = 0; c < graph.cells.size(); c++) {
      cells.add(graph.cells.get(c));
    }
    cells.sort(Comparator.comparingLong(cell -> cell.position));
    for (Cell cell : cells) {
      List<Integer> slots = new ArrayList<>();
      for (int s = 1; s < cell.slots; s++) {
        slots.add(s);
      }
      slots.sort(Comparator.comparingInt(cell::countBefore));
      if (!slots.isEmpty() && graph.hasOrders()) {
        key.append('[');
        slots.forEach(s -> key.append(name(graph, cell.event(s))).append(' '));
        key.append(']');
      }
    }
  }

  private static String name(EventGraph graph, int e) {
    return e < 0
        ? e == EventGraph.INITIAL ? "init" : "-"
        : graph.thread(e) + "." + (graph.index(e) - 1);
  }
}
