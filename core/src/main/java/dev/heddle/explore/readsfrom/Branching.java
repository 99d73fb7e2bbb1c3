package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * schedules(τ″) for a prefix τ″ of the trace: what else can follow it than the event that does. No
 * way to go on is tried twice; each is known by a number made from histories of events.
 */
final class Branching {
  /** The way in which the operation waits for good. */
  static final long WAITING = 0x77616974L;

  /** The length of τ″. */
  final int base;

  /**
   * Whether the ways differ in who reads from a certain event (which of the locks comes next), and
   * not in what a certain event reads from.
   */
  final boolean byReader;

  private Schedule[] schedules = {};
  private int scheduled;
  private long[] known = new long[4];
  private int size;

  /** Where schedules go that anybody may take; null as long as only one search knows of this. */
  private Frontier frontier;

  Branching(int base, boolean byReader, long key) {
    this.base = base;
    this.byReader = byReader;
    isNew(key);
  }

  /** Whether a way to go on has not been seen here; from now on it has. */
  boolean isNew(long key) {
    if (frontier == null) {
      return isNewHere(key);
    }
    synchronized (this) {
      return isNewHere(key);
    }
  }

  private boolean isNewHere(long key) {
    long stored = key == 0 ? 1 : key;
    if (2 * (size + 1) > known.length) {
      long[] old = known;
      known = new long[4 * old.length];
      for (long k : old) {
        if (k != 0) {
          known[slot(k)] = k;
        }
      }
    }
    int at = slot(stored);
    if (known[at] != 0) {
      return false;
    }
    known[at] = stored;
    size++;
    return true;
  }

  boolean isKnown(long key) {
    if (frontier == null) {
      return isKnownHere(key);
    }
    synchronized (this) {
      return isKnownHere(key);
    }
  }

  private boolean isKnownHere(long key) {
    return known[slot(key == 0 ? 1 : key)] != 0;
  }

  private int slot(long key) {
    int at = (int) (key ^ (key >>> 32)) & (known.length - 1);
    while (known[at] != 0 && known[at] != key) {
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
    return "after " + base + ": " + scheduled + " of " + Arrays.toString(known);
  }
}
