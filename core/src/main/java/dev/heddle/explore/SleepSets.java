package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/**
 * The sleep sets of the prefixes of the current execution: threads whose next event need not be
 * explored from there, with what that event touches. The set of depth d is the entries from {@code
 * start[d]} to {@code start[d + 1]}; only the deepest set grows.
 */
final class SleepSets {
  private int[] thread = new int[64];
  private long[] footprint = new long[64];
  private int[] start = new int[66];

  boolean isEmpty(int depth) {
    return start[depth] == start[depth + 1];
  }

  /** sleep(E.p): what of sleep(E) is independent of the event of p, which touches that much. */
  void descend(int depth, int p, long touched) {
    if (depth + 2 >= start.length) {
      start = Arrays.copyOf(start, 2 * start.length);
    }
    int from = start[depth];
    int end = start[depth + 1];
    int top = end;
    for (int i = from; i < end; i++) {
      if (thread[i] != p && !Footprint.conflict(footprint[i], touched)) {
        push(top++, thread[i], footprint[i]);
      }
    }
    start[depth + 2] = top;
  }

  /** A thread has been explored from the deepest prefix. */
  void add(int depth, int p, long touched) {
    push(start[depth + 1]++, p, touched);
  }

  private void push(int at, int t, long touched) {
    if (at == thread.length) {
      thread = Arrays.copyOf(thread, 2 * at);
      footprint = Arrays.copyOf(footprint, 2 * at);
    }
    thread[at] = t;
    footprint[at] = touched;
  }

  /** Whether sleep(E) and the weak initials of v have a thread in common. */
  boolean meetsWeakInitials(int depth, EventSequence v) {
    for (int i = start[depth]; i < start[depth + 1]; i++) {
      if (v.weakInitial(thread[i], footprint[i]) != EventSequence.NOT_INITIAL) {
        return true;
      }
    }
    return false;
  }
}
