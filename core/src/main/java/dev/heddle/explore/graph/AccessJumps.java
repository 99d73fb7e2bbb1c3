package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Shortcuts through the accesses of a thread to a cell, which {@link EventGraph#previousAccess}
 * leads through one by one: the latest up to an event of the thread is found in logarithmic time.
 * The jumps are those of Myers: <em>An Applicative Random-Access Stack</em>, IPL 1983. Where an
 * access leads to depends on those before it alone, so that nothing has to be taken back when
 * events are removed.
 */
final class AccessJumps {
  private final EventGraph graph;

  /** An access before this one in the same row; the first one leads to itself. */
  private int[] jump = new int[64];

  /** How many accesses come before it. */
  private int[] depth = new int[64];

  AccessJumps(EventGraph graph) {
    this.graph = graph;
  }

  /** An event is an access whose predecessor in the row, or -1, is known. */
  void add(int e) {
    if (e >= jump.length) {
      jump = Arrays.copyOf(jump, Math.max(e + 1, 2 * jump.length));
      depth = Arrays.copyOf(depth, jump.length);
    }
    int p = graph.previousAccess(e);
    if (p < 0) {
      jump[e] = e;
      depth[e] = 0;
    } else {
      int far = jump[p];
      depth[e] = depth[p] + 1;
      jump[e] = depth[p] - depth[far] == depth[far] - depth[jump[far]] ? jump[far] : p;
    }
  }

  /** The latest access from one on backwards whose index is not above a number; or -1. */
  int upTo(int from, int number) {
    int x = from;
    while (x >= 0 && graph.index(x) > number) {
      int far = jump[x];
      x = far != x && graph.index(far) > number ? far : graph.previousAccess(x);
    }
    return x;
  }
}
