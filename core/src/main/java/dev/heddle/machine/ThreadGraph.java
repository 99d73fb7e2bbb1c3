package dev.heddle.machine;

import java.util.ArrayList;
import java.util.List;

/**
 * All states of all threads met so far. What a thread does after its k-th visible operation depends
 * only on what its operations gave it, so each history is computed once, however many executions
 * contain it; and histories after which a thread does the same are one from there on. When the
 * graph has grown too large, it is forgotten; what is met again is computed again.
 */
final class ThreadGraph {
  /** About 250 bytes each. */
  private static final int MAX_NODES = 400_000;

  private final Code code;
  private final Interpreter interpreter;

  /** Whether histories after which a thread does the same become one. */
  private final boolean merges;

  private final ThreadNumbers numbers;
  private final List<List<Root>> roots = new ArrayList<>();
  private final List<NodeTable> tables = new ArrayList<>();

  private int nodes;

  private record Root(int function, long argument, ThreadNode node) {}

  ThreadGraph(
      Code code, ObjectTable objects, SharedMemory memory, ThreadNumbers numbers, boolean merges) {
    this.code = code;
    this.numbers = numbers;
    this.merges = merges;
    interpreter = new Interpreter(code, objects, memory, this);
    reserve(0);
  }

  /**
   * Where a thread goes on from {@code node} after its operation gave {@code value}, of which some
   * bytes may be missing.
   */
  ThreadNode next(int thread, ThreadNode node, long value, byte missing) {
    ThreadNode next = node.next(value, missing);
    if (next == null) {
      next = interpreter.resume(thread, node, node.state.copy(), value, missing);
      nodes++;
      if (merges && next.status == ThreadNode.Status.READY && next.effects == null) {
        next.state.clearDead(code);
        next = tables.get(thread).intern(next);
      }
      node.addNext(value, missing, next);
    }
    return next;
  }

  /** As {@link #next}, but nothing is remembered. */
  ThreadNode nextForgotten(int thread, ThreadNode node, long value, byte missing) {
    return interpreter.resume(thread, node, node.state.copy(), value, missing);
  }

  Interpreter interpreter() {
    return interpreter;
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

  /** The number of the thread that {@code parent} starts next, where it is. */
  int thread(int parent, ThreadState state) {
    int thread = numbers.thread(parent, state.spawns);
    if (thread < 0) {
      throw new MachineException(
          (code.userLocation(state) + ": the program starts more than " + Addresses.MAX_THREADS)
              + " threads, and there can be no more, those included that have ended");
    }
    reserve(thread);
    return thread;
  }

  private void reserve(int thread) {
    while (roots.size() <= thread) {
      roots.add(new ArrayList<>());
      tables.add(new NodeTable());
    }
  }

  /** One more than the highest number of a thread met so far. */
  int threads() {
    return roots.size();
  }

  boolean isFull() {
    return nodes > MAX_NODES;
  }

  /** Forgets all nodes; the edges of those that are still in use are for the caller to forget. */
  void forget() {
    nodes = 0;
    for (int t = 0; t < roots.size(); t++) {
      roots.get(t).clear();
      tables.set(t, new NodeTable());
    }
  }

  @Override
  public String toString() {
    return nodes + " nodes of " + threads() + " threads";
  }
}
