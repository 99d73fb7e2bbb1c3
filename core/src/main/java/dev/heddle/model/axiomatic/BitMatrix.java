package dev.heddle.model.axiomatic;

import java.util.Arrays;

/**
 * A relation on the events of one execution, or a set of them, as bits. A relation has one row per
 * event; a set has a single row. Operations write their result into the matrix that they are called
 * on, which must not be one of the operands unless said otherwise.
 */
public final class BitMatrix {
  private final int size;
  private final int rows;

  /** Words per row: row {@code r} is {@code bits[r * words] … bits[r * words + words - 1]}. */
  private final int words;

  private final long[] bits;

  private BitMatrix(int size, int rows) {
    this.size = size;
    this.rows = rows;
    this.words = (size + 63) >>> 6;
    this.bits = new long[rows * words];
  }

  public static BitMatrix relation(int events) {
    return new BitMatrix(events, events);
  }

  public static BitMatrix set(int events) {
    return new BitMatrix(events, 1);
  }

  /** The number of events. */
  public int size() {
    return size;
  }

  public boolean get(int from, int to) {
    return (bits[from * words + (to >>> 6)] >>> to & 1) != 0;
  }

  public void add(int from, int to) {
    bits[from * words + (to >>> 6)] |= 1L << to;
  }

  public void remove(int from, int to) {
    bits[from * words + (to >>> 6)] &= ~(1L << to);
  }

  /** Whether an event is in this set. */
  public boolean has(int event) {
    return get(0, event);
  }

  public void addAll(int... events) {
    for (int event : events) {
      add(0, event);
    }
  }

  /** The first event after {@code from} that {@code row} is related to, or -1. */
  public int next(int row, int from) {
    int word = (from + 1) >>> 6;
    if (word >= words) {
      return -1;
    }
    long rest = bits[row * words + word] & (-1L << (from + 1));
    while (rest == 0) {
      if (++word == words) {
        return -1;
      }
      rest = bits[row * words + word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(rest);
  }

  public int count() {
    int count = 0;
    for (long word : bits) {
      count += Long.bitCount(word);
    }
    return count;
  }

  public void clear() {
    Arrays.fill(bits, 0);
  }

  public void copy(BitMatrix other) {
    System.arraycopy(other.bits, 0, bits, 0, bits.length);
  }

  /** Makes one row what a row of another matrix is. */
  public void copyRow(int row, BitMatrix other, int otherRow) {
    System.arraycopy(other.bits, otherRow * words, bits, row * words, words);
  }

  public boolean sameAs(BitMatrix other) {
    return Arrays.equals(bits, other.bits);
  }

  public boolean isEmpty() {
    for (long word : bits) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  /** Everything: each event, or each pair of events. */
  public void fill() {
    clear();
    complement(this);
  }

  // An operand may be this matrix in the next five.

  public void union(BitMatrix a, BitMatrix b) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] = a.bits[i] | b.bits[i];
    }
  }

