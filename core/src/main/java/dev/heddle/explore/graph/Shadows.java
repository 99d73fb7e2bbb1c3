package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * The writes to a cell that are writes to others with bytes in common: the slots that they have
 * here, what the cell contains after them, and where each of its bytes comes from.
 *
 * <p>Conflicting accesses of different sizes are ordered by happens-before, or they race, or they
 * are refused. So a shadow comes behind all slots that are there when it falls, and all that comes
 * later reads it or what comes behind it.
 */
final class Shadows {
  private final int bytes;
  private boolean[] isShadow = new boolean[8];
  private long[] content = new long[8];
  private byte[] missing = new byte[8];
  private boolean[] isUnclear = new boolean[8];

  /** By slot and byte: the event that wrote it. */
  private int[] source;

  Shadows(int bytes) {
    this.bytes = bytes;
    this.source = new int[8 * bytes];
  }

  boolean isShadow(int slot) {
    return slot < isShadow.length && isShadow[slot];
  }

  long content(int slot) {
    return content[slot];
  }

  int missing(int slot) {
    return missing[slot] & 0xff;
  }

  /** The event that wrote a byte as it is after a slot. */
  int source(int slot, int offset) {
    return source[slot * bytes + offset];
  }

  void setSource(int slot, int offset, int event) {
    source[slot * bytes + offset] = event;
  }

  /** Whether the content depends on an order of writes to another cell that is open. */
  boolean isUnclear(int slot) {
    return isUnclear[slot];
  }

  void put(int slot, long newContent, int newMissing, boolean unclear) {
    reserve(slot);
    isUnclear[slot] = unclear;
    isShadow[slot] = true;
    content[slot] = newContent;
    missing[slot] = (byte) newMissing;
  }

  /** A slot is one of the cell's own, or none. */
  void clear(int slot) {
    if (slot < isShadow.length) {
      isShadow[slot] = false;
    }
  }

  void reserve(int slot) {
    if (slot >= isShadow.length) {
      int grown = 2 * slot;
      isShadow = Arrays.copyOf(isShadow, grown);
      content = Arrays.copyOf(content, grown);
      missing = Arrays.copyOf(missing, grown);
      isUnclear = Arrays.copyOf(isUnclear, grown);
      source = Arrays.copyOf(source, grown * bytes);
    }
  }
}
