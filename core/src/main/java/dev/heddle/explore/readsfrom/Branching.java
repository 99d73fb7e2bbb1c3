package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * schedules(τ″) for a prefix τ″ of the trace: what else can follow it than the event that does. No
 * way to go on is tried twice.
 */
final class Branching {
  /** The length of τ″. */
  final int base;

  /**
   * Whether the ways differ in who reads from a certain event (which of the locks comes next), and
   * not in what a certain event reads from.
   */
  final boolean byReader;

  private Schedule[] schedules = {};
  private int scheduled;

  /** How many events of each thread τ″ has. */
  private final int[] before;

  /** Copies of the ways that have been seen, by hash. */
  private int[][] known = new int[4][];

  private int[] hashes = new int[4];

  private int size;

  /** Where schedules go that anybody may take; null as long as only one search knows of this. */
  private Frontier frontier;

  /**
   * @param before how many events of each thread τ″ has; not copied
   */
  Branching(int base, boolean byReader, int[] before) {
    this.base = base;
    this.byReader = byReader;
    this.before = before;
  }

  /** How many events of a thread τ″ has. */
  int before(int t) {
    return t < before.length ? before[t] : 0;
  }

  /** Copies how many events of each of the first threads τ″ has. */
  void copyBefore(int[] target, int threads) {
    int known = Math.min(before.length, threads);
    System.arraycopy(before, 0, target, 0, known);
    Arrays.fill(target, known, threads, 0);
  }

  /** Whether a way to go on has not been seen here; from now on it has. */
  boolean isNew(Way way) {
    if (frontier == null) {
      return isNewHere(way);
    }
    synchronized (this) {
      return isNewHere(way);
    }
  }

  private boolean isNewHere(Way way) {
    int at = slot(way);
    if (known[at] != null) {
      return false;
    }
    known[at] = way.copy();
    hashes[at] = way.hash();
    if (2 * ++size > known.length) {
      grow();
    }
    return true;
  }

  private void grow() {
    int[][] oldKnown = known;
    int[] oldHashes = hashes;
    known = new int[4 * oldKnown.length][];
    hashes = new int[known.length];
    for (int i = 0; i < oldKnown.length; i++) {
      if (oldKnown[i] != null) {
        int at = oldHashes[i] & (known.length - 1);
        while (known[at] != null) {
          at = (at + 1) & (known.length - 1);
        }
        known[at] = oldKnown[i];
        hashes[at] = oldHashes[i];
      }
    }
  }

  boolean isKnown(Way way) {
    if (frontier == null) {
      return known[slot(way)] != null;
    }
    synchronized (this) {
      return known[slot(way)] != null;
    }
  }

  private int slot(Way way) {
    int at = way.hash() & (known.length - 1);
    while (known[at] != null && !(hashes[at] == way.hash() && way.is(known[at]))) {
      at = (at + 1) & (known.length - 1);
    }
    return at;
  }

  /**
   * Adds a schedule.
   *
   * @param trace a trace that begins with τ″
   */
  void add(Schedule schedule, Trace trace) {
    if (frontier != null) {
      frontier.offer(new Part(trace.prefix(base), this, schedule));
      return;
    }
    if (scheduled == schedules.length) {
      schedules = Arrays.copyOf(schedules, 2 * scheduled + 2);
    }
    schedules[scheduled++] = schedule;
  }

  /**
   * The next schedule to explore, or null; if anybody may take it, the frontier has it. The one
   * found last: it changes most, for sources are looked at from the latest to the initial one.
   */
  Schedule take() {
    return hasSchedule() ? schedules[--scheduled] : null;
  }

  /** Whether a schedule waits here for the only search that knows of this. */
  boolean hasSchedule() {
    return frontier == null && scheduled > 0;
  }

  /** Lets all searches explore what is scheduled here, now and later. */
  void share(Frontier shared, Trace trace) {
    if (frontier == null) {
      frontier = shared;
      for (int i = scheduled - 1; i >= 0; i--) {
        add(schedules[i], trace);
      }
      schedules = null;
    }
  }

  @Override
  public String toString() {
    return "after " + base + ": " + scheduled + " of " + size + " ways";
  }
}
