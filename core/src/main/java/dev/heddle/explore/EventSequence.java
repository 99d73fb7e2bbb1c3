package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/** A sequence of events to come, each known by its thread and by what it touches. */
final class EventSequence {
  /** The thread does not move, and its event is independent of all in the sequence. */
  static final int ABSENT = Integer.MAX_VALUE;

  private int[] thread = new int[64];
  private long[] footprint = new long[64];
  private int[] index = new int[64];
  private int length;
  private int lasting;

  void clear() {
    length = 0;
    lasting = 0;
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

  /** The place of the event in its thread. */
  int index(int at) {
    return index[at];
  }

  void add(int t, long touched, int eventIndex) {
    if (length == thread.length) {
      thread = Arrays.copyOf(thread, 2 * length);
      footprint = Arrays.copyOf(footprint, 2 * length);
      index = Arrays.copyOf(index, 2 * length);
    }
    thread[length] = t;
    index[length] = eventIndex;
    footprint[length++] = touched;
  }

  /** What has been added so far is lasting; see {@link Reversal}. */
  void markLasting() {
    lasting = length;
  }

  /** How many events at the beginning are lasting. */
  int lasting() {
    return lasting;
  }

  /** Drops what is not lasting. */
  void truncateToLasting() {
    length = lasting;
  }

  /**
   * Whether thread p, whose next event touches {@code touched}, is a weak initial of the sequence:
   * p ∈ WI(v) if nothing in v before p's first event conflicts with that event.
   *
   * @return where p's first event is, {@link #ABSENT}, or {@code -1 - i} if event i is in conflict
   */
  int weakInitial(int p, long touched) {
    for (int i = 0; i < length; i++) {
      if (thread[i] == p) {
        return i;
      }
      if (Footprint.conflict(footprint[i], touched)) {
        return -1 - i;
      }
    }
    return ABSENT;
  }

  void remove(int at) {
    length--;
    if (at < lasting) {
      lasting--;
    }
    System.arraycopy(thread, at + 1, thread, at, length - at);
    System.arraycopy(footprint, at + 1, footprint, at, length - at);
    System.arraycopy(index, at + 1, index, at, length - at);
  }
}
