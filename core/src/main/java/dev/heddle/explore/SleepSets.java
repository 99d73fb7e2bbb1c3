package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The sleep sets of the prefixes of the current execution: threads whose next event need not be
 * explored from there, with what that event touches. The set of depth d is the entries from {@code
 * start[d]} to {@code start[d + 1]}; only the deepest set grows.
 */
final class SleepSets {
  private int[] thread = new int[64];
  private long[] footprint = new long[64];
  private int[] index = new int[64];
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
        push(top++, thread[i], footprint[i], index[i]);
      }
    }
    start[depth + 2] = top;
  }

  /** The set of a depth is empty, and so are those behind it. */
  void begin(int depth) {
    if (depth + 2 >= start.length) {
      start = Arrays.copyOf(start, 2 * start.length);
    }
    start[depth + 1] = start[depth];
  }

  void write(int depth, DataOutputStream out) throws IOException {
    out.writeInt(start[depth + 1] - start[depth]);
    for (int i = start[depth]; i < start[depth + 1]; i++) {
      OptimalState.write(thread[i], footprint[i], out);
    }
  }

  /** A thread has been explored from the deepest prefix; the event was its index-th. */
  void add(int depth, int p, long touched, int eventIndex) {
    push(start[depth + 1]++, p, touched, eventIndex);
  }

  private void push(int at, int t, long touched, int eventIndex) {
    if (at == thread.length) {
      thread = Arrays.copyOf(thread, 2 * at);
      footprint = Arrays.copyOf(footprint, 2 * at);
      index = Arrays.copyOf(index, 2 * at);
    }
    thread[at] = t;
    footprint[at] = touched;
    index[at] = eventIndex;
  }

  /**
   * Whether sleep(E) and the weak initials of a reversal have a thread in common. {@link
   * Reversal#LASTING}: one of them lastingly so, or else all of them lastingly not.
   */
  int meetsWeakInitials(int depth, Reversal reversal) {
    boolean meets = false;
    int lasting = Reversal.LASTING;
    for (int i = start[depth]; i < start[depth + 1]; i++) {
      int answer = reversal.weakInitial(thread[i], footprint[i], index[i]);
      if (answer == (Reversal.YES | Reversal.LASTING)) {
        return answer;
      }
      meets |= answer == Reversal.YES;
      lasting &= answer;
    }
    return meets ? Reversal.YES : lasting;
  }
}
