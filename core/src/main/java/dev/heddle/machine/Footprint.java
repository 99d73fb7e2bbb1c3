package dev.heddle.machine;

/**
 * What an event touches, packed into a long so that the explorers can compare events without
 * looking them up: the memory word, the bytes in it and in the next, and whether it writes.
 *
 * <pre>
 *   bits 32..63   first word of memory
 *   bits 19..31   which of its alternatives the event took
 *   bit  18       the event adds, and nobody looks at what it finds
 *   bits  2..17   the bytes touched, bit 0 being the first of the word; for a range: its words, in
 *                 30 bits
 *   bit   1       range: whole words, as when an object ends its life
 *   bit   0       the event writes
 * </pre>
 *
 * Two events conflict when they touch a common byte and one of them writes, but two additions to
 * the same bytes do not.
 */
public final class Footprint {
  /** Touches nothing. */
  public static final long NONE = 0;

  /**
   * The start of an atomic section, which is a barrier to all other threads: it touches all words,
   * and so conflicts with every event, those included that touch nothing.
   */
  static final long SECTION = 0xffff_ffffL;

  private static final long WRITE = 1;

  /** Events have fewer alternatives than this. */
  static final int MAX_ALTERNATIVES = 1 << 13;

  private static final long RANGE = 2;
  private static final int ALTERNATIVE = 19;
  private static final long ADDS = 1L << 18;

  /** The word and the bytes in it. */
  private static final long PLACE = 0xffff_ffff_0000_0000L | 0xffffL << 2;

  private static final long BYTES = 0xffffL << 2;

  /** The bits of each set of bytes of a word. */
  private static final long[] BITS_OF_BYTES = new long[256];

  static {
    for (int bytes = 0; bytes < 256; bytes++) {
      for (int b = 0; b < 8; b++) {
        BITS_OF_BYTES[bytes] |= (bytes >>> b & 1) * (0xffL << (8 * b));
      }
    }
  }

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

  /** Whether there is memory that the event touches. */
  public static boolean touches(long footprint) {
    return (footprint & (BYTES | RANGE)) != 0;
  }

  public static boolean writes(long footprint) {
    return (footprint & WRITE) != 0;
  }

  /** The footprint of a write to the same memory. */
  public static long asWrite(long footprint) {
    return footprint | WRITE;
  }

  /** The footprint of a read of the same memory. */
  public static long asRead(long footprint) {
    return footprint & ~(WRITE | ADDS);
  }

  static long withWrite(long footprint, boolean write) {
    return write ? footprint | WRITE : footprint & ~WRITE;
  }

  /** The footprint of a write that adds; one that reaches into a second word counts as others. */
  static long asAddition(long footprint) {
    return straddles(footprint) ? footprint : footprint | ADDS;
  }

  /** Whether the event adds to what is there, whatever that is. */
  public static boolean adds(long footprint) {
    return (footprint & (ADDS | RANGE)) == ADDS;
  }

  /** Whether an atomic section starts here. */
  public static boolean isSection(long footprint) {
    return footprint == SECTION;
  }

  public static boolean isRange(long footprint) {
    return (footprint & RANGE) != 0;
  }

  public static int word(long footprint) {
    return (int) (footprint >>> 32);
  }

  /** The bytes touched in the first word (bits 0 to 7) and in the next (8 to 15). */
  public static int mask(long footprint) {
    return (int) (footprint >>> 2) & 0xffff;
  }

  /** The bytes touched in one of the words that an access reaches, as bits 0 to 7. */
  public static int maskIn(long footprint, int word) {
    return word(footprint) == word ? mask(footprint) & 0xff : mask(footprint) >>> 8;
  }

  /** Which of its alternatives the event took; two alternatives are two different events. */
  public static int alternative(long footprint) {
    return isRange(footprint) ? 0 : (int) footprint >>> ALTERNATIVE;
  }

  public static boolean sameAlternative(long a, long b) {
    return alternative(a) == alternative(b);
  }

  public static long withAlternative(long footprint, int alternative) {
    return (footprint & ~(0x1fffL << ALTERNATIVE)) | ((long) alternative << ALTERNATIVE);
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
    int distance = (int) (b >>> 32) - (int) (a >>> 32);
    if (((a | b) & RANGE) == 0) {
      if (distance == 0) {
        return (a & b & BYTES) != 0 && ((a & b & ADDS) == 0 || ((a ^ b) & PLACE) != 0);
      }
      // Only an access that reaches into the next word meets one there.
      return distance == 1
          ? ((mask(a) >>> 8) & mask(b)) != 0
          : distance == -1 && ((mask(b) >>> 8) & mask(a)) != 0;
    }
    return word(a) <= lastWord(b) && word(b) <= lastWord(a);
  }

  /** The content of a word with some bytes from another. */
  public static long merge(long into, long from, int byteMask) {
    long bits = BITS_OF_BYTES[byteMask];
    return (into & ~bits) | (from & bits);
  }

  private static int lastWord(long footprint) {
    if (isRange(footprint)) {
      return word(footprint) + words(footprint) - 1;
    }
    return straddles(footprint) ? word(footprint) + 1 : word(footprint);
  }
}
