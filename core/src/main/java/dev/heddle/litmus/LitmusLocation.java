package dev.heddle.litmus;

import java.util.List;

/**
 * A named location or array.
 *
 * @param elementSize in bytes, or 0 if no declaration tells; the accesses then do
 * @param initial one value per element
 */
public record LitmusLocation(String name, long address, int elementSize, List<Long> initial) {
  /** Objects lie this far apart, so that an address tells its object. */
  public static final long STRIDE = 0x10000;

  /** An address is unlike the small numbers that tests compute with, and fits into 31 bits. */
  private static final long FIRST = 0x4E0D0000L;

  public static final int MAX_OBJECTS = 0x3000;

  public LitmusLocation {
    initial = List.copyOf(initial);
  }

  /** The address of the object with this number. */
  public static long address(int number) {
    return FIRST + number * STRIDE;
  }

  /** The number of the object that an address lies in; anything if it lies in none. */
  public static long number(long address) {
    return Math.floorDiv(address - FIRST, STRIDE);
  }

  public static long offset(long address) {
    return Math.floorMod(address - FIRST, STRIDE);
  }
}
