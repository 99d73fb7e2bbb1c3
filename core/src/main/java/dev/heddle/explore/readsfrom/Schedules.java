package dev.heddle.explore.readsfrom;

import dev.heddle.explore.overflow.Backlog;
import dev.heddle.explore.overflow.KeySet;
import dev.heddle.explore.overflow.Overflow;
import dev.heddle.explore.readsfrom.consistency.SaturatedPrefix;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * schedules(τ″) for a prefix τ″ of the trace: what else can follow it than the event that does. No
 * schedule is tried twice.
 */
final class Schedules {
  /** The length of τ″. */
  final int base;

  /**
   * Whether the schedules differ in who reads from a certain event (which of the locks comes next),
   * and not in what a certain event reads from.
   */
  final boolean byReader;

  /** Those that are left, the latest at the end. */
  private final Backlog<Schedule> left;

  /** How many schedules there have been. */
  private int added;

  /** How many events of each thread τ″ has. */
  private final int[] before;

  /** The keys that have been seen. */
  private final KeySet known;

  /** shb of τ″, or null as long as no check has needed it; all searches find the same. */
  SaturatedPrefix saturated;

  /** Whether several searches know of this, and may take what is scheduled here. */
  private boolean shared;

  /**
   * @param before how many events of each thread τ″ has; not copied
   */
  Schedules(Overflow overflow, int base, boolean byReader, int[] before) {
    this.base = base;
    this.byReader = byReader;
    this.before = before;
    this.known = new KeySet(overflow);
    this.left = new Backlog<>(overflow, Schedule.FORM);
  }

  /** How many events of a thread τ″ has. */
  int before(int t) {
    return t < before.length ? before[t] : 0;
  }

  /** Copies how many events of each of the first threads τ″ has. */
  void copyBefore(int[] target, int threads) {
    int length = Math.min(before.length, threads);
    System.arraycopy(before, 0, target, 0, length);
    Arrays.fill(target, length, threads, 0);
  }

  /** Whether a key has not been seen here; from now on it has. */
  boolean isNew(ScheduleKey key) {
    if (!shared) {
      return known.add(key.first, key.second);
    }
    if (known.isInTable(key.first, key.second)) {
      return false;
    }
    synchronized (this) {
      return known.add(key.first, key.second);
    }
  }

  /** Whether a key has been seen here. */
  boolean isKnown(ScheduleKey key) {
    if (!shared || known.isInTable(key.first, key.second)) {
      return known.contains(key.first, key.second);
    }
    synchronized (this) {
      return known.contains(key.first, key.second);
    }
  }

  void add(Schedule schedule) {
    if (shared) {
      synchronized (this) {
        addHere(schedule);
      }
    } else {
      addHere(schedule);
    }
  }

  private void addHere(Schedule schedule) {
    left.add(schedule);
    added++;
  }

  /** How many schedules are to be explored. */
  int pending() {
    return left.size();
  }

  /** How many branches are behind the one that is under way, if one search alone explores. */
  int done() {
    return added - pending();
  }

  /**
   * The next schedule to explore, or null. The one found last: it changes most, for sources are
   * looked at from the latest to the initial one.
   */
  Schedule take() {
    if (!shared) {
      return left.pollLast();
    }
    synchronized (this) {
      return left.pollLast();
    }
  }

  /** Nobody goes back to τ″ again, if no other search does. */
  void leave() {
    if (!shared) {
      known.giveUp();
    }
  }

  /** Writes what is scheduled and which keys have been seen, while nobody changes that. */
  void write(DataOutputStream out) throws IOException {
    out.writeInt(base);
    out.writeBoolean(byReader);
    out.writeInt(before.length);
    for (int events : before) {
      out.writeInt(events);
    }
    known.write(out);
    left.write(out);
  }

  static Schedules read(DataInputStream in, Overflow overflow) throws IOException {
    int base = in.readInt();
    boolean byReader = in.readBoolean();
    int[] before = new int[in.readInt()];
    for (int t = 0; t < before.length; t++) {
      before[t] = in.readInt();
    }
    Schedules read = new Schedules(overflow, base, byReader, before);
    read.known.read(in);
    read.left.read(in);
    read.added = read.pending();
    read.share(); // Several parts may refer to it.
    return read;
  }

  /** From now on, other searches may know of this. */
  void share() {
    shared = true;
  }

  @Override
  public String toString() {
    return "after " + base + ": " + pending() + " of " + known.size() + " keys";
  }
}
