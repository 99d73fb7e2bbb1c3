package dev.heddle.explore.readsfrom.consistency;

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
public final class Cut {
  /** The source of an event that reads what no event wrote. */
  public static final int INITIAL = -1;

  /** The source of an event that does not read. */
  public static final int NOT_READING = -2;

  private int size;
  private int threads;

  /**
   * Events from here on have no place in the guiding execution; nothing in the cut needs them, so
   * they happen as soon as they can.
   */
  private int guided;

  private int[] thread = new int[64];

  /** Place in its thread, counted from 1. */
  private int[] index = new int[64];

  /** Which alternative of its operation the event is. */
  private int[] alternative = new int[64];

  /** The variable it accesses, or -1; numbered from 0 without gaps. */
  private int[] location = new int[64];

  private int[] source = new int[64];

  /** The additions to its source that an event reads. */
  private int[][] summands = new int[64][];

  private final int[] noSummands = {};

  private boolean[] writes = new boolean[64];

  /** Whether an event writes, but adds to what is there and reads nothing. */
  private boolean[] adds = new boolean[64];

  /** Beside thread order and source, an event it comes after; or -1. */
  private int[] after = new int[64];

  /** Whether an event comes {@link #after} it. */
  private boolean[] leads = new boolean[64];

  /** The event before and the one after it in its thread, or -1. */
  private int[] previous = new int[64];

  private int[] next = new int[64];

  /** Those that read from an event: the first, and for each the next; or -1. */
  private int[] firstReader = new int[64];

  private int[] nextReader = new int[64];

  /** Whether somebody reads additions. */
  private boolean hasSummands;

  /** How many events read an addition, and what else they read; {@link #INITIAL} if nobody does. */
  private int[] sumReaders = new int[64];

  private int[] sumSource = new int[64];

  /** Clock of event e: {@code clocks[e * threads + t]} events of thread t are before or equal e. */
  private int[] clocks = new int[256];

  // Threads.
  private int[] lastOfThread = new int[8];
  private int[] firstOfThread = new int[8];

  // Variables.
  private int locations;
  private int[] firstInitialReader = new int[16];

  /**
   * The writes of thread t to variable x, in order: {@code ownWrites[k]} for k from {@code
   * firstOwnWrite[x * threads + t]} to the next entry.
   */
  private int[] ownWrites = new int[64];

  private int[] firstOwnWrite = new int[64];

