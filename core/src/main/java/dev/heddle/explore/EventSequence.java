package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/** A sequence of events to come, each known by its thread and by what it touches. */
final class EventSequence {
  /** The thread does not move, and its event is independent of all in the sequence. */
  static final int ABSENT = -1;

  /** Something in the sequence conflicts with the event before it can happen. */
  static final int NOT_INITIAL = -2;

  private int[] thread = new int[64];
  private long[] footprint = new long[64];
  private int length;

  void clear() {
    length = 0;
  }

  boolean isEmpty() {
    return length == 0;
  }

  int length() {
    return length;
  }

  int thread(int at) {
    return thread[at];
  }

  long footprint(int at) {
    return footprint[at];
  }

  void add(int t, long touched) {
    if (length == thread.length) {
      thread = Arrays.copyOf(thread, 2 * length);
      footprint = Arrays.copyOf(footprint, 2 * length);
    }
    thread[length] = t;
    footprint[length++] = touched;
  }

  void remove(int at) {
    length--;
    System.arraycopy(thread, at + 1, thread, at, length - at);
    System.arraycopy(footprint, at + 1, footprint, at, length - at);
  }

  /**
   * Whether thread p, whose next event touches {@code touched}, is a weak initial of the sequence:
   * p ∈ WI(v) if nothing in v before p's first event conflicts with that event.
   *
   * @return where p's first event is, {@link #ABSENT}, or {@link #NOT_INITIAL}
   */
  int weakInitial(int p, long touched) {
    for (int i = 0; i < length; i++) {
      if (thread[i] == p) {
        return i;
      }
      if (Footprint.conflict(footprint[i], touched)) {
        return NOT_INITIAL;
      }
    }
    return ABSENT;
  }
}
