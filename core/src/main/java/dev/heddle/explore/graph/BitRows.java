package dev.heddle.explore.graph;

import java.util.Arrays;

/** A relation on events as rows of bits, for one check. */
final class BitRows {
  private int words = 1;
  private int size;
  private long[] bits = new long[64];
  private int[] state = new int[64];

  void reset(int newSize) {
    size = newSize;
    words = (newSize + 63) >> 6;
    if (bits.length < size * words) {
      bits = new long[2 * size * words];
    }
    if (state.length < size) {
      state = new int[2 * size];
    }
    Arrays.fill(bits, 0, size * words, 0);
  }

  /** Nothing is in a row any more. */
  void clearRow(int a) {
    Arrays.fill(bits, a * words, (a + 1) * words, 0);
  }

  void add(int a, int b) {
    bits[a * words + (b >> 6)] |= 1L << b;
  }

  boolean contains(int a, int b) {
    return (bits[a * words + (b >> 6)] >>> b & 1) != 0;
  }

  /** What a row of another relation contains is in a row of this one, too. */
  void addRow(int a, BitRows other, int b) {
    for (int k = 0; k < words; k++) {
      bits[a * words + k] |= other.bits[b * words + k];
    }
  }

  /** The first element of a row from one on, or -1. */
  int next(int a, int from) {
    if (from >= size) {
      return -1;
    }
    int k = from >> 6;
    long word = bits[a * words + k] & -1L << from;
    while (word == 0) {
      if (++k == words) {
        return -1;
      }
      word = bits[a * words + k];
    }
    return (k << 6) + Long.numberOfTrailingZeros(word);
  }

  boolean isAcyclic() {
    Arrays.fill(state, 0, size, 0);
    for (int a = 0; a < size; a++) {
      if (state[a] == 0 && hasCycle(a)) {
        return false;
      }
    }
    return true;
  }

  /** Depth first; 1 is under way, 2 is done. */
  private boolean hasCycle(int a) {
    state[a] = 1;
    for (int b = next(a, 0); b >= 0; b = next(a, b + 1)) {
      if (state[b] == 1 || (state[b] == 0 && hasCycle(b))) {
        return true;
      }
    }
    state[a] = 2;
    return false;
  }
}
