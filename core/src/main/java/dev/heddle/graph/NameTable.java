package dev.heddle.graph;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers names given as bytes, in the order of their first appearance. Open addressing on one byte
 * pool, so that millions of names cost no object each.
 */
public final class NameTable {
  private byte[] pool = new byte[256];

  /** Name i is {@code pool[start[i] … start[i+1])}. */
  private int[] start = new int[17];

  private int size;

  /** Slot → name + 1; 0 is empty. The length is a power of two, at most half of it used. */
  private int[] slots = new int[32];

  public int size() {
    return size;
  }

  /** The number of the name {@code bytes[from … to)}; a new name gets the next number. */
  public int intern(byte[] bytes, int from, int to) {
    int slot = slotOf(bytes, from, to);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    append(bytes, from, to);
    slots[slot] = size;
    if (2 * size > slots.length) {
      grow();
    }
    return size - 1;
  }

  public int intern(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return intern(bytes, 0, bytes.length);
  }

  /** The number of the name {@code bytes[from … to)}, or -1 when it has not been interned. */
  public int find(byte[] bytes, int from, int to) {
    return slots[slotOf(bytes, from, to)] - 1;
  }

  public String name(int index) {
    return new String(pool, start[index], start[index + 1] - start[index], StandardCharsets.UTF_8);
  }

  private int slotOf(byte[] bytes, int from, int to) {
    int mask = slots.length - 1;
    int slot = hash(bytes, from, to) & mask;
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (Arrays.equals(pool, start[index], start[index + 1], bytes, from, to)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void append(byte[] bytes, int from, int to) {
    int end = start[size];
    int newEnd = Math.addExact(end, to - from);
    if (newEnd > pool.length) {
      pool = Arrays.copyOf(pool, Math.max(newEnd, pool.length + (pool.length >> 1)));
    }
    System.arraycopy(bytes, from, pool, end, to - from);
    if (size + 2 > start.length) {
      start = Arrays.copyOf(start, start.length + (start.length >> 1));
    }
    size++;
    start[size] = newEnd;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(pool, start[i], start[i + 1]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = i + 1;
    }
  }

  private static int hash(byte[] bytes, int from, int to) {
    int h = 0;
    for (int i = from; i < to; i++) {
      h = 31 * h + bytes[i];
    }
    h *= 0x9E3779B9;
    return h ^ (h >>> 15);
  }
}
