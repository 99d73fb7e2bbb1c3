package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Operator;
import java.util.Arrays;

/**
 * What registers hold: constants, what loads get, and what is computed from these. A value is known
 * as soon as the loads that it waits for are committed; which loads those are is known when an
 * instruction is fetched. That is valσ and adepsσ of appendix A.1. Values are numbered in the order
 * in which they come up, so going back is cutting off.
 */
final class DataflowGraph {
  private static final long[] NO_LOADS = {};

  private long[] value = new long[64];
  private boolean[] known = new boolean[64];
  private Operator[] operator = new Operator[64];
  private int[] left = new int[64];
  private int[] right = new int[64];
  private long[][] loads = new long[64][];
  private int size;

  /** Values in the order in which they became known, apart from those that were so at once. */
  private int[] learned = new int[64];

  private int learnedCount;

  int size() {
    return size;
  }

  int learnedCount() {
    return learnedCount;
  }

  void undo(int formerSize, int formerlyLearned) {
    while (learnedCount > formerlyLearned) {
      known[learned[--learnedCount]] = false;
    }
    size = formerSize;
  }

  int constant(long what) {
    int node = add(null, 0, 0, NO_LOADS);
    known[node] = true;
    value[node] = what;
    return node;
  }

  /** What a load gets; {@link #define} tells when it is committed. */
  int load(int event) {
    long[] only = new long[(event >> 6) + 1];
    only[event >> 6] = 1L << event;
    return add(null, 0, 0, only);
  }

  void define(int node, long what) {
    value[node] = what;
    learn(node);
  }

  int operation(Operator what, int a, int b) {
    int node = add(what, a, b, union(loads[a], loads[b]));
    if (known[a] && known[b]) {
      known[node] = true;
      value[node] = what.apply(value[a], value[b]);
    }
    return node;
  }

  private int add(Operator what, int a, int b, long[] dependencies) {
    if (size == value.length) {
      int more = 2 * size;
      value = Arrays.copyOf(value, more);
      known = Arrays.copyOf(known, more);
      operator = Arrays.copyOf(operator, more);
      left = Arrays.copyOf(left, more);
      right = Arrays.copyOf(right, more);
      loads = Arrays.copyOf(loads, more);
    }
    known[size] = false;
    operator[size] = what;
    left[size] = a;
    right[size] = b;
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
  long[] loads(int node) {
    return loads[node];
  }

  static long[] union(long[] a, long[] b) {
    if (a.length < b.length) {
      return union(b, a);
    }
    if (b.length == 0) {
      return a;
    }
    long[] union = a.clone();
    for (int i = 0; i < b.length; i++) {
      union[i] |= b[i];
    }
    return union;
  }

  boolean isKnown(int node) {
    if (known[node]) {
      return true;
    }
    if (operator[node] == null || !isKnown(left[node]) || !isKnown(right[node])) {
      return false;
    }
    value[node] = operator[node].apply(value[left[node]], value[right[node]]);
    learn(node);
    return true;
  }

  /** A value that {@linkplain #isKnown is known}. */
  long value(int node) {
    return value[node];
  }
}
