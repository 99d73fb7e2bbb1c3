package dev.heddle.explore.graph;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A point of the exploration where an event can be added in several ways: a read with several
 * sources, a write with several places in mo, an operation that leaves something open. A read can
 * also get sources that are added to the graph only later; they wait here as {@link Revisit}s.
 */
final class BranchPoint {
  /** In place of a source: the thread goes on waiting. */
  static final int PARKING = -4;

  /** How many events there are in front of the event, and whose it is. */
  int base;

  int thread;

  /** Whether reads-from sources that come later may be given to the event. */
  boolean isRevisitable;

  /** Whether the way in which the thread goes on waiting is among the ways. */
  private boolean hasParking;

  /** Ways that have not been taken yet: source, alternative and place of each. */
  private int[] ways = new int[12];

  private int first;
  private int count;

  /** How many ways and revisits have been gone. */
  private int taken;

  private final ArrayDeque<Revisit> revisits = new ArrayDeque<>();

  /** Keys of all revisits ever put here, with open addressing; 0 is free. */
  private long[] seen = new long[8];

  private int seenCount;

  void reset(int newBase, int newThread) {
    base = newBase;
    thread = newThread;
    isRevisitable = false;
    hasParking = false;
    first = 0;
    count = 0;
    taken = 0;
    revisits.clear();
    if (seenCount > 0) {
      seen = seen.length > 64 ? new long[8] : seen;
      Arrays.fill(seen, 0);
      seenCount = 0;
    }
  }

  void addWay(int source, int alternative, int place) {
    if (3 * count + 3 > ways.length) {
      ways = Arrays.copyOf(ways, 2 * ways.length);
    }
    ways[3 * count] = source;
    ways[3 * count + 1] = alternative;
    ways[3 * count++ + 2] = place;
  }

  /** Adds the way in which the thread goes on waiting. */
  void addParking() {
    if (!hasParking) {
      hasParking = true;
      addWay(PARKING, 0, Extension.ANYWHERE);
    }
  }

  boolean hasWay() {
    return first < count;
  }

  void nextWay() {
    first++;
  }

  int source() {
    return ways[3 * first];
  }

  int alternative() {
    return ways[3 * first + 1];
  }

  int place() {
    return ways[3 * first + 2];
  }

  /** The exploration goes on behind this point, in a new way. */
  void entered() {
    taken++;
  }

  /** How many ways are done, without the one under way. */
  int done() {
    return Math.max(0, taken - 1);
  }

  int pending() {
    return count - first + revisits.size();
  }

  Revisit nextRevisit() {
    return revisits.poll();
  }

  void add(Revisit revisit) {
    revisits.add(revisit);
  }

  /** Notes a key; false if it was there already. */
  boolean note(long key) {
    long stored = key == 0 ? 1 : key;
    if (2 * seenCount >= seen.length) {
      long[] old = seen;
      seen = new long[2 * old.length];
      for (long k : old) {
        if (k != 0) {
          seen[free(k)] = k;
        }
      }
    }
    int at = free(stored);
    if (seen[at] == stored) {
      return false;
    }
    seen[at] = stored;
    seenCount++;
    return true;
  }

  private int free(long key) {
    int mask = seen.length - 1;
    int at = (int) (key ^ key >>> 32) & mask;
    while (seen[at] != 0 && seen[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }
}
