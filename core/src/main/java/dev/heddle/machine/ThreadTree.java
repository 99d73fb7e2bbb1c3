package dev.heddle.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All histories of all threads met so far. What a thread does after its k-th visible operation
 * depends only on what its operations gave it, so each history is computed once, however many
 * executions contain it. When the tree has grown too large, all but the current histories are
 * forgotten; they are computed again when they are met again.
 *
 * <p>The identity of a thread is (the thread that starts it, how many that one started before), and
 * never depends on the interleaving; a dense number stands for it.
 */
final class ThreadTree {
  /** About 250 bytes each. */
  private static final int MAX_NODES = 400_000;

  private final Interpreter interpreter;
  private final Map<Long, Integer> threads = new HashMap<>();
  private final List<List<Root>> roots = new ArrayList<>();

  /** Who started a thread, and how many that one had started before: by the thread's number. */
  private final List<Long> identities = new ArrayList<>();

  private int nodes;

  private record Root(int function, long argument, ThreadNode node) {}

  ThreadTree(Code code, SharedMemory memory) {
    interpreter = new Interpreter(code, memory, this);
    threads.put(-1L, 0);
    identities.add(-1L);
    roots.add(new ArrayList<>());
  }

  /**
   * The history that goes on from {@code node} after its operation gave {@code value}, of which
   * some bytes may be missing.
   */
  ThreadNode next(int thread, ThreadNode node, long value, byte missing) {
    ThreadNode child = node.child(value, missing);
    if (child == null) {
      child = interpreter.resume(thread, node, node.state.copy(), value, missing);
      node.addChild(value, missing, child);
      nodes++;
    }
    return child;
  }

  /** As {@link #next}, but the node is used up and nothing is remembered. */
  ThreadNode nextOnce(int thread, ThreadNode node, long value, byte missing) {
    return interpreter.resume(thread, node, node.state, value, missing);
  }

  /** The beginning of a thread that runs a function. */
  ThreadNode root(int thread, int function, long argument) {
    for (Root root : roots.get(thread)) {
      if (root.function == function && root.argument == argument) {
        return root.node;
      }
    }
    ThreadNode node = interpreter.start(thread, function, argument);
    roots.get(thread).add(new Root(function, argument, node));
    nodes++;
    return node;
  }

  /** The number of the thread that {@code parent} starts as its {@code index}-th. */
  int thread(int parent, int index) {
    long identity = (long) parent << 32 | index;
    Integer known = threads.get(identity);
    if (known == null) {
      known = threads.size();
      if (known >= Addresses.MAX_THREADS) {
        throw new MachineException("the program has more than " + known + " threads");
      }
      threads.put(identity, known);
      identities.add(identity);
      roots.add(new ArrayList<>());
    }
    return known;
  }

  int threads() {
    return roots.size();
  }

  /** The thread that starts a thread, or -1. */
  int parent(int thread) {
    return (int) (identities.get(thread) >> 32);
  }

  /** How many threads the parent of a thread starts before it. */
  int indexAmongSiblings(int thread) {
    return identities.get(thread).intValue();
  }

  boolean isFull() {
    return nodes > MAX_NODES;
  }

  /**
   * Forgets all histories but one for each thread.
   *
   * @param paths for each thread its nodes in order, the root first; null for threads not started
   */
  void keepOnly(List<List<ThreadNode>> paths) {
    nodes = 0;
    for (int t = 0; t < roots.size(); t++) {
      List<ThreadNode> path = t < paths.size() ? paths.get(t) : null;
      List<Root> kept = new ArrayList<>();
      if (path != null) {
        for (int i = 0; i < path.size(); i++) {
          path.get(i).keepOnly(i + 1 < path.size() ? path.get(i + 1) : null);
        }
        roots.get(t).stream().filter(r -> r.node == path.get(0)).forEach(kept::add);
        nodes += path.size();
      }
      roots.set(t, kept);
    }
  }

  @Override
  public String toString() {
    return nodes + " histories of " + Arrays.toString(threads.values().toArray());
  }
}
