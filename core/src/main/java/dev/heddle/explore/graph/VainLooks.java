package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Which writes threads that wait in a run have looked at in vain. A thread that waits learns
 * nothing, and the modification order only grows; so it will not go on with those writes later,
 * either, and only has to look at new ones.
 */
final class VainLooks {
  private final EventGraph graph;

  /** For each thread, how many events it had when it looked last; below 0 if it has not. */
  private int[] events = new int[8];

  /** And how many writes its cell had had. */
  private long[] writes = new long[8];

  VainLooks(EventGraph graph) {
    this.graph = graph;
  }

  /** Nobody has looked at anything. */
  void begin() {
    Arrays.fill(events, -1);
  }

  /** The first slot of the cell that a thread waits for which it has not looked at in vain. */
  int firstNew(int t, Cell cell) {
    if (t >= events.length || events[t] != eventsOf(t)) {
      return Cell.INITIAL;
    }
    return (int) Math.max(Cell.INITIAL, cell.slots - (cell.writes() - writes[t]));
  }

  /** A thread has looked at all slots of the cell that it waits for in vain. */
  void note(int t, Cell cell) {
    if (t >= events.length) {
      int known = events.length;
      events = Arrays.copyOf(events, 2 * t);
      writes = Arrays.copyOf(writes, 2 * t);
      Arrays.fill(events, known, events.length, -1);
    }
    events[t] = eventsOf(t);
    writes[t] = cell.writes();
  }

  private int eventsOf(int t) {
    return graph.last(t) < 0 ? 0 : graph.index(graph.last(t));
  }
}
