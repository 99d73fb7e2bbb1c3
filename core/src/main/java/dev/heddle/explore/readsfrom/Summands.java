package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/** The additions of an execution, and which of them are read together. */
final class Summands {
  private final Execution execution;

  Summands(Execution execution) {
    this.execution = execution;
  }

  /**
   * Whether an addition finds something to add to wherever it takes place: at the beginning, or
   * because of a write that happens before it. Otherwise it matters what it finds.
   */
  boolean canAdd(int event, int variable) {
    int first = event;
    for (int w = execution.accesses.lastWrite(variable);
        w >= 0;
        w = execution.accesses.previousWrite(w)) {
      first = w;
    }
    int mask = Footprint.mask(execution.machine.footprint(event));
    int word = execution.locations.word(variable);
    boolean can = (execution.machine.initializedBefore(first, word) & mask) == mask;
    for (int t = 0; t < execution.stride() && !can; t++) {
      int w = execution.accesses.latestWrite(variable, t, execution.clock(event, t));
      while (w >= 0 && execution.adds(w)) {
        w = execution.accesses.previousOwnWrite(w);
      }
      can = w >= 0;
    }
    return can;
  }

  /** The writes behind a write up to the latest one, by thread and index. */
  int[] between(int write, int latest) {
    int size = 0;
    int[] found = new int[8];
    for (int a = latest; a != write; a = execution.accesses.previousWrite(a)) {
      if (size == found.length) {
        found = Arrays.copyOf(found, 2 * size);
      }
      int at = size++;
      for (; at > 0 && isLater(found[at - 1], a); at--) {
        found[at] = found[at - 1];
      }
      found[at] = a;
    }
    return Arrays.copyOf(found, size);
  }

  /** Whether an event comes behind another one by thread and index. */
  private boolean isLater(int event, int other) {
    int difference = execution.thread(event) - execution.thread(other);
    return difference > 0 || (difference == 0 && execution.index(event) > execution.index(other));
  }

  /** The content of a variable's word after a write to it, or at the beginning, and additions. */
  long content(int variable, int write, int[] added) {
    return with(added, content(variable, write));
  }

  /** A word after additions to it. */
  long with(int[] added, long word) {
    long sum = word;
    for (int a : added) {
      sum = execution.machine.wordWithAddition(a, sum);
    }
    return sum;
  }

  private long content(int variable, int write) {
    if (write >= 0) {
      return execution.machine.wordAfter(write);
    }
    int first = -1;
    for (int e = execution.accesses.lastWrite(variable);
        e >= 0;
        e = execution.accesses.previousWrite(e)) {
      first = e;
    }
    return first < 0
        ? execution.machine.word(execution.locations.word(variable))
        : execution.machine.wordBefore(first);
  }
}
