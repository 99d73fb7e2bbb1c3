package dev.heddle.bench.consistency;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.MemoryModel;
import java.util.Arrays;

/**
 * Consistency in RA and RC20 by the writes-before order of Lahav and Vafeiadis (2015), as model
 * checkers have computed it: per location a matrix of its writes, a pair for every two of which one
 * happens before the other or before a reader of the other, closed transitively. O(n³); the
 * baseline that the fast checkers are held against.
 */
final class WritesBeforeChecker {
  private final ExecutionGraph graph;
  private final int threads;

  /** Timestamps of all events: row e covers the events of thread u up to entry u. */
  private final int[] hb;

  /** What a read learns that acquires the write, and what an acquire fence would learn. */
  private final int[] released;

  private final int[] acquirable;
  private final boolean synchronizesAll;
  private final int[] top;

  private WritesBeforeChecker(ExecutionGraph graph, boolean synchronizesAll) {
    this.graph = graph;
    this.synchronizesAll = synchronizesAll;
    threads = graph.threads();
    hb = new int[Math.multiplyExact(graph.events(), threads)];
    released = synchronizesAll ? hb : new int[hb.length];
    acquirable = synchronizesAll ? hb : new int[hb.length];
    top = new int[graph.events()];
  }

  /** Consistency in RA. */
  static boolean isConsistent(ExecutionGraph graph) {
    return isConsistent(graph, MemoryModel.RA);
  }

  /**
   * @param model RA or RC20; of RC20 without sequentially consistent events
   */
  static boolean isConsistent(ExecutionGraph graph, MemoryModel model) {
    WritesBeforeChecker checker = new WritesBeforeChecker(graph, model == MemoryModel.RA);
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
    int[] fences = new int[threads];
    Arrays.fill(last, -1);
    Arrays.fill(fences, -1);
    boolean[] updated = new boolean[graph.events()];
    boolean[] initialUpdated = new boolean[graph.locations()];
    for (int e = 0; e < graph.events(); e++) {
      int t = graph.thread(e);
      synchronize(e, last[t], fences);
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

  /**
   * Happens-before up to an event.
   *
   * @param previous the event before it in its thread, or -1
   * @param fences the latest release fence of each thread, or -1
   */
  private void synchronize(int e, int previous, int[] fences) {
    int t = graph.thread(e);
    join(hb, e, hb, previous);
    for (int i = 0; i < graph.orderEdges() && graph.hasOrderBefore(e); i++) {
      if (graph.orderTo(i) == e) {
        join(hb, e, hb, graph.orderFrom(i));
      }
    }
    int source = graph.source(e);
    int label = graph.label(e);
    if (synchronizesAll) {
      join(hb, e, hb, source);
    } else {
      join(acquirable, e, acquirable, previous);
      join(acquirable, e, released, source);
      if (EventLabel.acquires(label)) {
        join(hb, e, graph.isFence(e) ? acquirable : released, graph.isFence(e) ? e : source);
      }
    }
    hb[e * threads + t] = e + 1;
    if (!synchronizesAll) {
      release(e, label, fences);
    }
  }

  private void release(int e, int label, int[] fences) {
    int t = graph.thread(e);
    if (graph.isFence(e)) {
      fences[t] = EventLabel.releases(label) ? e : fences[t];
    } else if (graph.writes(e)) {
      join(released, e, hb, EventLabel.releases(label) ? e : fences[t]);
      join(released, e, released, graph.isRmw(e) ? graph.source(e) : -1);
    }
  }

  private void join(int[] into, int e, int[] from, int other) {
    for (int u = 0; other >= 0 && u < threads; u++) {
      into[e * threads + u] = Math.max(into[e * threads + u], from[other * threads + u]);
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
