package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * What tells ways to go on from a prefix of the trace apart, as numbers: which event is read from
 * or reads, and what of its past lies behind the prefix, with the sources. Two ways are σ ≡ σ′ if
 * and only if their numbers are equal.
 *
 * <p>It is one buffer that is filled again and again; {@link Branching} copies what is new to it.
 */
final class Way {
  /** Instead of a source: the operation waits for good. */
  private static final int WAITING = -3;

  private static final int INDEX_BITS = 20;
  private static final int LARGE_THREAD = (1 << (31 - INDEX_BITS)) - 1;

  private final Execution execution;
  private final CutBuilder builder;
  private int[] numbers = new int[64];
  private int size;
  private int hash;

  Way(Execution execution, CutBuilder builder) {
    this.execution = execution;
    this.builder = builder;
  }

  /**
   * An operation reads from a source and summands, which are wanted with their past and nothing
   * else.
   *
   * @param alternative which alternative of the operation
   */
  void ofSource(Branching branching, int source, int[] summands, int alternative) {
    begin(alternative);
    addSource(source);
    addSummands(summands);
    for (int t = 0; t < execution.stride; t++) {
      past(branching, t, 0);
    }
  }

  /**
   * An event that is not there: an operation with another source and other summands. The past of
   * all is wanted, and nothing else.
   *
   * @param added the summands of who reads from the event
   */
  void ofEvent(
      Branching branching,
      Operation operation,
      int source,
      int[] summands,
      int alternative,
      int[] added) {
    begin(0);
    addEvent(operation.thread, operation.index);
    addSummands(added);
    for (int t = 0; t < execution.stride; t++) {
      past(branching, t, t == operation.thread ? 1 : 0);
      if (t == operation.thread) {
        addSource(source);
        addSummands(summands);
        addAlternative(alternative);
      }
    }
  }

  /** Nothing is read: the operation waits for good. */
  void waiting() {
    begin(0);
    addSource(WAITING);
  }

  private void begin(int alternative) {
    size = 0;
    hash = 0;
    addAlternative(alternative);
  }

  /** What is wanted of a thread behind the prefix, and how many more events follow. */
  private void past(Branching branching, int t, int more) {
    int from = branching.before(t);
    int to = builder.wanted(t);
    if (to - from + more > 0) {
      addEvent(t, to - from + more);
    }
    for (int i = from + 1; i <= to; i++) {
      int e = execution.event(t, i);
      addSource(execution.source[e]);
      addSummands(execution.summands[e]);
      addAlternative(execution.alternative(e));
    }
  }

  private void addSource(int event) {
    if (event < 0) {
      addEvent(-1 - event, 0);
    } else {
      addEvent(execution.thread(event), execution.index[event]);
    }
  }

  /** No summands add nothing; others begin with a number that stands for nothing else. */
  private void addSummands(int[] summands) {
    if (summands.length > 0) {
      add(Integer.MIN_VALUE | summands.length);
    }
    for (int a : summands) {
      addSource(a);
    }
  }

  /** Adds one number for an event, or two if that of its thread is large. */
  private void addEvent(int thread, int index) {
    if (thread < LARGE_THREAD) {
      add(thread << INDEX_BITS | index);
    } else {
      add(LARGE_THREAD << INDEX_BITS | index);
      add(thread);
    }
  }

  /** The first alternative adds nothing; the others add numbers that stand for nothing else. */
  private void addAlternative(int alternative) {
    if (alternative > 0) {
      add(-alternative);
    }
  }

  private void add(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
    hash = (hash ^ number) * 0x9e3779b1;
    hash ^= hash >>> 15;
  }

  /** A number whose low bits depend on all numbers, threads included. */
  int hash() {
    int mixed = hash * 0x85ebca6b;
    return mixed ^ (mixed >>> 16);
  }

  boolean is(int[] copy) {
    return Arrays.equals(numbers, 0, size, copy, 0, copy.length);
  }

  int[] copy() {
    return Arrays.copyOf(numbers, size);
  }
}
