package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import java.util.Arrays;

/**
 * Phase P-III: the complete decision procedure. Searches the graph of cuts, the sets of events that
 * are closed downwards, for a path from the empty cut to all events: {@code ConsistencyDecision} of
 * Abdulla et al., OOPSLA 2019, for SC, and the downward graph of section 4.2 of Tunç et al., PLDI
 * 2023, for SRA. There are at most (n/k + 1)^k cuts, so it is polynomial for a fixed number of
 * threads.
 *
 * <p>A cut is extended by an event that every event before it in the saturated order has preceded
 * and, if it writes, when no constrained reader of what the location holds is still to come. Depth
 * first, as recorded; an event that does not write never stands in the way of another, so it runs
 * as soon as it can and only writes are tried in turn. Cuts from which the end cannot be reached
 * are remembered.
 */
final class CutSearch {
  private final ExecutionGraph graph;
  private final Saturation order;
  private final Readers readers;
  private final int threads;
  private final int[] next;

  /** The cut: the first event of each thread that is not in it. */
  private final int[] head;

  /** By location: the constrained readers to come of what it holds. */
  private final int[] pending;

  private final int[] constrained;

  /** The events in the order in which they ran. */
  private final int[] run;

  private int runCount;
  private final CutSet dead;

  CutSearch(Saturation order) {
    this.order = order;
    this.graph = order.graph;
    this.readers = order.readers;
    threads = order.threads;
    next = graph.nextInThread();
    head = new int[threads];
    Arrays.fill(head, graph.events());
    for (int e = graph.events() - 1; e >= 0; e--) {
      head[graph.thread(e)] = e;
    }
    pending = new int[graph.locations()];
    for (int x = 0; x < pending.length; x++) {
      pending[x] = readers.constrained(~x);
    }
    constrained = new int[graph.events()];
    for (int e = 0; e < constrained.length; e++) {
      constrained[e] = graph.writes(e) ? readers.constrained(e) : 0;
    }
    run = new int[graph.events()];
    dead = new CutSet(threads);
  }

  /** How many cuts were found to be dead ends. */
  int deadCuts() {
    return dead.size();
  }

  /** The first event of each thread that is not in the cut, or the number of events. */
  int[] heads() {
    return head.clone();
  }

  /** Whether all events can run; then {@link #modificationOrder} is how. */
  boolean search() {
    // The branching points: how many events had run, and the write that was tried last.
    int[] branchRun = new int[graph.events() + 1];
    int[] tried = new int[graph.events() + 1];
    int depth = 0;
    tried[0] = -1;
    runReads();
    while (runCount < graph.events()) {
      branchRun[depth] = runCount;
      int write = nextWrite(tried[depth]);
      if (write == NONE) {
        dead.add(head);
        if (depth == 0) {
          return false;
        }
        depth--;
        undoTo(branchRun[depth]);
      } else {
        tried[depth] = write;
        extend(write);
        runReads();
        if (dead.contains(head)) {
          undoTo(branchRun[depth]);
        } else {
          tried[++depth] = -1;
        }
      }
    }
    return true;
  }

  ModificationOrder modificationOrder() {
    IntList writes = new IntList();
    for (int e : run) {
      if (graph.writes(e)) {
        writes.add(e);
      }
    }
    return ModificationOrder.of(graph, writes);
  }

  /** The recorded first write after {@code last} that can run now, or NONE. */
  private int nextWrite(int last) {
    int best = NONE;
    for (int t = 0; t < threads; t++) {
      int e = head[t];
      if (e > last && e < graph.events() && (best == NONE || e < best) && canRun(e)) {
        best = e;
      }
    }
    return best;
  }

  private void runReads() {
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int t = 0; t < threads; t++) {
        int e = head[t];
        while (e < graph.events() && !graph.writes(e) && canRun(e)) {
          extend(e);
          progress = true;
          e = head[t];
        }
      }
    }
  }

  /** The event, which heads its thread, is executable in the cut. */
  boolean canRun(int e) {
    int t = graph.thread(e);
    for (int u = 0; u < threads; u++) {
      if (u != t && head[u] < order.row(e, u)) {
        return false;
      }
    }
    int own = readers.isConstrained(e) ? 1 : 0;
    return !graph.writes(e) || pending[graph.location(e)] == own;
  }

  /** Puts an executable event into the cut. */
  void extend(int e) {
    head[graph.thread(e)] = next[e];
    run[runCount++] = e;
    if (readers.isConstrained(e)) {
      pending[graph.location(e)]--;
    }
    if (graph.writes(e)) {
      pending[graph.location(e)] += constrained[e];
    }
  }

  private void undoTo(int count) {
    while (runCount > count) {
      int e = run[--runCount];
      head[graph.thread(e)] = e;
      if (graph.writes(e)) {
        pending[graph.location(e)] -= constrained[e];
      }
      if (readers.isConstrained(e)) {
        pending[graph.location(e)]++;
      }
    }
  }

  /** A set of cuts; open addressing on one array. */
  private static final class CutSet {
    private final int width;

    /** Slot s holds a cut at s · width; an empty slot starts with -1. */
    private int[] slots;

    private int capacity = 64;
    private int size;

    CutSet(int width) {
      this.width = width;
      slots = new int[capacity * width];
      Arrays.fill(slots, -1);
    }

    int size() {
      return size;
    }

    boolean contains(int[] cut) {
      return slots[slot(slots, capacity, cut, 0)] >= 0;
    }

    void add(int[] cut) {
      if (2 * size >= capacity) {
        grow();
      }
      System.arraycopy(cut, 0, slots, slot(slots, capacity, cut, 0), width);
      size++;
    }

    private void grow() {
      int newCapacity = 2 * capacity;
      int[] larger = new int[Math.multiplyExact(newCapacity, width)];
      Arrays.fill(larger, -1);
      for (int at = 0; at < slots.length; at += width) {
        if (slots[at] >= 0) {
          System.arraycopy(slots, at, larger, slot(larger, newCapacity, slots, at), width);
        }
      }
      slots = larger;
      capacity = newCapacity;
    }

    /** Where the cut is, or where it would be put. */
    private int slot(int[] table, int tableCapacity, int[] cut, int from) {
      long h = 0;
      for (int i = 0; i < width; i++) {
        h = (h + cut[from + i]) * 0x9E3779B97F4A7C15L;
        h ^= h >>> 32;
      }
      int slot = (int) h & (tableCapacity - 1);
      while (table[slot * width] >= 0
          && !Arrays.equals(table, slot * width, slot * width + width, cut, from, from + width)) {
        slot = (slot + 1) & (tableCapacity - 1);
      }
      return slot * width;
    }
  }
}
