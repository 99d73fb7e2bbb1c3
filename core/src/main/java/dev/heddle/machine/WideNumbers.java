package dev.heddle.machine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers of 16 bytes, each by a word that stands for it: equal words for equal numbers, 0 for 0.
 * Events have one word for what they read and one for what they write, and so have numbers of 16
 * bytes a place there. The word depends on the number alone.
 */
public final class WideNumbers {
  public static final int BYTES = 16;
  private static final int HALF = 8;
  private static final Halves ZERO = new Halves(0, 0);

  private final Map<Long, Halves> halves = new ConcurrentHashMap<>();

  private record Halves(long low, long high) {}

  /** The word for a number. */
  public long of(long low, long high) {
    if (low == 0 && high == 0) {
      return 0;
    }
    Halves number = new Halves(low, high);
    long word = mix(mix(low) + 0x9E3779B97F4A7C15L * high) | 1;
    Halves other = halves.putIfAbsent(word, number);
    if (other != null && !other.equals(number)) {
      throw new MachineException("two numbers of 16 bytes have the same word, " + word);
    }
    return word;
  }

  private static long mix(long value) {
    long h = (value ^ (value >>> 32)) * 0xD6E8FEB86659FD93L;
    return h ^ (h >>> 32);
  }

  public long low(long word) {
    return number(word).low;
  }

  public long high(long word) {
    return number(word).high;
  }

  /** A word that stands for nothing was made up, to see what a thread does with another one. */
  private Halves number(long word) {
    Halves number = word == 0 ? ZERO : halves.get(word);
    return number == null ? new Halves(word, 0) : number;
  }

  /** Some bytes of a number. */
  long part(long word, int offset, int bytes) {
    Halves number = number(word);
    long part = 0;
    for (int i = 0; i < bytes; i++) {
      part |= byteAt(number, offset + i) << (8 * i);
    }
    return part;
  }

  private static long byteAt(Halves number, int offset) {
    long half = offset < HALF ? number.low : number.high;
    return half >>> (8 * (offset % HALF)) & 0xff;
  }

  /** The number with other bytes at an offset. */
  long withPart(long word, int offset, int bytes, long value) {
    long[] numbers = {low(word), high(word)};
    for (int i = 0; i < bytes; i++) {
      int half = (offset + i) / HALF;
      int shift = 8 * ((offset + i) % HALF);
      numbers[half] = (numbers[half] & ~(0xffL << shift)) | (value >>> (8 * i) & 0xff) << shift;
    }
    return of(numbers[0], numbers[1]);
  }

  /** The number as a pair, the lower half first. */
  public String text(long word) {
    return "{" + low(word) + ", " + high(word) + "}";
  }
}
