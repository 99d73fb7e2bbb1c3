package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/** The reads of each write; the initial write of location x is {@code ~x}. */
final class Readers {
  private final ExecutionGraph graph;

  /** Readers of write w: {@code readers[start[w] … start[w+1])}; of ~x likewise at n + x. */
  private final int[] start;

  private final int[] readers;

  /** Of the constrained readers, the last one in each thread: first by write, then linked. */
  private final int[] firstLast;

  private final int[] nextLast;
  private final boolean rmwsOnly;

  /**
   * @param rmwsOnly whether only RMWs count as constrained
   */
  Readers(ExecutionGraph graph, boolean rmwsOnly) {
    this.graph = graph;
    this.rmwsOnly = rmwsOnly;
    int n = graph.events();
    start = new int[n + graph.locations() + 1];
    for (int e = 0; e < n; e++) {
      if (graph.reads(e)) {
        start[index(sourceOf(e)) + 1]++;
      }
    }
    for (int i = 1; i < start.length; i++) {
      start[i] += start[i - 1];
    }
    readers = new int[start[start.length - 1]];
    int[] end = start.clone();
    for (int e = 0; e < n; e++) {
      if (graph.reads(e)) {
        readers[end[index(sourceOf(e))]++] = e;
      }
    }
    firstLast = new int[n + graph.locations()];
    nextLast = new int[n];
    Arrays.fill(firstLast, NONE);
    for (int e = n - 1; e >= 0; e--) {
      if (isConstrained(e)) {
        addLast(e);
      }
    }
  }

  private void addLast(int e) {
    int index = index(sourceOf(e));
    for (int r = firstLast[index]; r != NONE; r = nextLast[r]) {
      if (graph.thread(r) == graph.thread(e)) {
        return;
      }
    }
    nextLast[e] = firstLast[index];
    firstLast[index] = e;
  }

  private int index(int write) {
    return write < 0 ? graph.events() + ~write : write;
  }

  /** rf⁻¹, with initial writes by location. */
  int sourceOf(int reader) {
    int w = graph.source(reader);
    return w < 0 ? ~graph.location(reader) : w;
  }

  /** The event reads and has to run before the next write of its location does. */
  boolean isConstrained(int event) {
    return graph.reads(event) && (!rmwsOnly || graph.isRmw(event));
  }

  int first(int write) {
    return start[index(write)];
  }

  int end(int write) {
    return start[index(write) + 1];
  }

  /** The reader at a place between {@link #first} and {@link #end}. */
  int at(int place) {
    return readers[place];
  }

  /** How many constrained readers a write has. */
  int constrained(int write) {
    if (!rmwsOnly) {
      return end(write) - first(write);
    }
    int count = 0;
    for (int i = first(write); i < end(write); i++) {
      count += graph.isRmw(readers[i]) ? 1 : 0;
    }
    return count;
  }

  /** A constrained reader that is the last one in its thread, or NONE. */
  int firstLast(int write) {
    return firstLast[index(write)];
  }

  /** The next one after {@link #firstLast}, of another thread, or NONE. */
  int nextLast(int reader) {
    return nextLast[reader];
  }
}