  public void clear(int threadCount) {
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
  public int add(int t, int variable, boolean write, int alternativeTaken, int afterEvent) {
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
    summands[e] = noSummands;
    adds[e] = false;
    alternative[e] = alternativeTaken;
    leads[e] = false;
    comeAfter(e, afterEvent);
    return e;
  }

  /** What an event reads from: an event, {@link #INITIAL} or {@link #NOT_READING}. */
  public void setSource(int e, int from) {
    source[e] = from;
  }

  /** The additions to its source that an event reads; not copied. */
  public void setSummands(int e, int[] additions) {
    summands[e] = additions;
  }

  /** Whether an event adds to what is there and reads nothing. */
  public void setAdds(int e, boolean isAddition) {
    adds[e] = isAddition;
  }

  /** Events from this one on have no place in the guiding execution. */
  public void setGuided(int end) {
    guided = end;
  }

  /** Lets an event come after another one; or after none, if that is -1. */
  public void comeAfter(int e, int other) {
    after[e] = other;
    if (other >= 0) {
      leads[other] = true;
    }
  }

  /** Links readers to sources; clocks have no meaning yet. */
  public void seal(int locationCount) {
    locations = locationCount;
    if (locationCount > firstInitialReader.length) {
      firstInitialReader = new int[2 * locationCount];
    }
    if (size * threads > clocks.length) {
      clocks = new int[2 * size * threads];
    }
    Arrays.fill(firstInitialReader, 0, locationCount, -1);
    Arrays.fill(firstReader, 0, size, -1);
    hasSummands = false;
    for (int e = 0; e < size; e++) {
      int from = source[e];
      hasSummands |= summands[e].length > 0;
      if (from >= 0) {
        nextReader[e] = firstReader[from];
        firstReader[from] = e;
      } else if (from == INITIAL) {
        nextReader[e] = firstInitialReader[location[e]];
        firstInitialReader[location[e]] = e;
      }
    }
    if (hasSummands) {
      linkSummands();
    }
  }

  private void linkSummands() {
    Arrays.fill(sumReaders, 0, size, 0);
    Arrays.fill(sumSource, 0, size, INITIAL);
    for (int e = 0; e < size; e++) {
      for (int a : summands[e]) {
        // If two readers disagree, the addition waits for itself.
        sumSource[a] = sumReaders[a]++ == 0 || sumSource[a] == source[e] ? source[e] : a;
      }
    }
  }

  // ---- What it is ---------------------------------------------------------------------------

  public int size() {
    return size;
  }

  public int threads() {
    return threads;
  }

  /** How many variables there are. */
  public int locations() {
    return locations;
  }

  int guided() {
    return guided;
  }

  boolean hasSummands() {
    return hasSummands;
  }

  public int thread(int e) {
    return thread[e];
  }

  public int index(int e) {
    return index[e];
  }

  public int alternative(int e) {
    return alternative[e];
  }

  public int location(int e) {
    return location[e];
  }

  public int source(int e) {
    return source[e];
  }

  public int[] summands(int e) {
    return summands[e];
  }

  public boolean writes(int e) {
    return writes[e];
  }

  public boolean adds(int e) {
    return adds[e];
  }

  public int after(int e) {
    return after[e];
  }

  boolean leads(int e) {
    return leads[e];
  }

  int previous(int e) {
    return previous[e];
  }

  int next(int e) {
    return next[e];
  }

  int firstReader(int e) {
    return firstReader[e];
  }

  int nextReader(int e) {
    return nextReader[e];
  }

  public int firstOfThread(int t) {
    return firstOfThread[t];
  }

  int lastOfThread(int t) {
    return lastOfThread[t];
  }

  /** The first of those that read the initial value of a variable, or -1. */
  int firstInitialReader(int variable) {
    return firstInitialReader[variable];
  }

  /** How many events read an addition. */
  int sumReaders(int addition) {
    return hasSummands ? sumReaders[addition] : 0;
  }

  /** The event that an addition has to come after, as others read both; or below 0. */
  int sumSource(int addition) {
    return hasSummands ? sumSource[addition] : INITIAL;
  }

  /** Whether an event is a summand of another one. */
  boolean isSummand(int e, int reader) {
    return adds[e] && contains(summands[reader], e);
  }

  /** Lists the writes of each thread to each variable, as saturation needs it. */
  void listWrites() {
    int lists = locations * threads;
    if (lists + 2 > firstOwnWrite.length) {
      firstOwnWrite = new int[2 * lists + 2];
    }
    if (size > ownWrites.length) {
      ownWrites = new int[2 * size];
    }
    Arrays.fill(firstOwnWrite, 0, lists + 2, 0);
    for (int e = 0; e < size; e++) {
      if (writes[e]) {
        firstOwnWrite[location[e] * threads + thread[e] + 2]++;
      }
    }
    for (int i = 2; i < lists + 2; i++) {
      firstOwnWrite[i] += firstOwnWrite[i - 1];
    }
    for (int e = 0; e < size; e++) {
      if (writes[e]) {
        ownWrites[firstOwnWrite[location[e] * threads + thread[e] + 1]++] = e;
      }
    }
  }

  /** Whether a write is the first of its thread to its variable. */
  boolean isFirstOwnWrite(int w) {
    return ownWrites[firstOwnWrite[location[w] * threads + thread[w]]] == w;
  }

  /** The latest write of an event's thread to its variable in front of it, or -1. */
  int previousOwnWrite(int e) {
    return latestWrite(location[e], thread[e], index[e] - 1);
  }

  /** The next write of a write's thread to its variable, or -1. */
  int nextOwnWrite(int w) {
    int next = place(location[w], thread[w], index[w]) + 1;
    return next == firstOwnWrite[location[w] * threads + thread[w] + 1] ? -1 : ownWrites[next];
  }

  /** The latest write of a thread to a variable among the thread's first {@code count} events. */
  int latestWrite(int variable, int t, int count) {
    int place = place(variable, t, count);
    return place < firstOwnWrite[variable * threads + t] ? -1 : ownWrites[place];
  }

  /** Where that write is listed, or the place in front of the list. */
  private int place(int variable, int t, int count) {
    int low = firstOwnWrite[variable * threads + t] - 1;
    int high = firstOwnWrite[variable * threads + t + 1] - 1;
    while (low < high) {
      int middle = (low + high + 1) >> 1;
      if (index[ownWrites[middle]] <= count) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /**
   * The first write of a thread behind another one to the same variable, or -1. If the clocks are
   * cyclic, it may be any of those behind it.
   */
  int firstWriteAfter(int w, int t) {
    int low = firstOwnWrite[location[w] * threads + t];
    int end = firstOwnWrite[location[w] * threads + t + 1];
    int high = end;
    while (low < high) {
      int middle = (low + high) >> 1;
      if (ownWrites[middle] != w && before(w, ownWrites[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low == end ? -1 : ownWrites[low];
  }

  // ---- Clocks -------------------------------------------------------------------------------

  public int clock(int e, int t) {
    return clocks[e * threads + t];
  }

  public void setClock(int e, int t, int count) {
    clocks[e * threads + t] = count;
  }

  /** Whether an event knows of no others, but for itself, than the first ones of each thread. */
  boolean knowsOnly(int e, int[] first) {
    int row = e * threads;
    for (int t = 0; t < threads; t++) {
      if (clocks[row + t] > first[t] && t != thread[e]) {
        return false;
      }
    }
    return true;
  }

  /** Copies the clock of an event to a row of others. */
  void copyClock(int e, int[] target, int at) {
    System.arraycopy(clocks, e * threads, target, at, threads);
  }

  /** Takes the clock of an event over, as far as it is known there. */
  void setClock(int e, int[] from, int at, int known) {
    System.arraycopy(from, at, clocks, e * threads, known);
  }

  void clearClocks() {
    Arrays.fill(clocks, 0, size * threads, 0);
  }

  /** Whether the clock of an event grows by what is known of an earlier one. */
  boolean growClock(int earlier, int later) {
    int a = earlier * threads;
    int b = later * threads;
    boolean grew = false;
    for (int t = 0; t < threads; t++) {
      if (clocks[a + t] > clocks[b + t]) {
        clocks[b + t] = clocks[a + t];
        grew = true;
      }
    }
    return grew;
  }

  /** Whether e is before the other event, or is it, as far as the clocks know. */
  boolean before(int e, int other) {
    return clocks[other * threads + thread[e]] >= index[e];
  }

  private static boolean contains(int[] set, int element) {
    for (int other : set) {
      if (other == element) {
        return true;
      }
    }
    return false;
  }

  private void grow(int grown) {
    thread = Arrays.copyOf(thread, grown);
    index = Arrays.copyOf(index, grown);
    alternative = Arrays.copyOf(alternative, grown);
    location = Arrays.copyOf(location, grown);
    source = Arrays.copyOf(source, grown);
    summands = Arrays.copyOf(summands, grown);
    writes = Arrays.copyOf(writes, grown);
    adds = Arrays.copyOf(adds, grown);
    sumReaders = Arrays.copyOf(sumReaders, grown);
    sumSource = Arrays.copyOf(sumSource, grown);
    after = Arrays.copyOf(after, grown);
    leads = Arrays.copyOf(leads, grown);
    previous = Arrays.copyOf(previous, grown);
    next = Arrays.copyOf(next, grown);
    firstReader = Arrays.copyOf(firstReader, grown);
    nextReader = Arrays.copyOf(nextReader, grown);
  }
}
