package dev.heddle.explore.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The order S of the sequentially consistent events of a run under RC11: the order in which they
 * are added. mo is total here. A run whose psc ({@link Rc11Model}) is part of S is consistent.
 *
 * <p>happens-before, reads-from and mo lead to the event that is added, so that steps of psc that
 * are new end there, but for those that begin with mo or fr from it. Such a step comes from the
 * event e itself, if it is sequentially consistent, or from a fence F that happens before it; by mo
 * or fr it comes to a write w, perhaps on to a read of w, and ends there if w is sequentially
 * consistent, or at a fence F′ behind. What it ends at must not come before what it begins with in
 * S. So of all writes to the cell which are sequentially consistent and come before F in S, or
 * which some fence up to F in S knows of, and likewise of all that were read, none may come behind
 * e, or behind the write that e reads from.
 *
 * <p>An order of psc that contradicts po ∪ rf is not met like this; there are some, where relaxed
 * accesses order what is sequentially consistent.
 */
final class SequentialOrder {
  /** Of a thread so many fences are told apart; the oldest others count as the next one. */
  private static final int MAX_FENCES = 64;

  /** A fence. */
  private static final class Fence {
    /** In its thread, and its place in S. */
    private final int index;

    private final long place;

    /** For each thread, how many of its events happen before this fence or one before it in S. */
    private final int[] known;

    /** For each thread, the index of its last write in S before the fence. */
    private final int[] writes;

    Fence(int index, long place, int[] known, int[] writes) {
      this.index = index;
      this.place = place;
      this.known = known;
      this.writes = writes;
    }
  }

  private final EventGraph graph;

  /** The fences of each thread. */
  private final List<List<Fence>> fences = new ArrayList<>();

  /** What all fences so far know, and the last writes so far. */
  private int[] known = new int[8];

  private int[] writes = new int[8];
  private long length;

  SequentialOrder(EventGraph graph) {
    this.graph = graph;
  }

  void begin() {
    fences.clear();
    Arrays.fill(known, 0);
    Arrays.fill(writes, 0);
    length = 0;
  }

  /** An event has been added. */
  void added(int e) {
    if (!graph.isSequential(e)) {
      return;
    }
    if (known.length < graph.threadCount) {
      known = Arrays.copyOf(known, 2 * graph.threadCount);
      writes = Arrays.copyOf(writes, 2 * graph.threadCount);
    }
    int t = graph.thread(e);
    if (graph.writes(e)) {
      writes[t] = graph.index(e);
    } else if (graph.isFence(e)) {
      for (int u = 0; u < graph.threadCount; u++) {
        known[u] = Math.max(known[u], graph.clocks.hb(e, u));
      }
      while (fences.size() <= t) {
        fences.add(new ArrayList<>());
      }
      fences.get(t).add(new Fence(graph.index(e), length++, known.clone(), writes.clone()));
    }
  }

  /**
   * Whether the next event of a thread may come right behind a slot, or read from it.
   *
   * @param order of the event
   * @param source the event that it reads from, or below 0
   */
  boolean admits(int t, Cell cell, int slot, int order, int source) {
    if ((order & Ordering.SEQUENTIAL) != 0) {
      return nothingBehind(cell, slot, known, writes);
    }
    Fence latest = latestFence(t, (order & Ordering.ACQUIRE) != 0 ? source : -1);
    return latest == null || nothingBehind(cell, slot, latest.known, latest.writes);
  }

  /** The last fence in S that happens before the next event of a thread, which acquires a write. */
  private Fence latestFence(int t, int acquired) {
    Fence latest = null;
    for (int u = 0; u < fences.size(); u++) {
      int upTo = Math.max(graph.clocks.hbOfThread(t, u), graph.clocks.released(acquired, u));
      List<Fence> own = fences.get(u);
      int i = own.size() - 1;
      while (i >= 0 && own.get(i).index > upTo) {
        i--;
      }
      if (i >= 0 && (latest == null || own.get(i).place > latest.place)) {
        latest = own.get(i);
      }
    }
    return latest;
  }

  private boolean nothingBehind(Cell cell, int slot, int[] knownTo, int[] writesUpTo) {
    for (int u = 0; u < graph.threadCount && u < knownTo.length; u++) {
      int x = graph.accesses.upTo(cell.lastAccess(u), Math.max(knownTo[u], writesUpTo[u]));
      while (x >= 0 && graph.index(x) > knownTo[u] && !isSequentialWrite(x)) {
        x = graph.previousAccess(x);
      }
      if (x >= 0) {
        boolean isWrite = graph.writes(x);
        int seen = isWrite ? graph.slot(x) : graph.sourceSlot(x);
        if (seen != slot && cell.isBefore(slot, seen)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isSequentialWrite(int x) {
    return graph.writes(x) && graph.isSequential(x);
  }

  /**
   * Drops the fences that nobody needs: all threads know a later one of the same thread. Of those
   * left that are too many, older ones count as later ones, which forbids more.
   */
  void forget(int[] knownToAll) {
    for (int u = 0; u < fences.size(); u++) {
      List<Fence> own = fences.get(u);
      int first = 0;
      while (first + 1 < own.size() && own.get(first + 1).index <= knownToAll[u]) {
        first++;
      }
      own.subList(0, first).clear();
      int excess = own.size() - MAX_FENCES;
      if (excess > 0) {
        Fence merged = own.get(excess);
        int index = own.get(0).index;
        own.subList(0, excess).clear();
        own.set(0, new Fence(index, merged.place, merged.known, merged.writes));
      }
    }
  }
}
