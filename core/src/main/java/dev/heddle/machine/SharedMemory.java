package dev.heddle.machine;

import java.util.Arrays;

/**
 * What the memory that threads share contains: bytes, kept in 8-byte words, and which of them are
 * initialised. A <em>position</em> is a byte's index in this storage; {@link ObjectTable} says
 * which positions the addresses that the program sees have.
 */
final class SharedMemory {
  private static final int MAX_WORDS = 1 << 26;

  /** Content, and for each word the set of its initialised bytes. */
  private long[] words = new long[256];

  private byte[] initialized = new byte[256];

  /** Word 0 stays unused: {@link Footprint#NONE} means it. */
  private int usedWords = 1;

  /**
   * Gives words that nobody has had yet; the first of them. There is one more than asked for, so
   * that an access that reaches past an end stays inside.
   */
  int reserve(int count) {
    int from = usedWords;
    if (count >= MAX_WORDS - usedWords) {
      throw new MachineException(
          "the program's objects, freed ones included, take more than "
              + (MAX_WORDS >> 17)
              + " MiB; make it smaller, or bound its loops with --unroll N");
    }
    usedWords += Math.max(1, count) + 1;
    if (usedWords > words.length) {
      int grown = Math.max(usedWords, (int) Math.min(2L * words.length, MAX_WORDS));
      words = Arrays.copyOf(words, grown);
      initialized = Arrays.copyOf(initialized, grown);
    }
    return from;
  }

  /** How many words are in use; words are numbered below this. */
  int usedWords() {
    return usedWords;
  }

  /** Fills words with zeros, which count as written or not. */
  void clear(int firstWord, int count, boolean zeroed) {
    Arrays.fill(words, firstWord, firstWord + count, 0);
    Arrays.fill(initialized, firstWord, firstWord + count, (byte) (zeroed ? 0xff : 0));
  }

  // ---- Bytes --------------------------------------------------------------------------------

  boolean isInitialized(long position, int bytes) {
    int word = (int) (position >>> 3);
    int mask = ((1 << bytes) - 1) << (position & 7);
    int present = (initialized[word] & 0xff) | (initialized[word + 1] & 0xff) << 8;
    return (mask & ~present) == 0;
  }

  /** The bytes that are not initialised, bit 0 being the first. */
  int missing(long position, int bytes) {
    int word = (int) (position >>> 3);
    int present = (initialized[word] & 0xff) | (initialized[word + 1] & 0xff) << 8;
    return ~(present >>> (position & 7)) & ((1 << bytes) - 1);
  }

  /** Makes bytes that have just been written uninitialised again. */
  void forget(long position, int missing) {
    int word = (int) (position >>> 3);
    int touched = missing << (position & 7);
    initialized[word] &= (byte) ~touched;
    if (touched > 0xff) {
      initialized[word + 1] &= (byte) ~(touched >>> 8);
    }
  }

  long read(long position, int bytes) {
    int word = (int) (position >>> 3);
    int shift = (int) (position & 7) << 3;
    long value = words[word] >>> shift;
    if (shift + 8 * bytes > 64) {
      value |= words[word + 1] << (64 - shift);
    }
    return bytes == 8 ? value : value & ((1L << (8 * bytes)) - 1);
  }

  void write(long position, int bytes, long value) {
    int word = (int) (position >>> 3);
    int shift = (int) (position & 7) << 3;
    long mask = bytes == 8 ? -1L : (1L << (8 * bytes)) - 1;
    words[word] = (words[word] & ~(mask << shift)) | ((value & mask) << shift);
    int touched = ((1 << bytes) - 1) << (position & 7);
    initialized[word] |= (byte) touched;
    if (shift + 8 * bytes > 64) {
      words[word + 1] =
          (words[word + 1] & ~(mask >>> (64 - shift))) | ((value & mask) >>> (64 - shift));
      initialized[word + 1] |= (byte) (touched >>> 8);
    }
  }

  long word(int word) {
    return words[word];
  }

  byte initializedBytes(int word) {
    return initialized[word];
  }

  void restore(int word, long content, byte initializedBytes) {
    words[word] = content;
    initialized[word] = initializedBytes;
  }
}
