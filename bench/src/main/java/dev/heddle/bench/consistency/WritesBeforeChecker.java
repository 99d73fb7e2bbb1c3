package dev.heddle.bench.consistency;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * Consistency in RA by the writes-before order of Lahav and Vafeiadis (2015), as model checkers
 * have computed it: per location a matrix of its writes, a pair for every two of which one happens
 * before the other or before a reader of the other, closed transitively. O(n³); the baseline that
 * the fast checkers are held against.
 */
final class WritesBeforeChecker {
  private final ExecutionGraph graph;
  private final int threads;

  /** Timestamps of all events: row e covers the events of thread u up to entry u. */
  private final int[] hb;

  private final int[] top;

  private WritesBeforeChecker(ExecutionGraph graph) {
    this.graph = graph;
    threads = graph.threads();
    hb = new int[Math.multiplyExact(graph.events(), threads)];
    top = new int[graph.events()];
  }

  /** For executions without program order across threads. */
  static boolean isConsistent(ExecutionGraph graph) {
    WritesBeforeChecker checker = new WritesBeforeChecker(graph);
    if (!checker.prepare()) {
      return false;
    }
    for (int x = 0; x < graph.locations(); x++) {
      if (!checker.isCoherent(x)) {
        return false;
      }
    }
    return true;
  }

  /** Happens-before and rf-chains; false if two RMWs read one write. */
  private boolean prepare() {
    int[] last = new int[threads];
    Arrays.fill(last, -1);
    boolean[] updated = new boolean[graph.events()];
    boolean[] initialUpdated = new boolean[graph.locations()];
    for (int e = 0; e < graph.events(); e++) {
      int t = graph.thread(e);
      join(e, last[t]);
      join(e, graph.source(e));
      hb[e * threads + t] = e + 1;
      last[t] = e;
      top[e] = e;
      if (graph.isRmw(e)) {
        int w = graph.source(e);
        if (w < 0 ? initialUpdated[graph.location(e)] : updated[w]) {
          return false;
        }
        if (w < 0) {
          initialUpdated[graph.location(e)] = true;
          top[e] = ~graph.location(e);
        } else {
          updated[w] = true;
          top[e] = top[w];
        }
      }
    }
    return true;
  }

  private void join(int e, int other) {
    for (int u = 0; other >= 0 && u < threads; u++) {
      hb[e * threads + u] = Math.max(hb[e * threads + u], hb[other * threads + u]);
    }
  }

  private boolean happensBefore(int a, int b) {
    return a != b && a < hb[b * threads + graph.thread(a)];
  }

  private boolean isCoherent(int x) {
    int[] events = new int[graph.events()];
    int[] place = new int[graph.events()];
    int count = 0;
    int writes = 1;
    for (int e = 0; e < graph.events(); e++) {
      if (graph.location(e) == x) {
        events[count++] = e;
        if (graph.writes(e)) {
          place[e] = writes++;
        }
      }
    }
    boolean[][] wb = new boolean[writes][writes];
    for (int i = 0; i < count; i++) {
      int e = events[i];
      if (graph.isRmw(e)) {
        wb[graph.source(e) < 0 ? 0 : place[graph.source(e)]][place[e]] = true;
      }
      for (int j = 0; j < count; j++) {
        int w = events[j];
        if (graph.writes(w) && happensBefore(w, e) && !addBefore(wb, place, w, e)) {
          return false;
        }
      }
      if (graph.writes(e)) {
        wb[0][place[e]] = true;
      }
    }
    return isAcyclic(wb);
  }

  /** A write happens before an access: it is before the chain that the access reads or starts. */
  private boolean addBefore(boolean[][] wb, int[] place, int w, int access) {
    int m = graph.reads(access) ? graph.source(access) : access;
    int target = m < 0 ? ~graph.location(access) : top[m];
    if (top[w] == target) {
      return w <= m;
    }
    wb[place[w]][target < 0 ? 0 : place[target]] = true;
    return true;
  }

  private static boolean isAcyclic(boolean[][] relation) {
    int n = relation.length;
    for (int b = 0; b < n; b++) {
      for (int a = 0; a < n; a++) {
        if (relation[a][b]) {
          for (int c = 0; c < n; c++) {
            relation[a][c] |= relation[b][c];
          }
        }
      }
    }
    for (int a = 0; a < n; a++) {
      if (relation[a][a]) {
        return false;
      }
    }
    return true;
  }
}
