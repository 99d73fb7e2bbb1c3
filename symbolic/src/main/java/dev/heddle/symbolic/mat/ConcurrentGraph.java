package dev.heddle.symbolic.mat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The concurrent control-flow graph of loop-free threads: one node for each shared access, edges in
 * program order, and which accesses of different threads depend on each other. Nodes are numbered
 * over all threads; within a thread the numbers grow along the edges.
 */
public final class ConcurrentGraph {
  private final int[] threadOf;
  private final int[][] successors;
  private final int[][] entries;
  private final BitSet last;
  private final BitSet[] dependent;

  private ConcurrentGraph(Builder builder) {
    int nodes = builder.threads.size();
    threadOf = builder.threads.stream().mapToInt(t -> t).toArray();
    successors = new int[nodes][];
    dependent = new BitSet[nodes];
    for (int n = 0; n < nodes; n++) {
      successors[n] = builder.successors.get(n).stream().mapToInt(s -> s).sorted().toArray();
      dependent[n] = (BitSet) builder.dependent.get(n).clone();
    }
    entries = new int[builder.entries.size()][];
    for (int t = 0; t < entries.length; t++) {
      entries[t] = builder.entries.get(t).stream().mapToInt(e -> e).toArray();
    }
    last = (BitSet) builder.last.clone();
  }

  /** Puts a graph together. */
  public static final class Builder {
    private final List<Integer> threads = new ArrayList<>();
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<BitSet> dependent = new ArrayList<>();
    private final List<List<Integer>> entries = new ArrayList<>();
    private final BitSet last = new BitSet();

    public int thread() {
      entries.add(new ArrayList<>());
      return entries.size() - 1;
    }

    /** A new access of a thread. */
    public int node(int thread) {
      threads.add(thread);
      successors.add(new ArrayList<>());
      dependent.add(new BitSet());
      return threads.size() - 1;
    }

    /** A thread can begin with this access. */
    public void entry(int node) {
      entries.get(threads.get(node)).add(node);
    }

    /** Control can come from one access to the next. */
    public void edge(int from, int to) {
      if (from >= to || !threads.get(from).equals(threads.get(to))) {
        throw new IllegalArgumentException("no edge from " + from + " to " + to);
      }
      if (!successors.get(from).contains(to)) {
        successors.get(from).add(to);
      }
    }

    /** A thread can end, or wait for ever, without another access behind this one. */
    public void last(int node) {
      last.set(node);
    }

    /** The order of two accesses of different threads matters. */
    public void depend(int a, int b) {
      if (threads.get(a).equals(threads.get(b))) {
        throw new IllegalArgumentException(a + " and " + b + " are of one thread");
      }
      dependent.get(a).set(b);
      dependent.get(b).set(a);
    }

    public ConcurrentGraph build() {
      return new ConcurrentGraph(this);
    }
  }

  public int threads() {
    return entries.length;
  }

  public int nodes() {
    return threadOf.length;
  }

  public int threadOf(int node) {
    return threadOf[node];
  }

  /** The accesses of a thread, in program order. */
  public int[] nodesOf(int thread) {
    int[] nodes = new int[threadOf.length];
    int count = 0;
    for (int n = 0; n < threadOf.length; n++) {
      if (threadOf[n] == thread) {
        nodes[count++] = n;
      }
    }
    return Arrays.copyOf(nodes, count);
  }

  /** The accesses with which a thread can begin. */
  public int[] entries(int thread) {
    return entries[thread];
  }

  public int[] successors(int node) {
    return successors[node];
  }

  /** Whether a thread can end or stop with this access as its last. */
  public boolean canBeLast(int node) {
    return last.get(node);
  }

  /** Whether two accesses of different threads conflict. */
  public boolean conflict(int a, int b) {
    return dependent[a].get(b);
  }

  /** Whether an access conflicts with some access of a thread. */
  public boolean conflictsWith(int node, int thread) {
    for (int other = dependent[node].nextSetBit(0);
        other >= 0;
        other = dependent[node].nextSetBit(other + 1)) {
      if (threadOf[other] == thread) {
        return true;
      }
    }
    return false;
  }

  /**
   * The relation D between accesses of different threads: those that conflict, and the ends of two
   * threads.
   */
  public boolean dependent(int a, int b) {
    return dependent[a].get(b) || (last.get(a) && last.get(b));
  }
}
