package dev.heddle.explore.graph;

import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** The writes that the next operation of a thread can read from. */
final class Sources {
  private final EventGraph graph;
  private final GraphModel model;
  private final Ordering ordering;
  private final Extension extension;

  /** Whether slots are of interest that the thread cannot go on with, or that are taken. */
  private final boolean findsOthers;

  /** The slots found, and whether the thread can go on with them. */
  int count;

  private int[] slots = new int[16];
  private boolean[] isAcceptable = new boolean[16];

  /** Slots that a read-modify-write has taken already. */
  int takenCount;

  private int[] taken = new int[16];

  private long[] overwritten = new long[1];

  /** For each thread, how many of its events the thread at hand knows, and what they saw last. */
  private int[] known = new int[8];

  private int[] seen = new int[8];

  /**
   * @param findsOthers whether slots are of interest, too, that a thread cannot go on with now
   */
  Sources(EventGraph graph, GraphModel model, Extension extension, boolean findsOthers) {
    this.graph = graph;
    this.findsOthers = findsOthers;
    this.model = model;
    this.ordering = model.ordering();
    this.extension = extension;
  }

  /** A slot that was found. */
  int slot(int i) {
    return slots[i];
  }

  /** Whether the thread can go on with it. */
  boolean isAcceptable(int i) {
    return isAcceptable[i];
  }

  /** A slot with which the thread could go on if no read-modify-write had taken it. */
  int taken(int i) {
    return taken[i];
  }

  /** Whether an operation that waits has a source with which it can go on, or goes wrong. */
  boolean isEnabled(int t) {
    return isEnabled(t, Cell.INITIAL);
  }

  /** The same if it cannot go on with the slots in front of one. */
  boolean isEnabled(int t, int first) {
    ThreadNode node = graph.current(t);
    if (extension.failure(t, node) != null) {
      return true;
    }
    findConsistent(t, node, extension.cell(node), first);
    return hasAcceptable() || extension.waitingRace(t, node) != null;
  }

  /** Finds the sources with which the graph stays consistent. */
  void findConsistent(int t, ThreadNode node, Cell cell) {
    findConsistent(t, node, cell, Cell.INITIAL);
  }

  private void findConsistent(int t, ThreadNode node, Cell cell, int first) {
    find(t, node, cell, first);
    if (!model.isLocal()) {
      retain(i -> isConsistentWith(t, cell.event(slots[i])));
    }
  }

  private boolean isConsistentWith(int t, int source) {
    if (!extension.add(t, source, 0, Extension.ANYWHERE)) {
      return false;
    }
    graph.remove();
    return true;
  }

  /** Finds all sources that are coherent, the newest first. */
  void find(int t, ThreadNode node, Cell cell) {
    find(t, node, cell, Cell.INITIAL);
  }

  /** The same from a slot on. */
  void find(int t, ThreadNode node, Cell cell, int first) {
    clear(cell);
    findOverwritten(t, cell);
    int floor = Math.max(first, cell.floor());
    for (int s = cell.slots - 1; s >= floor; s--) {
      if (!isOverwritten(s)) {
        consider(t, node, cell, s);
      }
    }
  }

  /** Notes the slots that come before one in mo which the thread knows of. */
  void findOverwritten(int t, Cell cell) {
    int words = (cell.slots + 63) >> 6;
    if (overwritten.length < words) {
      overwritten = new long[2 * words];
    }
    Arrays.fill(overwritten, 0, words, 0);
    learn(t, cell);
    for (int other = 0; other < graph.threadCount && ordering.hasCoherence(); other++) {
      int m = seen[other];
      if (m > 0) {
        cell.addBefore(m, overwritten);
      }
    }
  }

  private void learn(int t, Cell cell) {
    if (known.length < graph.threadCount) {
      known = new int[2 * graph.threadCount];
      seen = new int[2 * graph.threadCount];
    }
    for (int other = 0; other < graph.threadCount; other++) {
      known[other] = graph.clocks.hbOfThread(t, other);
      seen[other] = graph.latestBefore(cell, other, known[other]);
    }
  }

  /** Whether {@link #findOverwritten} has noted a slot. */
  boolean isOverwritten(int s) {
    return (overwritten[s >> 6] >>> s & 1) != 0;
  }

