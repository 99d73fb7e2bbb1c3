package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The lists 𝕎List and ℝList of section 3 as one: per thread and location, in program order, the
 * accesses that can bring a write to somebody's knowledge. With writes only, these are the writes.
 * With reads, an access stands for the write that it wrote or read; of several in a row that stand
 * for one write the first is in the list, and reads of the initial value are not.
 *
 * <p>The lists are linked: {@link #next} by event, {@link #first} by location and thread.
 */
final class AccessLists {
  /** Larger than every event. */
  static final int END = Integer.MAX_VALUE;

  private final int[] next;

  /** First entry of thread u at the location with slot s, at s·k + u. */
  private final int[] first;

  private final int threads;

  /** The lists of the locations in {@code locations}. */
  AccessLists(ExecutionGraph graph, StaleLocations locations, boolean withReads) {
    threads = graph.threads();
    next = new int[graph.events()];
    first = new int[Math.multiplyExact(locations.count(), threads)];
    Arrays.fill(first, END);
    for (int e = graph.events() - 1; e >= 0; e--) {
      int x = graph.location(e);
      if (x < 0 || !locations.contains(x)) {
        continue;
      }
      int list = locations.slot(x) * threads + graph.thread(e);
      int following = first[list];
      if (graph.writes(e)) {
        boolean repeated = following != END && effect(graph, following) == e;
        next[e] = repeated ? next[following] : following;
        first[list] = e;
      } else if (withReads && graph.source(e) >= 0) {
        boolean repeated = following != END && effect(graph, following) == graph.source(e);
        next[e] = repeated ? next[following] : following;
        first[list] = e;
      }
    }
  }

  /** The write that an access stands for. */
  static int effect(ExecutionGraph graph, int access) {
    return graph.writes(access) ? access : graph.source(access);
  }

  /** The entry after this one in its list, or {@link #END}. */
  int next(int entry) {
    return next[entry];
  }

  /** A fresh array of the first entries, indexed by slot · threads + thread. */
  int[] first() {
    return first.clone();
  }

  /** The first entry of a thread at a location given by its slot. */
  int first(int slot, int thread) {
    return first[slot * threads + thread];
  }
}
