package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * What comes before each event in po ∪ rf and in happens-before hb, as vector clocks: for each
 * thread, how many of its events do.
 *
 * <p>hb = (po ∪ sw)⁺ with synchronises-with as in C++20: a release write or a release fence in
 * front of a write, the read-modify-writes that follow it in a row, and an acquire read of one of
 * them or an acquire fence behind such a read; besides, the start and the end of threads.
 */
final class HappensBeforeClocks {
  private final EventGraph graph;

  /** Whether every read synchronises; then all of these clocks are one. */
  private final boolean synchronizesAll;

  private int threads = 4;
  private int events = 64;

  /** Row e is {@code porf[e * threads … (e + 1) * threads)}; the same for the others. */
  private int[] porf = new int[events * threads];

  private int[] hb;

  /** What an acquire read of the write would learn. */
  private int[] released;

  /** What an acquire fence at this point would learn. */
  private int[] acquirable;

  /** The latest release fence of the thread up to an event, or -1. */
  private int[] releaseFence = new int[events];

  HappensBeforeClocks(EventGraph graph, boolean synchronizesAll) {
    this.graph = graph;
    this.synchronizesAll = synchronizesAll;
    hb = synchronizesAll ? porf : new int[events * threads];
    released = synchronizesAll ? porf : new int[events * threads];
    acquirable = synchronizesAll ? porf : new int[events * threads];
  }

  int porf(int e, int t) {
    return porf[e * threads + t];
  }

  int hb(int e, int t) {
    return hb[e * threads + t];
  }

  /** How many events of a thread happen before an event, whatever it reads itself. */
  int hbBefore(int e, int t) {
    int from = graph.previous(e) >= 0 ? graph.previous(e) : graph.spawnedBy(graph.thread(e));
    return from < 0 ? 0 : hb[from * threads + t];
  }

  /** What the last event of a thread, or the one that started it, has behind it. */
  int hbOfThread(int t, int other) {
    int e = graph.last(t) >= 0 ? graph.last(t) : graph.spawnedBy(t);
    return e < 0 ? 0 : hb[e * threads + other];
  }

  /** What a thread had behind it in front of one of its events. */
  int hbInFrontOf(int e, int other) {
    int p = graph.previous(e) >= 0 ? graph.previous(e) : graph.spawnedBy(graph.thread(e));
    return p < 0 ? 0 : hb[p * threads + other];
  }

  int porfOfThread(int t, int other) {
    int e = graph.last(t) >= 0 ? graph.last(t) : graph.spawnedBy(t);
    return e < 0 ? 0 : porf[e * threads + other];
  }

  /** How many events of a thread a read would learn of that acquires a write. */
  int released(int write, int t) {
    return write < 0 ? 0 : released[write * threads + t];
  }

  /** The event, whose thread, index and orders are known, begins with what its thread knows. */
  void begin(int e) {
    reserveEvent(e);
    int p = graph.previous(e);
    int from = p >= 0 ? p : graph.spawnedBy(graph.thread(e));
    copy(porf, from, e);
    if (!synchronizesAll) {
      copy(hb, from, e);
      copy(acquirable, p, e);
      releaseFence[e] = p >= 0 ? releaseFence[p] : -1;
    }
    int own = e * threads + graph.thread(e);
    porf[own] = graph.index(e);
    hb[own] = graph.index(e);
    if (graph.isFence(e) && !synchronizesAll) {
      if (graph.acquires(e)) {
        join(hb, e, acquirable, e);
      }
      if (graph.releases(e)) {
        releaseFence[e] = e;
      }
    }
  }

  void readsFrom(int e, int source) {
    if (source < 0) {
      return;
    }
    join(porf, e, porf, source);
    if (!synchronizesAll && graph.isAtomic(e)) {
      join(acquirable, e, released, source);
      if (graph.acquires(e)) {
        join(hb, e, released, source);
      }
    }
  }

  /** The end of a thread comes before the event. */
  void joins(int e, int t) {
    int end = graph.last(t) >= 0 ? graph.last(t) : graph.spawnedBy(t);
    if (end >= 0) {
      join(porf, e, porf, end);
      if (!synchronizesAll) {
        join(hb, e, hb, end);
      }
    }
  }

  /** All that comes before the event is known. */
  void finish(int e) {
    if (synchronizesAll || !graph.writes(e)) {
      return;
    }
    int bits = graph.order(e);
    if ((bits & Ordering.RELEASE) != 0) {
      copy(hb, e, released, e);
    } else if ((bits & Ordering.ATOMIC) != 0 && releaseFence[e] >= 0) {
      copy(hb, releaseFence[e], released, e);
    } else {
      Arrays.fill(released, e * threads, (e + 1) * threads, 0);
    }
    if (graph.reads(e) && graph.source(e) >= 0) {
      join(released, e, released, graph.source(e));
    }
  }

  /** The release fence that counts for writes behind an event of its thread, or -1. */
  int releaseFence(int e) {
    return synchronizesAll ? -1 : releaseFence[e];
  }

  /** An event gets another number; the fence in front of it has got its own, or -1. */
  void move(int e, int to, int fence) {
    copy(porf, e, porf, to);
    if (!synchronizesAll) {
      copy(hb, e, hb, to);
      copy(released, e, released, to);
      copy(acquirable, e, acquirable, to);
      releaseFence[to] = fence;
    }
  }

  private void copy(int[] rows, int from, int to) {
    if (from < 0) {
      Arrays.fill(rows, to * threads, (to + 1) * threads, 0);
    } else {
      copy(rows, from, rows, to);
    }
  }

  private void copy(int[] rows, int from, int[] others, int to) {
    System.arraycopy(rows, from * threads, others, to * threads, threads);
  }

  private void join(int[] rows, int into, int[] others, int from) {
    int a = into * threads;
    int b = from * threads;
    for (int t = 0; t < threads; t++) {
      rows[a + t] = Math.max(rows[a + t], others[b + t]);
    }
  }

  void reserveThread(int t) {
    if (t >= threads) {
      int wider = Math.max(t + 1, 2 * threads);
      porf = rows(porf, wider);
      hb = synchronizesAll ? porf : rows(hb, wider);
      released = synchronizesAll ? porf : rows(released, wider);
      acquirable = synchronizesAll ? porf : rows(acquirable, wider);
      threads = wider;
    }
  }

  private int[] rows(int[] rows, int wider) {
    int[] result = new int[events * wider];
    for (int e = 0; e < events; e++) {
      System.arraycopy(rows, e * threads, result, e * wider, threads);
    }
    return result;
  }

  private void reserveEvent(int e) {
    if (e >= events) {
      events *= 2;
      porf = Arrays.copyOf(porf, events * threads);
      hb = synchronizesAll ? porf : Arrays.copyOf(hb, events * threads);
      released = synchronizesAll ? porf : Arrays.copyOf(released, events * threads);
      acquirable = synchronizesAll ? porf : Arrays.copyOf(acquirable, events * threads);
      releaseFence = Arrays.copyOf(releaseFence, events);
    }
  }
}
