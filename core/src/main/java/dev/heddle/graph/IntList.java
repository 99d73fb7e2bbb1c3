package dev.heddle.graph;

import java.util.Arrays;

/** A growing list of ints. */
public final class IntList {
  private int[] values;
  private int size;

  public IntList() {
    this(16);
  }

  /**
   * @param capacity how many ints are expected
   */
  public IntList(int capacity) {
    values = new int[Math.max(capacity, 2)];
  }

  public int size() {
    return size;
  }

  public int get(int index) {
    return values[index];
  }

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + (size >> 1));
    }
    values[size++] = value;
  }

  public void truncate(int newSize) {
    size = newSize;
  }

  public int[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
