package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Hashes of the events of a graph: equal for events of two graphs if these have the same past in po
 * ∪ rf. Threads are told apart by who started them, whatever their numbers.
 */
final class PastHashes {
  private final EventGraph graph;
  private long[] hash = new long[64];

  /** What a thread's events are hashed with. */
  private long[] lineage = new long[8];

  PastHashes(EventGraph graph) {
    this.graph = graph;
  }

  long of(int e) {
    return hash[e];
  }

  /** A thread has been started. */
  void start(int t) {
    if (t >= lineage.length) {
      lineage = Arrays.copyOf(lineage, Math.max(t + 1, 2 * lineage.length));
    }
    lineage[t] = t == 0 ? 1 : lineageOf(graph.threads.parent(t), t);
  }

  private long lineageOf(int parent, int t) {
    return mix(31 * lineage[parent] + graph.threads.indexAmongSiblings(t) + 1);
  }

  /** The newest event is complete. */
  void add(int e) {
    if (e >= hash.length) {
      hash = Arrays.copyOf(hash, 2 * e);
    }
    int t = graph.thread(e);
    hash[e] = of(t, graph.previous(e), graph.cell(e), graph.source(e), graph.alternative(e));
  }

  /** An event gets another number. */
  void move(int e, int to) {
    hash[to] = hash[e];
  }

  /** The hash that the next event of a thread would have, which reads in a cell. */
  long ofNext(int t, Cell c, int from, int alternative) {
    return of(t, graph.last(t), c, from, alternative);
  }

  private long of(int t, int behind, Cell c, int from, int alternative) {
    long own = behind < 0 ? lineage[t] : hash[behind];
    long read = from < 0 ? from : graph.cell(from) == c ? hash[from] : ofBytes(c, c.slotOf(from));
    return mix(mix(own * 0x9E3779B97F4A7C15L + read) + alternative);
  }

  /** The hash of a source for each byte. */
  private long ofBytes(Cell c, int s) {
    long all = 0;
    for (int k = 0; k < c.bytes; k++) {
      int from = graph.sizes.byteSource(c, s, k);
      all = mix(all + (from < 0 ? from : hash[from]));
    }
    return all;
  }

  /** Spreads the bits of a number. */
  static long mix(long value) {
    long h = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }
}
