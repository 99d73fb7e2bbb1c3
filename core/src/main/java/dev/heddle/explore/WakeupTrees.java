package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.util.Arrays;

/**
 * The wakeup trees of the prefixes of the current execution. {@code wut(E)} holds the sequences
 * that are still to be explored from E, as an ordered tree; the branch that is being explored has
 * left the tree, and its subtree has become the wakeup tree of the next prefix.
 *
 * <p>Nodes are ints; 0 is none. A node keeps the thread that moves and what its event touches.
 */
final class WakeupTrees {
  private int[] thread = new int[256];
  private long[] footprint = new long[256];
  private int[] child = new int[256];
  private int[] sibling = new int[256];
  private int used = 1;
  private int free;

  /** First child of the root of the tree at each depth. */
  private int[] roots = new int[64];

  boolean isEmpty(int depth) {
    return roots[depth] == 0;
  }

  /** Removes the leftmost branch at a depth; its subtree becomes the tree of the next depth. */
  int take(int depth) {
    reserve(depth + 1);
    int node = roots[depth];
    roots[depth] = sibling[node];
    roots[depth + 1] = child[node];
    sibling[node] = free;
    free = node;
    return thread[node];
  }

  /** There is nothing particular to explore at a depth. */
  void clear(int depth) {
    reserve(depth);
    roots[depth] = 0;
  }

  /**
   * insert(v, E): unless the tree at a depth already leads to an execution that v can be continued
   * to, adds what is new of v as the rightmost branch.
   */
  void insert(int depth, EventSequence v) {
    int parent = 0;
    int node = roots[depth];
    while (node != 0) {
      int at = v.weakInitial(thread[node], footprint[node]);
      if (at == EventSequence.NOT_INITIAL) {
        node = sibling[node];
        continue;
      }
      if (at == EventSequence.ABSENT) {
        return;
      }
      v.remove(at);
      if (v.isEmpty() || child[node] == 0) {
        return;
      }
      parent = node;
      node = child[node];
    }
    append(depth, parent, v);
  }

  private void append(int depth, int parent, EventSequence v) {
    int top = 0;
    for (int i = v.length() - 1; i >= 0; i--) {
      int node = allocate();
      thread[node] = v.thread(i);
      footprint[node] = v.footprint(i);
      child[node] = top;
      sibling[node] = 0;
      top = node;
    }
    int last = parent == 0 ? roots[depth] : child[parent];
    if (last == 0) {
      if (parent == 0) {
        roots[depth] = top;
      } else {
        child[parent] = top;
      }
      return;
    }
    while (sibling[last] != 0) {
      last = sibling[last];
    }
    sibling[last] = top;
  }

  private int allocate() {
    if (free != 0) {
      int node = free;
      free = sibling[node];
      return node;
    }
    if (used == thread.length) {
      thread = Arrays.copyOf(thread, 2 * used);
      footprint = Arrays.copyOf(footprint, 2 * used);
      child = Arrays.copyOf(child, 2 * used);
      sibling = Arrays.copyOf(sibling, 2 * used);
    }
    return used++;
  }

  private void reserve(int depth) {
    if (depth >= roots.length) {
      roots = Arrays.copyOf(roots, 2 * depth);
    }
  }

  /** Whether a branch of the tree at a depth starts with a thread; for invariants. */
  boolean startsWith(int depth, int t, long touched) {
    for (int node = roots[depth]; node != 0; node = sibling[node]) {
      if (thread[node] == t && !Footprint.conflict(footprint[node], touched)) {
        return true;
      }
    }
    return false;
  }
}
