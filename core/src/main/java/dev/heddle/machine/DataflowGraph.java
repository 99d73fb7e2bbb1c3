package dev.heddle.machine;

import java.util.Arrays;

/**
 * What registers hold where threads are fetched past loads that have no value yet: constants, what
 * loads get, and what is computed from these. A value is known as soon as the loads that it waits
 * for are committed; which loads those are is known when an instruction is fetched. That is valσ
 * and adepsσ of appendix A.1 of "Stateless Model Checking for POWER". Values are numbered in the
 * order in which they come up, so going back is cutting off.
 */
public final class DataflowGraph {
  private static final long[] NO_LOADS = {};

  private long[] value = new long[64];
  private boolean[] known = new boolean[64];
  private Computation[] computation = new Computation[64];

  /** The operands of value v are at 3v, 3v + 1 and 3v + 2. */
  private int[] operands = new int[3 * 64];

  private long[][] loads = new long[64][];

  /** Whether a value may be an address of memory that its thread alone can reach. */
  private boolean[] isPrivate = new boolean[64];

  private int size;

  /** Values in the order in which they became known, apart from those that were so at once. */
  private int[] learned = new int[64];

  private int learnedCount;

  /** Value 0 is the number 0. */
  public DataflowGraph() {
    constant(0);
  }

  public int size() {
    return size;
  }

  public int learnedCount() {
    return learnedCount;
  }

  public void undo(int formerSize, int formerlyLearned) {
    while (learnedCount > formerlyLearned) {
      known[learned[--learnedCount]] = false;
    }
    size = formerSize;
  }

  public int constant(long what) {
    int node = add(null, 0, 0, 0, NO_LOADS);
    known[node] = true;
    value[node] = what;
    return node;
  }

  /** An address of memory that its thread alone can reach. */
  int privateAddress(long what) {
    int node = constant(what);
    isPrivate[node] = true;
    return node;
  }

  /** Whether a value is computed from an address of memory that its thread alone can reach. */
  boolean mayBePrivate(int node) {
    return isPrivate[node];
  }

  /** What a load gets; {@link #define} tells when it is committed. */
  public int load(int event) {
    return add(null, 0, 0, 0, only(event));
  }

  /** The set of one event. */
  public static long[] only(int event) {
    long[] set = new long[(event >> 6) + 1];
    set[event >> 6] = 1L << event;
    return set;
  }

  public void define(int node, long what) {
    value[node] = what;
    learn(node);
  }

  public int operation(Computation what, int a, int b) {
    return operation(what, a, b, b);
  }

  public int operation(Computation what, int a, int b, int c) {
    int node = add(what, a, b, c, union(union(loads[a], loads[b]), loads[c]));
    if (known[a] && known[b] && known[c]) {
      known[node] = true;
      value[node] = what.of(value[a], value[b], value[c]);
    }
    return node;
  }

  private int add(Computation what, int a, int b, int c, long[] dependencies) {
    if (size == value.length) {
      int more = 2 * size;
      value = Arrays.copyOf(value, more);
      known = Arrays.copyOf(known, more);
      computation = Arrays.copyOf(computation, more);
      operands = Arrays.copyOf(operands, 3 * more);
      loads = Arrays.copyOf(loads, more);
      isPrivate = Arrays.copyOf(isPrivate, more);
    }
    known[size] = false;
    isPrivate[size] = what != null && (isPrivate[a] || isPrivate[b] || isPrivate[c]);
    computation[size] = what;
    operands[3 * size] = a;
    operands[3 * size + 1] = b;
    operands[3 * size + 2] = c;
    loads[size] = dependencies;
    return size++;
  }

  private void learn(int node) {
    known[node] = true;
    if (learnedCount == learned.length) {
      learned = Arrays.copyOf(learned, 2 * learnedCount);
    }
    learned[learnedCount++] = node;
  }

  /** The loads that a value depends on, whether or not they are committed. */
  public long[] loads(int node) {
    return loads[node];
  }

  public static long[] union(long[] a, long[] b) {
    if (a.length < b.length) {
      return union(b, a);
    }
    for (int i = 0; i < b.length; i++) {
      if ((b[i] & ~a[i]) != 0) {
        long[] union = a.clone();
        for (int j = i; j < b.length; j++) {
          union[j] |= b[j];
        }
        return union;
      }
    }
    return a;
  }

  public boolean isKnown(int node) {
    if (known[node]) {
      return true;
    }
    if (computation[node] == null) {
      return false;
    }
    int first = operands[3 * node];
    int second = operands[3 * node + 1];
    int third = operands[3 * node + 2];
    if (!isKnown(first) || !isKnown(second) || !isKnown(third)) {
      return false;
    }
    value[node] = computation[node].of(value[first], value[second], value[third]);
    learn(node);
    return true;
  }

  /** A value that {@linkplain #isKnown is known}. */
  public long value(int node) {
    return value[node];
  }
}
