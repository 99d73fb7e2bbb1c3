package dev.heddle.explore.graph;

import dev.heddle.machine.ThreadNode;
import java.util.function.IntPredicate;

/**
 * Decides whether threads that wait at the end of an execution wait forever. Sooner or later they
 * read the last write to their cell; so they do if that is one with which they cannot go on, in
 * some modification order. Where there is none, they do if they cannot go on with anything.
 */
final class LastingWaits {
  private final EventGraph graph;
  private final GraphModel model;
  private final IntPredicate isEnabled;

  /**
   * @param isEnabled whether a thread could go on with some source
   */
  LastingWaits(EventGraph graph, GraphModel model, IntPredicate isEnabled) {
    this.graph = graph;
    this.model = model;
    this.isEnabled = isEnabled;
  }

  /** Whether there is a modification order in which all threads that wait do so forever. */
  boolean arePossible() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.parked(t) != null) {
        return model.ordering().hasCoherence() ? isPossibleFrom(t) : nobodyIsEnabled(t);
      }
    }
    return true;
  }

  private boolean nobodyIsEnabled(int first) {
    for (int t = first; t < graph.threadCount; t++) {
      if (graph.parked(t) != null && isEnabled.test(t)) {
        return false;
      }
    }
    return true;
  }

  /** The same for the threads from a number on; those before have their last writes already. */
  private boolean isPossibleFrom(int first) {
    int t = first;
    while (t < graph.threadCount && graph.parked(t) == null) {
      t++;
    }
    if (t == graph.threadCount) {
      return model.admitsOrders(graph);
    }
    ThreadNode node = graph.current(t);
    Cell cell = graph.cell(node);
    for (int s = 0; s < cell.slots; s++) {
      if (Sources.mayBeLast(cell, s)
          && !graph.semantics.isPossible(node, t, graph.content(cell, s))) {
        int mark = graph.orders.mark();
        boolean isPossible = putLast(cell, s) && isPossibleFrom(t + 1);
        graph.orders.undoTo(mark);
        if (isPossible) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean putLast(Cell cell, int last) {
    for (int s = 0; s < cell.slots; s++) {
      if (s != last && !graph.orders.order(cell, s, last)) {
        return false;
      }
    }
    return true;
  }
}