  public void intersection(BitMatrix a, BitMatrix b) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] = a.bits[i] & b.bits[i];
    }
  }

  public void difference(BitMatrix a, BitMatrix b) {
    for (int i = 0; i < bits.length; i++) {
      bits[i] = a.bits[i] & ~b.bits[i];
    }
  }

  public void complement(BitMatrix a) {
    long last = -1L >>> (-size & 63);
    for (int row = 0; row < rows; row++) {
      for (int word = 0; word < words; word++) {
        int i = row * words + word;
        bits[i] = ~a.bits[i] & (word == words - 1 ? last : -1L);
      }
    }
  }

  public void reflexive(BitMatrix a) {
    copy(a);
    for (int i = 0; i < size; i++) {
      add(i, i);
    }
  }

  /** a ; b. */
  public void composition(BitMatrix a, BitMatrix b) {
    clear();
    if (words == 1) {
      for (int i = 0; i < rows; i++) {
        long row = 0;
        for (long rest = a.bits[i]; rest != 0; rest &= rest - 1) {
          row |= b.bits[Long.numberOfTrailingZeros(rest)];
        }
        bits[i] = row;
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      for (int k = a.next(i, -1); k >= 0; k = a.next(i, k)) {
        for (int word = 0; word < words; word++) {
          bits[i * words + word] |= b.bits[k * words + word];
        }
      }
    }
  }

  public void inverse(BitMatrix a) {
    clear();
    for (int i = 0; i < rows; i++) {
      for (int k = a.next(i, -1); k >= 0; k = a.next(i, k)) {
        add(k, i);
      }
    }
  }

  /** The smallest transitive relation that holds {@code a} (Warshall); {@code a} may be this. */
  public void closure(BitMatrix a) {
    if (a != this) {
      copy(a);
    }
    for (int k = 0; k < rows; k++) {
      int word = k >>> 6;
      long bit = 1L << k;
      for (int i = 0; i < rows; i++) {
        if ((bits[i * words + word] & bit) != 0) {
          for (int w = 0; w < words; w++) {
            bits[i * words + w] |= bits[k * words + w];
          }
        }
      }
    }
  }

  /** The identity on a set. */
  public void identity(BitMatrix set) {
    clear();
    for (int i = set.next(0, -1); i >= 0; i = set.next(0, i)) {
      add(i, i);
    }
  }

  /** All pairs from one set into another. */
  public void product(BitMatrix from, BitMatrix to) {
    clear();
    for (int i = from.next(0, -1); i >= 0; i = from.next(0, i)) {
      System.arraycopy(to.bits, 0, bits, i * words, words);
    }
  }

  /** Makes this set the events that a relation starts from. */
  public void domain(BitMatrix relation) {
    clear();
    for (int i = 0; i < size; i++) {
      if (relation.next(i, -1) >= 0) {
        add(0, i);
      }
    }
  }

  /** Makes this set the events that a relation leads to. */
  public void range(BitMatrix relation) {
    clear();
    for (int i = 0; i < size; i++) {
      for (int word = 0; word < words; word++) {
        bits[word] |= relation.bits[i * words + word];
      }
    }
  }

  public boolean isIrreflexive() {
    for (int i = 0; i < rows; i++) {
      if (get(i, i)) {
        return false;
      }
    }
    return true;
  }

  public boolean isAcyclic() {
    return words == 1 ? isAcyclicInOneWord() : cycle() == null;
  }

  /** Takes away events without successors until none is left or the rest is on or before cycles. */
  private boolean isAcyclicInOneWord() {
    long left = -1L >>> (-size & 63);
    while (left != 0) {
      long kept = left;
      for (long rest = left; rest != 0; rest &= rest - 1) {
        if ((bits[Long.numberOfTrailingZeros(rest)] & kept) == 0) {
          kept &= ~(rest & -rest);
        }
      }
      if (kept == left) {
        return false;
      }
      left = kept;
    }
    return true;
  }

  /** The events of some cycle in its order, or null if there is none. */
  public int[] cycle() {
    int[] stack = new int[size + 1];
    int[] tried = new int[size + 1];
    int[] place = new int[size]; // 0 unseen, -1 done, else 1 + depth on the stack
    for (int start = 0; start < size; start++) {
      if (place[start] != 0) {
        continue;
      }
      int depth = 0;
      stack[0] = start;
      tried[0] = -1;
      place[start] = 1;
      while (depth >= 0) {
        int successor = next(stack[depth], tried[depth]);
        if (successor < 0) {
          place[stack[depth--]] = -1;
        } else if (place[successor] > 0) {
          return Arrays.copyOfRange(stack, place[successor] - 1, depth + 1);
        } else {
          tried[depth] = successor;
          if (place[successor] == 0) {
            stack[++depth] = successor;
            tried[depth] = -1;
            place[successor] = depth + 1;
          }
        }
      }
    }
    return null;
  }
}
