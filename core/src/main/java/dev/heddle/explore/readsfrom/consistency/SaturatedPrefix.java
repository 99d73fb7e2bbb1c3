package dev.heddle.explore.readsfrom.consistency;

import java.util.Arrays;

/**
 * The relation shb of a prefix of the trace, kept for cuts that begin with the prefix: the rules of
 * {@link SaturatedHappensBefore} only ever add to it. Threads may share it, for it does not change.
 */
public final class SaturatedPrefix {
  /** That of no events. */
  public static final SaturatedPrefix EMPTY =
      new SaturatedPrefix(0, new int[] {0}, new int[0], new int[0]);

  /** As many as had been met when it was made; a search that shares it may have met fewer. */
  private final int threads;

  /** Events are numbered thread by thread: the number of each thread's first, and of all events. */
  private final int[] first;

  private final int[] clocks;

  /** What does not follow from thread order and sources: pairs of events. */
  private final int[] orders;

  private SaturatedPrefix(int threads, int[] first, int[] clocks, int[] orders) {
    this.threads = threads;
    this.first = first;
    this.clocks = clocks;
    this.orders = orders;
  }

  /**
   * What is known of a cut.
   *
   * @param orders pairs of its events; not copied
   */
  static SaturatedPrefix of(Cut cut, int[] orders) {
    int[] first = new int[cut.threads() + 1];
    int[] clocks = new int[cut.size() * cut.threads()];
    int[] number = new int[cut.size()];
    int count = 0;
    for (int t = 0; t < cut.threads(); t++) {
      for (int e = cut.firstOfThread(t); e >= 0; e = cut.next(e)) {
        int row = count * cut.threads();
        cut.copyClock(e, clocks, row);
        number[e] = count++;
      }
      first[t + 1] = count;
    }
    Arrays.setAll(orders, i -> number[orders[i]]);
    return new SaturatedPrefix(cut.threads(), first, clocks, orders);
  }

  /** How many events it has. */
  public int size() {
    return first[threads];
  }

  /** Whether an event of a cut that begins with the prefix is part of it. */
  boolean has(Cut cut, int e) {
    int t = cut.thread(e);
    return t < threads && cut.index(e) <= first[t + 1] - first[t];
  }

  /** Copies the clock of an event that is part of it to a cut. */
  void copyClock(Cut cut, int e) {
    int row = (first[cut.thread(e)] + cut.index(e) - 1) * threads;
    cut.setClock(e, clocks, row, Math.min(threads, cut.threads()));
  }

  /** The orders that do not follow from thread order and sources, as pairs of events of a cut. */
  int[] orders(Cut cut) {
    int[] event = new int[size()];
    int count = 0;
    for (int t = 0; count < event.length; t++) {
      for (int e = cut.firstOfThread(t); count < first[t + 1]; e = cut.next(e)) {
        event[count++] = e;
      }
    }
    int[] pairs = new int[orders.length];
    Arrays.setAll(pairs, i -> event[orders[i]]);
    return pairs;
  }
}
