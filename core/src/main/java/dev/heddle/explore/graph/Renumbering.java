package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Drops events of a graph and numbers the others anew, in the same order. The graph only grows from
 * then on: what was dropped cannot be taken back.
 */
final class Renumbering {
  private static final int GOES = -1;
  private static final int STAYS = 0;

  private final EventGraph graph;

  /** What becomes of an event: first whether it stays, then its new number. */
  private int[] number = new int[64];

  Renumbering(EventGraph graph) {
    this.graph = graph;
  }

  /** All events go, unless it is said that they stay. */
  void begin() {
    if (number.length < graph.length) {
      number = new int[2 * graph.length];
    }
    Arrays.fill(number, 0, graph.length, GOES);
  }

  /** An event stays. So do, at least, all that have slots, and the latest one of each thread. */
  void keep(int e) {
    number[e] = STAYS;
  }

  /** The new number of an event; below 0 for one that goes, or for none. */
  int of(int e) {
    return e < 0 ? e : number[e];
  }

  /** The first event of a list that stays, or -1; the list goes on as an array says. */
  int firstOf(int e, int[] next) {
    int x = e;
    while (x >= 0 && number[x] < 0) {
      x = next[x];
    }
    return x;
  }

  /** Does what was said; the number of events that are left. */
  int apply() {
    int length = graph.length;
    int kept = 0;
    for (int e = 0; e < length; e++) {
      number[e] = number[e] == STAYS ? kept++ : GOES;
    }
    for (int c = 0; c < graph.cells.size(); c++) {
      graph.cells.get(c).renumber(this, graph);
    }
    graph.renumber(this, kept);
    return kept;
  }
}
