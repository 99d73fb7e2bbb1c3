package dev.heddle.explore;

import dev.heddle.machine.Footprint;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * The wakeup trees of the prefixes of the current execution. {@code wut(E)} holds the sequences
 * that are still to be explored from E, as an ordered tree; the branch that is being explored has
 * left the tree, and its subtree has become the wakeup tree of the next prefix.
 *
 * <p>Nodes are ints; 0 is none. A node keeps the thread that moves, what its event touches, and the
 * event's index in its thread.
 */
final class WakeupTrees {
  private int[] thread = new int[256];
  private long[] footprint = new long[256];
  private int[] index = new int[256];
  private int[] child = new int[256];
  private int[] sibling = new int[256];
  private int used = 1;
  private int free;

  /** First child of the root of the tree at each depth. */
  private int[] roots = new int[64];

  boolean isEmpty(int depth) {
    return roots[depth] == 0;
  }

  /** How many branches the tree at a depth has. */
  int branches(int depth) {
    int branches = 0;
    for (int node = roots[depth]; node != 0; node = sibling[node]) {
      branches++;
    }
    return branches;
  }

  /** Which alternative of its event the leftmost branch at a depth starts with. */
  int alternative(int depth) {
    return Footprint.alternative(footprint[roots[depth]]);
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
   * to, adds what is new of v as the rightmost branch. Most reversals lead to a leaf right below
   * the root, which is found out without writing v down. If all answers on the way last, then what
   * is added is cut to its lasting part, so that later reversals of the same race end there.
   *
   * @param lasting whether the answers so far last
   * @return whether this answer lasts
   */
  boolean insert(int depth, Reversal reversal, boolean lasting) {
    boolean lasts = lasting;
    int node = roots[depth];
    while (node != 0) {
      int answer = reversal.weakInitial(thread[node], footprint[node], index[node]);
      lasts &= (answer & Reversal.LASTING) != 0;
      if ((answer & Reversal.YES) != 0) {
        break;
      }
      node = sibling[node];
    }
    if (node != 0 && child[node] == 0) {
      return lasts;
    }
    return descend(depth, node, reversal, lasts);
  }

  /** The same from a child of the root that matches, or from none, with v written down. */
  private boolean descend(int depth, int from, Reversal reversal, boolean lasting) {
    EventSequence v = reversal.sequence();
    boolean lasts = lasting;
    int parent = 0;
    int node = from;
    while (node != 0) {
      int at = v.weakInitial(thread[node], footprint[node]);
      lasts &= at < 0 ? -1 - at < v.lasting() : at < v.lasting();
      if (at < 0) {
        node = sibling[node];
        continue;
      }
      if (at == EventSequence.ABSENT) {
        return false;
      }
      v.remove(at);
      if (v.isEmpty() || child[node] == 0) {
        return lasts;
      }
      if (lasts && v.lasting() == 0 && reversal.isUnchanged()) {
        return true;
      }
      parent = node;
      node = child[node];
    }
    lasts &= reversal.isUnchanged();
    if (lasts) {
      v.truncateToLasting();
    }
    append(depth, parent, v);
    return lasts;
  }

  private void append(int depth, int parent, EventSequence v) {
    assert parent == 0 || child[parent] != 0 : "a leaf has been passed";
    int node = parent;
    for (int i = 0; i < v.length(); i++) {
      node = add(depth, node, v.thread(i), v.footprint(i), v.index(i));
    }
  }

  /** Adds a rightmost child to a node of the tree at a depth, or to its root if that is 0. */
  int add(int depth, int parent, int t, long touched, int eventIndex) {
    int node = allocate();
    thread[node] = t;
    footprint[node] = touched;
    index[node] = eventIndex;
    child[node] = 0;
    sibling[node] = 0;
    int last = parent == 0 ? roots[depth] : child[parent];
    if (last == 0) {
      if (parent == 0) {
        roots[depth] = node;
      } else {
        child[parent] = node;
      }
      return node;
    }
    while (sibling[last] != 0) {
      last = sibling[last];
    }
    sibling[last] = node;
    return node;
  }

  void write(int depth, DataOutputStream out) throws IOException {
    writeSiblings(roots[depth], out);
  }

  private void writeSiblings(int first, DataOutputStream out) throws IOException {
    int count = 0;
    for (int node = first; node != 0; node = sibling[node]) {
      count++;
    }
    out.writeInt(count);
    for (int node = first; node != 0; node = sibling[node]) {
      OptimalState.write(thread[node], footprint[node], out);
      writeSiblings(child[node], out);
    }
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
      index = Arrays.copyOf(index, 2 * used);
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
}
