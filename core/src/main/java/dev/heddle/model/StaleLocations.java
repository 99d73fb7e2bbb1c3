package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The locations where some read is stale: it does not read the newest write of its location in
 * number order.
 *
 * <p>Not in the paper. Event numbers linearise po ∪ rf. At a location without stale reads the
 * number order of the writes satisfies every coherence and atomicity axiom: whatever happens before
 * an event has a smaller number, and each read or RMW reads the write that is last before it. If no
 * location has one, the number order is a sequentially consistent run of the whole execution, which
 * is therefore consistent in every model.
 */
final class StaleLocations {
  private static final int FRESH = -1;

  /** The place of a location among those with stale reads, else -1. */
  private final int[] slot;

  private int count;

  private StaleLocations(int locations) {
    slot = new int[locations];
    Arrays.fill(slot, FRESH);
  }

  static StaleLocations of(ExecutionGraph graph) {
    StaleLocations result = new StaleLocations(graph.locations());
    int[] newest = new int[graph.locations()];
    Arrays.fill(newest, ExecutionGraph.INITIAL);
    int n = graph.events();
    for (int e = 0; e < n; e++) {
      int x = graph.location(e);
      if (x >= 0) {
        if (graph.reads(e) && graph.source(e) != newest[x]) {
          result.add(x);
        }
        if (graph.writes(e)) {
          newest[x] = e;
        }
      }
    }
    return result;
  }

  /** Every location, so that nothing is taken for fresh. */
  static StaleLocations all(ExecutionGraph graph) {
    StaleLocations result = new StaleLocations(graph.locations());
    for (int x = 0; x < graph.locations(); x++) {
      result.add(x);
    }
    return result;
  }

  private void add(int x) {
    if (slot[x] == FRESH) {
      slot[x] = count++;
    }
  }

  int count() {
    return count;
  }

  boolean contains(int x) {
    return slot[x] != FRESH;
  }

  int slot(int x) {
    return slot[x];
  }
}
