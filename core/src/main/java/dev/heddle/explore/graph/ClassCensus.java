package dev.heddle.explore.graph;

/** How many classes of executions random runs have met, and how many once or twice only. */
final class ClassCensus {
  /** Hashes of classes, with open addressing; 0 is free. */
  private long[] classes = new long[1024];

  /** How often each was met: 1, 2, or 3 for more. */
  private byte[] times = new byte[1024];

  private int size;
  private int once;
  private int twice;

  void add(EventGraph graph) {
    long hash = hashOf(graph);
    int at = place(hash);
    if (classes[at] == 0) {
      classes[at] = hash;
      times[at] = 1;
      once++;
      if (2 * ++size > classes.length) {
        grow();
      }
    } else if (times[at] < 3) {
      once -= times[at] == 1 ? 1 : 0;
      twice += times[at] == 1 ? 1 : -1;
      times[at]++;
    }
  }

  /** The same for graphs with the same threads, events, sources and alternatives. */
  static long hashOf(EventGraph graph) {
    long hash = 1;
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.current(t) != null && graph.last(t) >= 0) {
        hash += PastHashes.mix(graph.hashes.of(graph.last(t)));
      }
    }
    return hash == 0 ? 1 : hash;
  }

  private int place(long hash) {
    int mask = classes.length - 1;
    int at = (int) PastHashes.mix(hash) & mask;
    while (classes[at] != 0 && classes[at] != hash) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldClasses = classes;
    byte[] oldTimes = times;
    classes = new long[2 * oldClasses.length];
    times = new byte[classes.length];
    for (int i = 0; i < oldClasses.length; i++) {
      if (oldClasses[i] != 0) {
        int at = place(oldClasses[i]);
        classes[at] = oldClasses[i];
        times[at] = oldTimes[i];
      }
    }
  }

  int size() {
    return size;
  }

  int once() {
    return once;
  }

  int twice() {
    return twice;
  }
}
