package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.EventScheduler;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;

/**
 * Tries to run all events in a saturated order, without going back: a first, linear-time attempt at
 * phase P-II, guided by the recorded order. A write waits until every constrained reader of the
 * write before it has run.
 */
final class GuidedWitness extends EventScheduler {
  private final ExecutionGraph graph;
  private final Saturation order;
  private final Readers readers;

  /** The last write of each location that has run. */
  private final int[] current;

  private final IntList writes = new IntList();

  GuidedWitness(Saturation order) {
    super(order.graph);
    this.graph = order.graph;
    this.order = order;
    readers = order.readers;
    current = new int[graph.locations()];
    for (int x = 0; x < current.length; x++) {
      current[x] = ~x;
    }
  }

  /** The writes in the order in which they ran. */
  ModificationOrder modificationOrder() {
    return ModificationOrder.of(graph, writes);
  }

  @Override
  protected int blocker(int event) {
    int t = graph.thread(event);
    for (int u = 0; u < order.threads; u++) {
      int last = order.row(event, u) - 1;
      if (u != t && last >= 0 && !hasRun(last)) {
        return last;
      }
    }
    if (graph.writes(event)) {
      int w = current[graph.location(event)];
      for (int r = readers.firstLast(w); r != NONE; r = readers.nextLast(r)) {
        if (r != event && !hasRun(r)) {
          return r;
        }
      }
    }
    return -1;
  }

  @Override
  protected void run(int event) {
    if (graph.writes(event)) {
      current[graph.location(event)] = event;
      writes.add(event);
    }
  }
}
