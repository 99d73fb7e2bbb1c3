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
      graph.cells.get(c).renumber(this, graph.previousAccess);
    }
    for (int t = 0; t < graph.threadCount; t++) {
      graph.last[t] = of(graph.last[t]);
      graph.spawnedBy[t] = of(graph.spawnedBy[t]);
    }
    graph.lives.renumber(this, length);
    for (int e = 0; e < length; e++) {
      if (number[e] >= 0) {
        graph.previous[e] = firstOf(graph.previous[e], graph.previous);
        graph.previousAccess[e] = firstOf(graph.previousAccess[e], graph.previousAccess);
      }
    }
    for (int e = 0; e < length; e++) {
      if (number[e] >= 0) {
        move(e, number[e]);
      }
    }
    Arrays.fill(graph.before, kept, length, null);
    Arrays.fill(graph.cell, kept, length, null);
    graph.orders.forgetTrail();
    graph.length = kept;
    return kept;
  }

  private void move(int e, int to) {
    graph.thread[to] = graph.thread[e];
    graph.index[to] = graph.index[e];
    graph.previous[to] = of(graph.previous[e]);
    graph.previousAccess[to] = of(graph.previousAccess[e]);
    graph.accesses.add(to);
    graph.source[to] = of(graph.source[e]);
    graph.alternative[to] = graph.alternative[e];
    graph.slot[to] = graph.slot[e];
    graph.type[to] = graph.type[e];
    graph.order[to] = graph.order[e];
    graph.observed[to] = graph.observed[e];
    graph.written[to] = graph.written[e];
    graph.missing[to] = graph.missing[e];
    graph.cell[to] = graph.cell[e];
    graph.before[to] = graph.before[e];
    graph.hashes.move(e, to);
    graph.clocks.move(e, to, of(graph.clocks.releaseFence(e)));
  }
}