  /** Finds one slot, which is coherent. */
  void findOnly(int t, ThreadNode node, Cell cell, int s) {
    clear(cell);
    if (s != Cell.INITIAL || !cell.isTrimmed) {
      boolean possible = isPossible(t, node, cell, s);
      add(cell, s, possible, possible && wouldWrite(t, node, cell, s));
    }
  }

  /**
   * Whether the next operation of a thread writes if it reads from a slot with which it goes on.
   */
  boolean wouldWrite(int t, ThreadNode node, Cell cell, int s) {
    if (node.missing(graph.missing(cell, s)) != 0 && OperationSemantics.needsContent(node)) {
      return false;
    }
    long content = graph.content(cell, s);
    return graph.semantics.failure(node, t, content) == null
        && graph.semantics.writes(node, t, content);
  }

  private void clear(Cell cell) {
    count = 0;
    takenCount = 0;
    if (cell.slots > slots.length) {
      slots = new int[2 * cell.slots];
      isAcceptable = new boolean[2 * cell.slots];
      taken = new int[2 * cell.slots];
    }
  }

  private void consider(int t, ThreadNode node, Cell cell, int s) {
    if (s == Cell.INITIAL && cell.isTrimmed) {
      return;
    }
    boolean possible = isPossible(t, node, cell, s);
    boolean writes = possible && wouldWrite(t, node, cell, s);
    boolean isOfUse = possible && !(writes && cell.consumer(s) != 0);
    if ((isOfUse || findsOthers) && isCoherent(node, cell, s, writes)) {
      add(cell, s, possible, writes);
    }
  }

  private boolean isPossible(int t, ThreadNode node, Cell cell, int s) {
    boolean isMissing =
        node.missing(graph.missing(cell, s)) != 0 && OperationSemantics.needsContent(node);
    return isMissing || graph.semantics.isPossible(node, t, graph.content(cell, s));
  }

  private void add(Cell cell, int s, boolean possible, boolean writes) {
    if (writes && cell.consumer(s) != 0) {
      taken[takenCount++] = s;
    } else {
      slots[count] = s;
      isAcceptable[count++] = possible;
    }
  }

  private boolean isCoherent(ThreadNode node, Cell cell, int s, boolean writes) {
    int order = ordering.of(node.orders(), !writes);
    boolean acquires = (order & Ordering.ACQUIRE) != 0;
    int source = cell.event(s);
    for (int other = 0; other < graph.threadCount; other++) {
      int upTo = known[other];
      if (acquires) {
        upTo = Math.max(upTo, graph.clocks.released(source, other));
      }
      if (!ordering.hasCoherence()) {
        if (extension.isOverwritten(cell, source, other, upTo)) {
          return false;
        }
      } else {
        int m = upTo == known[other] ? seen[other] : graph.latestBefore(cell, other, upTo);
        if (m >= 0 && m != s && !cell.mayComeBefore(m, s)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether mo, as it is known, puts all that the thread knows of in front of a slot. */
  boolean isSettled(int t, ThreadNode node, Cell cell, int s) {
    boolean acquires = (ordering.of(node.orders(), false) & Ordering.ACQUIRE) != 0;
    for (int other = 0; other < graph.threadCount; other++) {
      int upTo = graph.clocks.hbOfThread(t, other);
      if (acquires) {
        upTo = Math.max(upTo, graph.clocks.released(cell.event(s), other));
      }
      int m = graph.latestBefore(cell, other, upTo);
      if (m > 0 && m != s && !cell.isBefore(m, s)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a slot may be the last one in mo. */
  static boolean mayBeLast(Cell cell, int s) {
    for (int y = 0; y < cell.slots; y++) {
      if (cell.isBefore(s, y)) {
        return false;
      }
    }
    return true;
  }

  /** Keeps only the slots that a predicate holds for. */
  private void retain(IntPredicate keep) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (keep.test(i)) {
        slots[kept] = slots[i];
        isAcceptable[kept++] = isAcceptable[i];
      }
    }
    count = kept;
  }

  private boolean hasAcceptable() {
    for (int i = 0; i < count; i++) {
      if (isAcceptable[i]) {
        return true;
      }
    }
    return false;
  }
}
