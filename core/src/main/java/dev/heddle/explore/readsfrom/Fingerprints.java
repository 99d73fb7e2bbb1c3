package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * Numbers of 128 bits for the events of an execution, each for the event and all that happens
 * before it: who did what in which order, and who read from whom. Events with the same past have
 * the same number in every execution. That among a billion different ones two have the same number
 * is less likely than one in 10<sup>20</sup>.
 */
final class Fingerprints {
  private static final long A = 0x9e3779b97f4a7c15L;
  private static final long B = 0xbf58476d1ce4e5b9L;
  private static final long C = 0x94d049bb133111ebL;
  private static final long D = 0xd6e8feb86659fd93L;
  private static final long E = 0xa0761d6478bd642fL;

  private final Execution execution;
  private long[] first = new long[64];
  private long[] second = new long[64];

  Fingerprints(Execution execution) {
    this.execution = execution;
  }

  /** The first half for an event; there is one for what is no event, too. */
  private long first(int event) {
    return event < 0 ? event : first[event];
  }

  private long second(int event) {
    return event < 0 ? event : second[event];
  }

  /** The first half for an event and additions to it. */
  long first(int event, int[] additions) {
    return first(event) + first(additions);
  }

  long second(int event, int[] additions) {
    return second(event) + second(additions);
  }

  /** What additions add to the first half for the event that they are read with. */
  long first(int[] additions) {
    long sum = 0;
    for (int a : additions) {
      sum += first[a] * E;
    }
    return sum;
  }

  long second(int[] additions) {
    long sum = 0;
    for (int a : additions) {
      sum += second[a] * C;
    }
    return sum;
  }

  /**
   * The first half for an event, made of what comes right before it.
   *
   * @param before the event before it in its thread, or that started the thread
   * @param read the half for what it reads
   * @param joined the last event of the thread that it waits for, or -1
   */
  long first(int thread, int before, long read, int joined, int alternative) {
    long mixed = first(before) * A + read * B + first(joined) * C;
    return mix(mixed + (((long) thread << 32) + alternative + 1) * D, E);
  }

  long second(int thread, int before, long read, int joined, int alternative) {
    long mixed = second(before) * E + read * A + second(joined) * D;
    return mix(mixed + (((long) thread << 32) + alternative + 1) * B, C);
  }

  /** Every bit of a number has an influence on every bit of the result. */
  private static long mix(long number, long factor) {
    long mixed = (number ^ (number >>> 32)) * factor;
    mixed = (mixed ^ (mixed >>> 29)) * A;
    return mixed ^ (mixed >>> 32);
  }

  void set(int event, int thread, int before, int joined, int alternative) {
    if (event >= first.length) {
      first = Arrays.copyOf(first, 2 * event);
      second = Arrays.copyOf(second, 2 * event);
    }
    int source = execution.source(event);
    int[] summands = execution.summands(event);
    first[event] = first(thread, before, first(source, summands), joined, alternative);
    second[event] = second(thread, before, second(source, summands), joined, alternative);
  }
}
