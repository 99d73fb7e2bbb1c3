package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * A trace whose consistency is in question: a cut of an execution in which an event or two read
 * from another source. Events are numbered in the order of that execution, which guides the search
 * for a witness.
 *
 * <p>It is filled event by event ({@link #add}, with the sources set afterwards) and closed with
 * {@link #seal}, which derives the rest. Clocks then hold happens-before; the phases of the test
 * strengthen them.
 */
final class Cut {
  static final int INITIAL = Execution.INITIAL;
  static final int NOT_READING = Execution.NOT_READING;

  int size;
  int threads;

  /**
   * Events from here on have no place in the guiding execution; nothing in the cut needs them, so
   * they happen as soon as they can.
   */
  int guided;

  int[] thread = new int[64];

  /** Place in its thread, counted from 1. */
  int[] index = new int[64];

  /** Which alternative of its operation the event is. */
  int[] alternative = new int[64];

  /** The variable it accesses, or -1; numbered from 0 without gaps. */
  int[] location = new int[64];

  int[] source = new int[64];
  boolean[] writes = new boolean[64];

  /** Beside thread order and source, an event it comes after; or -1. */
  int[] after = new int[64];

  /** The event before and the one after it in its thread, or -1. */
  int[] previous = new int[64];

  int[] next = new int[64];

  /** The latest write before it in its thread to the same variable, or -1. */
  int[] previousOwnWrite = new int[64];

  /** Those that read from an event: the first, and for each the next; or -1. */
  int[] firstReader = new int[64];

  int[] nextReader = new int[64];

  /** Clock of event e: {@code clocks[e * threads + t]} events of thread t are before or equal e. */
  int[] clocks = new int[256];

  // Threads.
  int[] lastOfThread = new int[8];
  int[] firstOfThread = new int[8];

  // Variables.
  int locations;
  int[] firstInitialReader = new int[16];

  /** The latest write of thread t to variable x, at {@code x * threads + t}; or -1. */
  int[] lastOwnWrite = new int[64];

  void clear(int threadCount) {
    size = 0;
    guided = Integer.MAX_VALUE;
    threads = threadCount;
    if (threadCount > lastOfThread.length) {
      lastOfThread = new int[2 * threadCount];
      firstOfThread = new int[2 * threadCount];
    }
    Arrays.fill(lastOfThread, 0, threadCount, -1);
    Arrays.fill(firstOfThread, 0, threadCount, -1);
  }

  /** The next event of a thread, in the order of the guiding execution. */
  int add(int t, int variable, boolean write, int alternativeTaken, int afterEvent) {
    int e = size++;
    if (e == thread.length) {
      grow(2 * e);
    }
    thread[e] = t;
    int before = lastOfThread[t];
    previous[e] = before;
    next[e] = -1;
    if (before >= 0) {
      next[before] = e;
      index[e] = index[before] + 1;
    } else {
      firstOfThread[t] = e;
      index[e] = 1;
    }
    lastOfThread[t] = e;
    location[e] = variable;
    writes[e] = write;
    source[e] = NOT_READING;
    alternative[e] = alternativeTaken;
    after[e] = afterEvent;
    return e;
  }

  /** Links readers to sources; clocks have no meaning yet. */
  void seal(int locationCount) {
    locations = locationCount;
    if (locationCount > firstInitialReader.length) {
      firstInitialReader = new int[2 * locationCount];
    }
    if (size * threads > clocks.length) {
      clocks = new int[2 * size * threads];
    }
    Arrays.fill(firstInitialReader, 0, locationCount, -1);
    Arrays.fill(firstReader, 0, size, -1);
    for (int e = 0; e < size; e++) {
      int from = source[e];
      if (from >= 0) {
        nextReader[e] = firstReader[from];
        firstReader[from] = e;
      } else if (from == INITIAL) {
        nextReader[e] = firstInitialReader[location[e]];
        firstInitialReader[location[e]] = e;
      }
    }
  }

  /** Links writes to the writes before them, as saturation needs it. */
  void linkWrites() {
    if (locations * threads > lastOwnWrite.length) {
      lastOwnWrite = new int[2 * locations * threads];
    }
    Arrays.fill(lastOwnWrite, 0, locations * threads, -1);
    for (int e = 0; e < size; e++) {
      if (location[e] >= 0) {
        int own = location[e] * threads + thread[e];
        previousOwnWrite[e] = lastOwnWrite[own];
        if (writes[e]) {
          lastOwnWrite[own] = e;
        }
      }
    }
  }

  /** The latest write of a thread to a variable among the thread's first {@code count} events. */
  int latestWrite(int variable, int t, int count) {
    int w = lastOwnWrite[variable * threads + t];
    while (w >= 0 && index[w] > count) {
      w = previousOwnWrite[w];
    }
    return w;
  }

  int clock(int e, int t) {
    return clocks[e * threads + t];
  }

  /** Whether e is before the other event, or is it, as far as the clocks know. */
  boolean before(int e, int other) {
    return clocks[other * threads + thread[e]] >= index[e];
  }

  private void grow(int grown) {
    thread = Arrays.copyOf(thread, grown);
    index = Arrays.copyOf(index, grown);
    alternative = Arrays.copyOf(alternative, grown);
    location = Arrays.copyOf(location, grown);
    source = Arrays.copyOf(source, grown);
    writes = Arrays.copyOf(writes, grown);
    after = Arrays.copyOf(after, grown);
    previous = Arrays.copyOf(previous, grown);
    next = Arrays.copyOf(next, grown);
    previousOwnWrite = Arrays.copyOf(previousOwnWrite, grown);
    firstReader = Arrays.copyOf(firstReader, grown);
    nextReader = Arrays.copyOf(nextReader, grown);
  }
}
