package dev.heddle.explore;

import java.util.Arrays;

/**
 * Races (e, e′) of the current execution, as pairs of event numbers; (e, e) is the race of e with
 * its next alternative.
 */
final class RaceList {
  /** In the place of e: the races of e′ with independent writes, all together. */
  static final int SEVERAL = -1;

  private int[] first = new int[64];
  private int[] second = new int[64];
  private int size;

  int size() {
    return size;
  }

  int first(int at) {
    return first[at];
  }

  int second(int at) {
    return second[at];
  }

  void add(int e, int later) {
    if (size == first.length) {
      first = Arrays.copyOf(first, 2 * size);
      second = Arrays.copyOf(second, 2 * size);
    }
    set(size++, e, later);
  }

  void set(int at, int e, int later) {
    first[at] = e;
    second[at] = later;
  }

  void resize(int newSize) {
    size = newSize;
  }

  /** Drops the races whose second event is not among the first {@code events} events. */
  void truncate(int events) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (second[i] < events) {
        set(kept++, first[i], second[i]);
      }
    }
    size = kept;
  }
}
