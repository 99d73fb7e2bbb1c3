package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;

/**
 * The writes of each location and thread in arrays, for {@code lastWriteBefore} by binary search.
 */
final class WriteIndex {
  private final int threads;

  /** The list of thread u at location x is {@code writes[start[x·k + u] … start[x·k + u + 1])}. */
  private final int[] start;

  private final int[] writes;

  WriteIndex(ExecutionGraph graph) {
    threads = graph.threads();
    start = new int[Math.multiplyExact(graph.locations(), threads) + 1];
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e)) {
        start[list(graph.location(e), graph.thread(e)) + 1]++;
      }
    }
    for (int i = 1; i < start.length; i++) {
      start[i] += start[i - 1];
    }
    writes = new int[start[start.length - 1]];
    int[] end = start.clone();
    for (int e = 0; e < graph.events(); e++) {
      if (graph.writes(e)) {
        writes[end[list(graph.location(e), graph.thread(e))]++] = e;
      }
    }
  }

  private int list(int x, int u) {
    return x * threads + u;
  }

  int first(int x, int u) {
    return start[list(x, u)];
  }

  /** One past the place of the last write of thread u at location x. */
  int end(int x, int u) {
    return start[list(x, u) + 1];
  }

  /** The write at a place between {@link #first} and {@link #end}. */
  int at(int place) {
    return writes[place];
  }

  /** The place of the first write of thread u at x that is not smaller than {@code limit}. */
  int lowerBound(int x, int u, int limit) {
    int low = first(x, u);
    int high = end(x, u);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (writes[middle] < limit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The last write of thread u at x that is smaller than {@code limit}, or NONE. */
  int lastBefore(int x, int u, int limit) {
    if (limit == 0) {
      return NONE;
    }
    int place = lowerBound(x, u, limit);
    return place == first(x, u) ? NONE : writes[place - 1];
  }
}
