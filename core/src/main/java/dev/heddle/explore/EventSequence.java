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

  /** The sequence begins here in the arrays. */
  private int start;

  private int length;
  private int lasting;

  void clear() {
    start = 0;
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
    return thread[start + at];
  }

  long footprint(int at) {
    return footprint[start + at];
  }

  /** The place of the event in its thread. */
  int index(int at) {
    return index[start + at];
  }

  /** Only before the first {@link #remove}. */
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
      if (thread[start + i] == p) {
        return Footprint.sameAlternative(footprint[start + i], touched) ? i : -1 - i;
      }
      if (Footprint.conflict(footprint[start + i], touched)) {
        return -1 - i;
      }
    }
    return ABSENT;
  }

  /** Events are mostly removed near the beginning, so what lies before moves up. */
  void remove(int at) {
    System.arraycopy(thread, start, thread, start + 1, at);
    System.arraycopy(footprint, start, footprint, start + 1, at);
    System.arraycopy(index, start, index, start + 1, at);
    start++;
    length--;
    if (at < lasting) {
      lasting--;
    }
  }
}
