package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * Numbers of 128 bits for the events of an execution, each for the event and all that happens
 * before it: who did what in which order, and who read from whom. Events with the same past have
 * the same number in every execution, and with others have others: that two of a billion differ and
 * have the same number is less likely than one in 10<sup>20</sup>.
 */
final class Fingerprints {
  private static final long A = 0x9e3779b97f4a7c15L;
  private static final long B = 0xbf58476d1ce4e5b9L;
  private static final long C = 0x94d049bb133111ebL;
  private static final long D = 0xd6e8feb86659fd93L;
  private static final long E = 0xa0761d6478bd642fL;

  private long[] first = new long[64];
  private long[] second = new long[64];

  /** The first half for an event; there is one for what is no event, too. */
  long first(int event) {
    return event < 0 ? event : first[event];
  }

  long second(int event) {
    return event < 0 ? event : second[event];
  }

  /**
   * The first half for an event, made of what comes right before it.
   *
   * @param before the event before it in its thread, or that started the thread
   * @param joined the last event of the thread that it waits for, or -1
   */
  long first(int thread, int before, int source, int joined, int alternative) {
    long mixed = first(before) * A + first(source) * B + first(joined) * C;
    return mix(mixed + (((long) thread << 32) + alternative + 1) * D, E);
  }

  long second(int thread, int before, int source, int joined, int alternative) {
    long mixed = second(before) * E + second(source) * A + second(joined) * D;
    return mix(mixed + (((long) thread << 32) + alternative + 1) * B, C);
  }

  /** Every bit of a number has an influence on every bit of the result. */
  private static long mix(long number, long factor) {
    long mixed = (number ^ (number >>> 32)) * factor;
    mixed = (mixed ^ (mixed >>> 29)) * A;
    return mixed ^ (mixed >>> 32);
  }

  void set(int event, int thread, int before, int source, int joined, int alternative) {
    if (event >= first.length) {
      first = Arrays.copyOf(first, 2 * event);
      second = Arrays.copyOf(second, 2 * event);
    }
    first[event] = first(thread, before, source, joined, alternative);
    second[event] = second(thread, before, source, joined, alternative);
  }
}
