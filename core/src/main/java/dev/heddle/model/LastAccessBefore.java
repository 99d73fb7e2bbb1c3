package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import java.util.Arrays;

/**
 * {@code lastWriteBefore(u, x, c)} and {@code lastReadBefore(u, x, c)} for observer threads,
 * section 3 of the paper on reads-from consistency: each observer keeps its own place in the list
 * of each thread's accesses of a location. Its timestamps only grow, so a place only moves on, and
 * all queries together cost O(n·k). Places are made when an observer first asks for a location; the
 * list of thread u at location x has the number x·k + u.
 */
final class LastAccessBefore {
  private final AccessLists lists;
  private final int threads;

  /** Row of places, plus 1, by location and observer; 0 if there is none yet. */
  private int[] rowOf;

  /** Entry u of a row: one more than the last access found in the list of thread u, 0 if none. */
  private final TimestampRows places;

  LastAccessBefore(AccessLists lists, int locations, int threads) {
    this.lists = lists;
    this.threads = threads;
    rowOf = new int[Math.multiplyExact(locations, threads)];
    places = new TimestampRows(threads, Math.max(64, rowOf.length));
  }

  /** Makes room for locations up to this number. */
  void ensureLocations(int locations) {
    int rows = Math.multiplyExact(locations, threads);
    if (rows > rowOf.length) {
      rowOf = Arrays.copyOf(rowOf, Math.max(rows, 2 * rowOf.length));
    }
  }

  /** The last access in the list of thread u at x that is smaller than {@code limit}, else NONE. */
  int get(int observer, int x, int u, int limit) {
    int first = lists.first(x * threads + u);
    if (first >= limit) {
      return NONE;
    }
    int row = rowOf[x * threads + observer] - 1;
    if (row < 0) {
      row = places.allocate();
      rowOf[x * threads + observer] = row + 1;
    }
    int[] chunk = places.chunk(row);
    int at = places.offset(row) + u;
    int access = chunk[at] == 0 ? first : chunk[at] - 1;
    for (int next = lists.next(access); next < limit; next = lists.next(next)) {
      access = next;
    }
    chunk[at] = access + 1;
    return access;
  }
}
