package dev.heddle.explore.rsmc;

import java.util.Arrays;

/**
 * A set of events for each row, in words of 64 bits. Where rows are events, this is a relation, and
 * the row of an event holds its predecessors.
 */
final class EventRows {
  /** Row {@code r} lies at {@code r * stride}. */
  private long[] words;

  private int rows;
  private int stride;

  EventRows(int rows, int stride) {
    this.rows = rows;
    this.stride = stride;
    words = new long[rows * stride];
  }

  /** Makes room; what the rows hold stays. */
  void grow(int moreRows, int longerStride) {
    long[] grown = new long[moreRows * longerStride];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(words, row * stride, grown, row * longerStride, stride);
    }
    words = grown;
    rows = moreRows;
    stride = longerStride;
  }

  int rows() {
    return rows;
  }

  int stride() {
    return stride;
  }

  boolean has(int row, int member) {
    return (words[row * stride + (member >> 6)] >>> member & 1) != 0;
  }

  void add(int row, int member) {
    words[row * stride + (member >> 6)] |= 1L << member;
  }

  void remove(int row, int member) {
    words[row * stride + (member >> 6)] &= ~(1L << member);
  }

  /** Removes the events from {@code from} on. */
  void cut(int row, int from) {
    int word = from >> 6;
    if (word < stride) {
      words[row * stride + word] &= ~(-1L << from);
      Arrays.fill(words, row * stride + word + 1, (row + 1) * stride, 0);
    }
  }

  void clear(int row) {
    if (stride == 1) {
      words[row] = 0;
      return;
    }
    Arrays.fill(words, row * stride, (row + 1) * stride, 0);
  }

  /** Fills a row with a set whose last words, if they are zero, may be missing. */
  void set(int row, long[] events) {
    clear(row);
    System.arraycopy(events, 0, words, row * stride, Math.min(stride, events.length));
  }

  void copy(int row, EventRows other, int otherRow) {
    if (stride == 1) {
      words[row] = other.words[otherRow];
      return;
    }
    System.arraycopy(other.words, otherRow * stride, words, row * stride, stride);
  }

  void addAll(int row, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      words[row * stride + i] |= other.words[otherRow * stride + i];
    }
  }

  /** Adds what two other rows have in common. */
  void addCommon(int row, EventRows one, int oneRow, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      words[row * stride + i] |=
          one.words[oneRow * stride + i] & other.words[otherRow * stride + i];
    }
  }

  void retainAll(int row, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      words[row * stride + i] &= other.words[otherRow * stride + i];
    }
  }

  void removeAll(int row, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      words[row * stride + i] &= ~other.words[otherRow * stride + i];
    }
  }

  boolean isWithin(int row, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      if ((words[row * stride + i] & ~other.words[otherRow * stride + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  boolean meets(int row, EventRows other, int otherRow) {
    for (int i = 0; i < stride; i++) {
      if ((words[row * stride + i] & other.words[otherRow * stride + i]) != 0) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty(int row) {
    for (int i = 0; i < stride; i++) {
      if (words[row * stride + i] != 0) {
        return false;
      }
    }
    return true;
  }

  int count(int row) {
    int count = 0;
    for (int i = 0; i < stride; i++) {
      count += Long.bitCount(words[row * stride + i]);
    }
    return count;
  }

  /** The first event of a row that is not below {@code from}, or -1. */
  int next(int row, int from) {
    int word = from >> 6;
    if (word >= stride) {
      return -1;
    }
    long rest = words[row * stride + word] & -1L << from;
    while (rest == 0) {
      if (++word == stride) {
        return -1;
      }
      rest = words[row * stride + word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  /** The same among the events that two rows have in common. */
  int nextCommon(int row, int from, EventRows other, int otherRow) {
    long mask = -1L << from;
    for (int word = from >> 6; word < stride; word++) {
      long rest = words[row * stride + word] & other.words[otherRow * stride + word] & mask;
      if (rest != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(rest);
      }
      mask = -1L;
    }
    return -1;
  }

  /** The same among the events of a row that another row does not have. */
  int nextOutside(int row, int from, EventRows other, int otherRow) {
    long mask = -1L << from;
    for (int word = from >> 6; word < stride; word++) {
      long rest = words[row * stride + word] & ~other.words[otherRow * stride + word] & mask;
      if (rest != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(rest);
      }
      mask = -1L;
    }
    return -1;
  }

  /**
   * Adds to {@code row} the rows {@code relation[m]} of every event m of {@code via[viaRow]}.
   *
   * @param covered tells which of them need not be looked at: {@code relation[q]} is within {@code
   *     relation[m]} for every q in {@code covered[m]}
   */
  void addThrough(int row, EventRows via, int viaRow, EventRows relation, EventRows covered) {
    if (stride == 1) {
      addThroughWord(row, via.words[viaRow], relation.words, covered.words);
      return;
    }
    for (int word = stride - 1; word >= 0; word--) {
      // Later events mostly cover earlier ones.
      long rest = via.words[viaRow * stride + word];
      while (rest != 0) {
        int m = (word << 6) + 63 - Long.numberOfLeadingZeros(rest);
        for (int i = 0; i < stride; i++) {
          words[row * stride + i] |= relation.words[m * stride + i];
        }
        rest &= ~(1L << m) & ~covered.words[m * stride + word];
      }
    }
  }

  /** The same where all events fit in one word. */
  private void addThroughWord(int row, long via, long[] relation, long[] covered) {
    long found = words[row];
    long rest = via;
    while (rest != 0) {
      int m = 63 - Long.numberOfLeadingZeros(rest);
      found |= relation[m];
      rest &= ~(1L << m) & ~covered[m];
    }
    words[row] = found;
  }
}
