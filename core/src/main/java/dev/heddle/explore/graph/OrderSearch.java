package dev.heddle.explore.graph;

import java.util.function.Predicate;

/**
 * Looks for a modification order with which a graph is consistent, where coherence alone does not
 * decide. The known part of mo is extended pair by pair; a part with which the model finds a
 * contradiction is given up. The first guess is the order in which writes were added.
 */
final class OrderSearch {
  private final Predicate<EventGraph> hasNoContradiction;

  /**
   * @param hasNoContradiction whether the model is content with the known part of mo; if mo is
   *     total, whether the graph is consistent
   */
  OrderSearch(Predicate<EventGraph> hasNoContradiction) {
    this.hasNoContradiction = hasNoContradiction;
  }

  /** Whether some modification order makes the graph consistent; mo is left as it is. */
  boolean exists(EventGraph graph) {
    if (!hasNoContradiction.test(graph)) {
      return false;
    }
    Cell open = firstOpen(graph);
    if (open == null) {
      return true;
    }
    int mark = graph.orders.mark();
    complete(graph);
    boolean isGood = hasNoContradiction.test(graph);
    graph.orders.undoTo(mark);
    return isGood || branch(graph, open);
  }

  private boolean branch(EventGraph graph, Cell cell) {
    int mark = graph.orders.mark();
    for (int b = 1; b < cell.slots; b++) {
      for (int a = 1; a < b; a++) {
        if (cell.isOpen(a, b)) {
          boolean exists = graph.orders.order(cell, a, b) && exists(graph);
          graph.orders.undoTo(mark);
          exists = exists || (graph.orders.order(cell, b, a) && exists(graph));
          graph.orders.undoTo(mark);
          return exists;
        }
      }
    }
    throw new AssertionError("mo of the cell is total");
  }

  /** Whether the modification order of each cell is total. */
  static boolean isTotal(EventGraph graph) {
    return firstOpen(graph) == null;
  }

  private static Cell firstOpen(EventGraph graph) {
    for (int c = 0; c < graph.cells.size(); c++) {
      Cell cell = graph.cells.get(c);
      for (int b = 2; b < cell.slots; b++) {
        for (int a = 1; a < b; a++) {
          if (cell.isOpen(a, b)) {
            return cell;
          }
        }
      }
    }
    return null;
  }

  /** Orders all pairs that are open as they were added. */
  private static void complete(EventGraph graph) {
    for (int c = 0; c < graph.cells.size(); c++) {
      Cell cell = graph.cells.get(c);
      for (int b = 2; b < cell.slots; b++) {
        for (int a = 1; a < b; a++) {
          if (cell.isOpen(a, b)) {
            graph.orders.order(cell, a, b);
          }
        }
      }
    }
  }
}
