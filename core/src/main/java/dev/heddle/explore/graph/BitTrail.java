package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Rows of bits that grow at the end and shrink there, one per event or other thing that has a
 * number. Bits are only ever added; what was added since a {@link #mark} can be taken back.
 */
final class BitTrail {
  /** Row i is {@code bits[i * words … (i + 1) * words)}. */
  private long[] bits = new long[64];

  private int words = 1;
  private int rows;

  /** What was changed: the place in {@link #bits}, in numbers of row and word, and the old word. */
  private int[] changedRow = new int[64];

  private int[] changedWord = new int[64];
  private long[] old = new long[64];
  private int length;

  int rows() {
    return rows;
  }

  int words() {
    return words;
  }

  /** A point to which {@link #undoTo} can go back. */
  int mark() {
    return length;
  }

  /** The row of a change since the beginning. */
  int changedRow(int change) {
    return changedRow[change];
  }

  void undoTo(int mark, int newRows) {
    while (length > mark) {
      length--;
      bits[changedRow[length] * words + changedWord[length]] = old[length];
    }
    rows = newRows;
  }

  /** A new row without bits; from now on, every row can hold the numbers below a bound. */
  int addRow(int bound) {
    if (bound > words << 6) {
      widen(2 * words);
    }
    if ((rows + 1) * words > bits.length) {
      bits = Arrays.copyOf(bits, 2 * (rows + 1) * words);
    }
    Arrays.fill(bits, rows * words, (rows + 1) * words, 0);
    return rows++;
  }

  private void widen(int wider) {
    long[] wide = new long[Math.max(bits.length / words, rows + 1) * wider];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(bits, i * words, wide, i * wider, words);
    }
    bits = wide;
    words = wider;
  }

  boolean contains(int row, int bit) {
    return (bits[row * words + (bit >> 6)] >>> bit & 1) != 0;
  }

  long word(int row, int k) {
    return bits[row * words + k];
  }

  boolean isEmpty(int row) {
    for (int k = 0; k < words; k++) {
      if (bits[row * words + k] != 0) {
        return false;
      }
    }
    return true;
  }

  int count(int row) {
    int count = 0;
    for (int k = 0; k < words; k++) {
      count += Long.bitCount(bits[row * words + k]);
    }
    return count;
  }

  void add(int row, int bit) {
    addWord(row, bit >> 6, 1L << bit);
  }

  /** Adds what a row of another table has. */
  void addAll(int row, BitTrail other, int otherRow) {
    int width = Math.min(words, other.words);
    for (int k = 0; k < width; k++) {
      long more = other.bits[otherRow * other.words + k];
      if (more != 0) {
        addWord(row, k, more);
      }
    }
  }

  void addWord(int row, int k, long more) {
    int at = row * words + k;
    long before = bits[at];
    if ((more & ~before) == 0) {
      return;
    }
    if (length == old.length) {
      changedRow = Arrays.copyOf(changedRow, 2 * length);
      changedWord = Arrays.copyOf(changedWord, 2 * length);
      old = Arrays.copyOf(old, 2 * length);
    }
    changedRow[length] = row;
    changedWord[length] = k;
    old[length++] = before;
    bits[at] = before | more;
  }
}
