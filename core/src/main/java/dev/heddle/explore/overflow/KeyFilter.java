package dev.heddle.explore.overflow;

/**
 * A Bloom filter: most keys that are not in a set are known not to be by a look at one word of
 * memory. Bloom, <em>Space/time trade-offs in hash coding with allowable errors</em>, CACM 13(7),
 * 1970; all bits of a key are in one word.
 */
final class KeyFilter {
  private static final long BITS_PER_KEY = 8;

  private final long[] words;

  private KeyFilter(int words) {
    this.words = new long[words];
  }

  /** A filter for so many keys that takes at most so many bytes; null if that is no use. */
  static KeyFilter of(long keys, long most) {
    long bytes = Math.min(keys * BITS_PER_KEY / 8, most);
    return 8 * bytes < keys || bytes < Long.BYTES
        ? null
        : new KeyFilter((int) Math.min(bytes / Long.BYTES, Integer.MAX_VALUE - 8));
  }

  long bytes() {
    return (long) words.length * Long.BYTES;
  }

  void add(long first, long second) {
    long hash = hash(first, second);
    words[word(hash)] |= bits(hash);
  }

  /** False only if the key has not been added. */
  boolean mayContain(long first, long second) {
    long hash = hash(first, second);
    long bits = bits(hash);
    return (words[word(hash)] & bits) == bits;
  }

  private static long hash(long first, long second) {
    long hash = (first ^ (second * 0x9E3779B97F4A7C15L)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 31)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 29);
  }

  private int word(long hash) {
    return (int) (((hash >>> 32) * words.length) >>> 32);
  }

  private static long bits(long hash) {
    return (1L << hash) | (1L << (hash >>> 6));
  }
}
