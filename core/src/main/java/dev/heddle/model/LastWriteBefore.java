package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

/**
 * {@code lastWriteBefore(u, x, c)} for observer threads, section 3: each observer keeps its own
 * place in the list of each thread's writes of a location. Its timestamps only grow, so a place
 * only moves on, and all queries together cost O(n·k). Places are made when an observer first asks
 * for a location.
 */
final class LastWriteBefore {
  private final AccessLists lists;
  private final int threads;

  /** Row of places, plus 1, by slot and observer; 0 if there is none yet. */
  private final int[] rowOf;

  /** Entry u of a row: one more than the last write found in the list of thread u, 0 if none. */
  private final TimestampRows places;

  LastWriteBefore(AccessLists lists, int slots, int threads) {
    this.lists = lists;
    this.threads = threads;
    rowOf = new int[Math.multiplyExact(slots, threads)];
    places = new TimestampRows(threads, rowOf.length);
  }

  /** The places of an observer at a location; to be passed to {@link #get}. */
  int row(int slot, int observer) {
    int at = slot * threads + observer;
    if (rowOf[at] == 0) {
      rowOf[at] = places.allocate() + 1;
    }
    return rowOf[at] - 1;
  }

  /** The last write of thread u at the location that is smaller than {@code limit}, else NONE. */
  int get(int row, int slot, int u, int limit) {
    int[] chunk = places.chunk(row);
    int at = places.offset(row) + u;
    int last = chunk[at] - 1;
    int next = last < 0 ? lists.first(slot, u) : lists.next(last);
    while (next < limit) {
      last = next;
      next = lists.next(next);
    }
    chunk[at] = last + 1;
    return last < 0 ? NONE : last;
  }
}
