package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * The trace τ that is explored: the events of the execution in the order in which the exploration
 * has decided on them. Events of a thread come in their order, so that the thread is enough to know
 * which event it is. An event may come before the one it reads from; it is then followed by marked
 * copies of what leads to its source.
 *
 * <p>An operation that waits for good is in the trace, too, but not in the execution.
 */
final class Trace {
  private int length;
  private int[] thread = new int[64];
  private boolean[] marked = new boolean[64];
  private boolean[] waiting = new boolean[64];
  private Schedules[] schedules = new Schedules[64];

  /** Where the events of each thread are: by thread and index. */
  private int[][] places = new int[4][16];

  private int[] count = new int[4];

  /** Where a thread waits for good, plus 1. */
  private int[] waitsAt = new int[4];

  int length() {
    return length;
  }

  int thread(int place) {
    return thread[place];
  }

  /** Whether the place is an operation that waits for good. */
  boolean isWaiting(int place) {
    return waiting[place];
  }

  boolean isMarked(int place) {
    return marked[place];
  }

  Schedules schedules(int place) {
    return schedules[place];
  }

  void setSchedules(int place, Schedules newSchedules) {
    schedules[place] = newSchedules;
  }

  /** Where the event of a thread with that index is. */
  int place(int ofThread, int index) {
    return places[ofThread][index];
  }

  /** How many events of each thread are in front of a place. */
  int[] before(int place) {
    int[] before = new int[count.length];
    for (int t = 0; t < before.length; t++) {
      int high = count[t];
      while (before[t] < high) {
        int middle = (before[t] + high + 1) >>> 1;
        if (places[t][middle] < place) {
          before[t] = middle;
        } else {
          high = middle - 1;
        }
      }
    }
    return before;
  }

  /** Where a thread waits for good, or -1. */
  int waitsAt(int ofThread) {
    return ofThread < waitsAt.length ? waitsAt[ofThread] - 1 : -1;
  }

  void push(int ofThread, boolean copy) {
    int place = append(ofThread, copy, false);
    int index = ++count[ofThread];
    if (index >= places[ofThread].length) {
      places[ofThread] = Arrays.copyOf(places[ofThread], 2 * index);
    }
    places[ofThread][index] = place;
  }

  void pushWaiting(int ofThread) {
    int place = append(ofThread, false, true);
    waitsAt[ofThread] = place + 1;
  }

  /** A copy of the first places, with their schedules. */
  Trace prefix(int places) {
    Trace prefix = new Trace();
    prefix.pushAll(this, places);
    return prefix;
  }

  /** Appends what another trace consists of. */
  void pushAll(Trace that) {
    pushAll(that, that.length);
  }

  private void pushAll(Trace that, int places) {
    for (int place = 0; place < places; place++) {
      if (that.waiting[place]) {
        pushWaiting(that.thread[place]);
      } else {
        push(that.thread[place], that.marked[place]);
      }
      schedules[length - 1] = that.schedules[place];
    }
  }

  private int append(int ofThread, boolean copy, boolean waits) {
    if (length == thread.length) {
      thread = Arrays.copyOf(thread, 2 * length);
      marked = Arrays.copyOf(marked, 2 * length);
      waiting = Arrays.copyOf(waiting, 2 * length);
      schedules = Arrays.copyOf(schedules, 2 * length);
    }
    if (ofThread >= count.length) {
      int known = count.length;
      count = Arrays.copyOf(count, 2 * ofThread);
      waitsAt = Arrays.copyOf(waitsAt, 2 * ofThread);
      places = Arrays.copyOf(places, 2 * ofThread);
      for (int t = known; t < places.length; t++) {
        places[t] = new int[16];
      }
    }
    thread[length] = ofThread;
    marked[length] = copy;
    waiting[length] = waits;
    schedules[length] = null;
    return length++;
  }

  void pop() {
    int t = thread[--length];
    schedules[length] = null;
    if (waiting[length]) {
      waitsAt[t] = 0;
    } else {
      count[t]--;
    }
  }
}
