package dev.heddle.model;

import java.util.Arrays;

/**
 * A growing table of timestamps, one row of {@link #width} ints each. An entry is one more than the
 * number of the last event that it covers in the thread of its column, and 0 if it covers none: an
 * event a of thread u is covered when {@code a < row[u]}.
 *
 * <p>Rows live in chunks, so that the table can exceed the length of one array and costs only what
 * is used of it.
 */
final class TimestampRows {
  private static final int CHUNK_INTS = 1 << 18;

  /** Rows are used again, so that most tables need a small part of the rows that they may need. */
  private static final int CHUNKS = 16;

  private final int width;
  private final int shift;
  private final int mask;
  private int[][] chunks = new int[4][];
  private int rows;
  private int[] free = new int[16];
  private int freeCount;

  /**
   * @param most how many rows may be needed; a small number keeps a small table small
   */
  TimestampRows(int width, int most) {
    this.width = width;
    int rowsPerChunk = Math.max(1, Math.min(CHUNK_INTS / width, most / CHUNKS));
    shift = 32 - Integer.numberOfLeadingZeros(rowsPerChunk - 1);
    mask = (1 << shift) - 1;
  }

  int width() {
    return width;
  }

  /** A row that nobody else uses; its content is arbitrary if {@link #release} has been called. */
  int allocate() {
    if (freeCount > 0) {
      return free[--freeCount];
    }
    int chunk = rows >> shift;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new int[width << shift];
    }
    return rows++;
  }

  /** Gives a row back for the next {@link #allocate}. */
  void release(int row) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = row;
  }

  /** The array that holds a row, at {@link #offset}. */
  int[] chunk(int row) {
    return chunks[row >> shift];
  }

  int offset(int row) {
    return (row & mask) * width;
  }

  /** row ← row ⊔ values. */
  void join(int row, int[] values, int from) {
    joinInto(chunk(row), offset(row), values, from, width);
  }

  /** row ← values. */
  void set(int row, int[] values, int from) {
    System.arraycopy(values, from, chunk(row), offset(row), width);
  }

  /** row ← 0. */
  void clear(int row) {
    Arrays.fill(chunk(row), offset(row), offset(row) + width, 0);
  }

  /** target ← row. */
  void copy(int row, int[] target) {
    System.arraycopy(chunk(row), offset(row), target, 0, width);
  }

  /** target ← target ⊔ values, on {@code width} entries. */
  static void joinInto(int[] target, int at, int[] values, int from, int width) {
    for (int u = 0; u < width; u++) {
      target[at + u] = Math.max(target[at + u], values[from + u]);
    }
  }
}
