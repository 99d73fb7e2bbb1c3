package dev.heddle.explore.graph;

import java.util.Arrays;

/** A linear order of events into which new ones are put anywhere, as a list with labels. */
final class LinearOrder {
  private static final long GAP = 1L << 32;

  private long[] label = new long[64];
  private int[] next = new int[64];
  private int[] previous = new int[64];
  private int first = -1;
  private int last = -1;

  /** The events in the order are those below this number. */
  private int size;

  int size() {
    return size;
  }

  boolean isBefore(int a, int b) {
    return label[a] < label[b];
  }

  /**
   * Orders the events below a number anew.
   *
   * @param sorted all of them
   */
  void set(int[] sorted, int count) {
    reserve(count);
    size = count;
    first = -1;
    last = -1;
    for (int i = 0; i < count; i++) {
      int e = sorted[i];
      label[e] = i * GAP;
      previous[e] = last;
      next[e] = -1;
      if (last < 0) {
        first = e;
      } else {
        next[last] = e;
      }
      last = e;
    }
  }

  private void reserve(int count) {
    if (count > label.length) {
      int grown = Math.max(count, 2 * label.length);
      label = Arrays.copyOf(label, grown);
      next = Arrays.copyOf(next, grown);
      previous = Arrays.copyOf(previous, grown);
    }
  }

  /** Puts the event with the next number at the end. */
  void addLast() {
    addAfter(last);
  }

  /** Puts the event with the next number right behind another one, or first if that is -1. */
  void addAfter(int p) {
    int e = size++;
    reserve(size);
    int n = p < 0 ? first : next[p];
    previous[e] = p;
    next[e] = n;
    if (p < 0) {
      first = e;
    } else {
      next[p] = e;
    }
    if (n < 0) {
      last = e;
      label[e] = p < 0 ? 0 : label[p] + GAP;
    } else {
      previous[n] = e;
      long low = p < 0 ? label[n] - 2 * GAP : label[p];
      label[e] = low + (label[n] - low) / 2;
      if (label[e] == low) {
        relabel();
      }
    }
  }

  private void relabel() {
    long value = 0;
    for (int e = first; e >= 0; e = next[e]) {
      label[e] = value;
      value += GAP;
    }
  }

  /** Removes the events from a number on. */
  void shrinkTo(int newSize) {
    while (size > newSize) {
      int e = --size;
      if (previous[e] < 0) {
        first = next[e];
      } else {
        next[previous[e]] = next[e];
      }
      if (next[e] < 0) {
        last = previous[e];
      } else {
        previous[next[e]] = previous[e];
      }
    }
  }
}
