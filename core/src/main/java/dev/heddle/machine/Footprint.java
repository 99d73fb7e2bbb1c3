package dev.heddle.machine;

/**
 * What an event touches, packed into a long so that the explorers can compare events without
 * looking them up: the memory word, the bytes in it and in the next, and whether it writes.
 *
 * <pre>
 *   bits 32..63   first word of memory
 *   bits  2..31   the bytes touched, bit 0 being the first of the word; for a range: its words
 *   bit   1       range: whole words, as when an object ends its life
 *   bit   0       the event writes
 * </pre>
 *
 * Two events conflict when they touch a common byte and one of them writes.
 */
public final class Footprint {
  /** Touches nothing. */
  public static final long NONE = 0;

  private static final long WRITE = 1;
  private static final long RANGE = 2;

  private Footprint() {}

  static long of(long position, int bytes, boolean write) {
    long mask = ((1L << bytes) - 1) << (position & 7);
    return (position >>> 3 << 32) | (mask << 2) | (write ? WRITE : 0);
  }

  /** All of an object that starts at {@code position}. */
  static long ofObject(long position, int size) {
    long words = Math.max(1, (size + 7) >>> 3);
    return (position >>> 3 << 32) | (words << 2) | RANGE | WRITE;
  }

  public static boolean writes(long footprint) {
    return (footprint & WRITE) != 0;
  }

  static long withWrite(long footprint, boolean write) {
    return write ? footprint | WRITE : footprint & ~WRITE;
  }

  public static boolean isRange(long footprint) {
    return (footprint & RANGE) != 0;
  }

  public static int word(long footprint) {
    return (int) (footprint >>> 32);
  }

  /** The bytes touched in the first word (bits 0 to 7) and in the next (8 to 15). */
  public static int mask(long footprint) {
    return (int) footprint >>> 2;
  }

  /** How many words a range has. */
  public static int words(long footprint) {
    return (int) footprint >>> 2;
  }

  /** Whether the access reaches into a second word. */
  public static boolean straddles(long footprint) {
    return (footprint & RANGE) == 0 && mask(footprint) > 0xff;
  }

  public static boolean conflict(long a, long b) {
    if (((a | b) & WRITE) == 0) {
      return false;
    }
    if (((a | b) & RANGE) == 0 && (a ^ b) >>> 32 == 0) {
      return ((a & b) & 0x3fffcL) != 0;
    }
    return distantConflict(a, b);
  }

  private static boolean distantConflict(long a, long b) {
    if (a == NONE || b == NONE) {
      return false;
    }
    if (((a | b) & RANGE) != 0) {
      return word(a) <= lastWord(b) && word(b) <= lastWord(a);
    }
    int distance = word(b) - word(a);
    return switch (distance) {
      case 1 -> ((mask(a) >>> 8) & mask(b)) != 0;
      case -1 -> ((mask(b) >>> 8) & mask(a)) != 0;
      default -> false;
    };
  }

  private static int lastWord(long footprint) {
    if (isRange(footprint)) {
      return word(footprint) + words(footprint) - 1;
    }
    return straddles(footprint) ? word(footprint) + 1 : word(footprint);
  }
}
