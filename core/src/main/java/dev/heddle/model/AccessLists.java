package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The lists 𝕎List and ℝList of section 3 of the paper on reads-from consistency, as one: per
 * thread and location, in program order, the accesses that can bring a write to somebody's
 * knowledge. Where rf ⊆ hb these are the writes. Elsewhere an access stands for its effect, the
 * write that it is or reads; of several in a row with one effect only the first is entered, and
 * reads of the initial value are not.
 *
 * <p>Lists are linked and grow at their ends, also while they are read. A list has a number that
 * the user chooses, for example location · k + thread.
 */
final class AccessLists {
  /** Larger than every event: there is no further entry, so far. */
  static final int END = Integer.MAX_VALUE;

  private int[] next;
  private int[] first;
  private int[] last;

  AccessLists(int lists, int events) {
    next = new int[events];
    first = new int[lists];
    last = new int[lists];
    Arrays.fill(first, END);
    Arrays.fill(last, NONE);
  }

  /** The write that an access stands for. */
  static int effect(ExecutionGraph graph, int access) {
    return graph.writes(access) ? access : graph.source(access);
  }

  /** Makes room for lists up to this number. */
  void ensureLists(int lists) {
    int old = first.length;
    if (lists > old) {
      int capacity = Math.max(lists, 2 * old);
      first = Arrays.copyOf(first, capacity);
      last = Arrays.copyOf(last, capacity);
      Arrays.fill(first, old, capacity, END);
      Arrays.fill(last, old, capacity, NONE);
    }
  }

  /** Makes room for events up to this number. */
  void ensureEvents(int events) {
    if (events > next.length) {
      next = Arrays.copyOf(next, Math.max(events, next.length + (next.length >> 1)));
    }
  }

  void add(int list, int access) {
    int end = last[list];
    if (end == NONE) {
      first[list] = access;
    } else {
      next[end] = access;
    }
    next[access] = END;
    last[list] = access;
  }

  /** The entry after this one in its list, or {@link #END}. */
  int next(int entry) {
    return next[entry];
  }

  /** The first entry of a list, or {@link #END}. */
  int first(int list) {
    return first[list];
  }

  /** The last entry of a list, or NONE. */
  int last(int list) {
    return last[list];
  }

  /** A fresh array of the first entries. */
  int[] firsts() {
    return first.clone();
  }

  /** Makes a list empty. */
  void clear(int list) {
    first[list] = END;
    last[list] = NONE;
  }
}
