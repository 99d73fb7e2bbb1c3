package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.IntList;
import java.util.Arrays;

/** Pairs of an order in the sequence in which they were derived, linked by their first event. */
final class DerivedPairs {
  /** Rule R1: a reader of the second event knows the first. */
  static final int READ = 0;

  /** Rule R2: the first event reads a write that the second one overwrites. */
  static final int FROM_READ = 1;

  /** Not derived but assumed. */
  static final int ASSUMED = 2;

  private final int[] last;
  private final IntList previous = new IntList();
  private final IntList from = new IntList();
  private final IntList to = new IntList();
  private final IntList why = new IntList();
  private final IntList overwritten = new IntList();

  DerivedPairs(int events) {
    last = new int[events];
    Arrays.fill(last, NONE);
  }

  int size() {
    return from.size();
  }

  void add(int first, int second, int rule, int overwrittenWrite) {
    previous.add(last[first]);
    last[first] = from.size();
    from.add(first);
    to.add(second);
    why.add(rule);
    overwritten.add(overwrittenWrite);
  }

  void truncate(int size) {
    for (int p = from.size() - 1; p >= size; p--) {
      last[from.get(p)] = previous.get(p);
    }
    previous.truncate(size);
    from.truncate(size);
    to.truncate(size);
    why.truncate(size);
    overwritten.truncate(size);
  }

  /** A pair that starts with the event, or NONE. */
  int first(int event) {
    return last[event];
  }

  /** Another pair that starts with the same event, or NONE. */
  int next(int pair) {
    return previous.get(pair);
  }

  int from(int pair) {
    return from.get(pair);
  }

  int to(int pair) {
    return to.get(pair);
  }

  int why(int pair) {
    return why.get(pair);
  }

  /** Of a {@link #FROM_READ} pair: the write that the first event reads. */
  int overwritten(int pair) {
    return overwritten.get(pair);
  }
}
