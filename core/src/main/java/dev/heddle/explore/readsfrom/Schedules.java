package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.SaturatedPrefix;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  /** So many schedules are packed at once, when twice as many wait. */
  private static final int PACK = 1024;

  /** The schedules found last, the latest at the end. */
  private Schedule[] schedules = {};

  private int scheduled;

  /** Those in front of them, packs of {@link #PACK}. */
  private final List<PackedSchedules> packed = new ArrayList<>(0);

  /** How many schedules there have been. */
  private int added;

  /** How many events of each thread τ″ has. */
  private final int[] before;

  /** From this length on, tables are filled by three quarters instead of a half, and doubled. */
  private static final int MANY_KEYS = 1 << 14;

  /** The keys that have been seen, by hash: both halves of each, or zeros. */
  private long[] known = new long[8];

  private int size;

  /** shb of τ″, or null as long as no check has needed it; all searches find the same. */
  SaturatedPrefix saturated;

  /** Whether several searches know of this, and may take what is scheduled here. */
  private boolean shared;

  /**
   * @param before how many events of each thread τ″ has; not copied
   */
  Schedules(int base, boolean byReader, int[] before) {
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

  /** Whether a key has not been seen here; from now on it has. */
  boolean isNew(ScheduleKey key) {
    if (!shared) {
      return isNewHere(key);
    }
    if (isKnown(key)) {
      return false;
    }
    synchronized (this) {
      return isNewHere(key);
    }
  }

  private boolean isNewHere(ScheduleKey key) {
    return isNewHere(key.first, key.second);
  }

  private boolean isNewHere(long first, long second) {
    int at = slot(known, first, second);
    if (isTaken(known, at)) {
      return false;
    }
    known[at] = first;
    known[at + 1] = second;
    size++;
    if (size > (known.length < MANY_KEYS ? known.length / 4 : known.length / 8 * 3)) {
      grow();
    }
    return true;
  }

  private void grow() {
    long[] grown = new long[(known.length < MANY_KEYS ? 4 : 2) * known.length];
    for (int i = 0; i < known.length; i += 2) {
      if (isTaken(known, i)) {
        int at = slot(grown, known[i], known[i + 1]);
        grown[at] = known[i];
        grown[at + 1] = known[i + 1];
      }
    }
    known = grown;
  }

  /**
   * Whether a key has been seen here. Needs no lock: keys are never taken out, and one that another
   * search adds at the same time may be missed.
   */
  boolean isKnown(ScheduleKey key) {
    long[] table = known;
    int at = slot(table, key.first, key.second);
    return table[at] == key.first && table[at + 1] == key.second;
  }

  private static boolean isTaken(long[] table, int at) {
    return table[at] != 0 || table[at + 1] != 0;
  }

  /** Where a key is or would be. */
  private static int slot(long[] table, long first, long second) {
    int mask = table.length - 2;
    int at = (int) first & mask;
    while ((table[at] != first || table[at + 1] != second) && isTaken(table, at)) {
      at = (at + 2) & mask;
    }
    return at;
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
    if (scheduled == 2 * PACK) {
      pack();
    }
    if (scheduled == schedules.length) {
      schedules = Arrays.copyOf(schedules, 2 * scheduled + 2);
    }
    schedules[scheduled++] = schedule;
    added++;
  }

  /** Packs the earlier half of the schedules. */
  private void pack() {
    packed.add(new PackedSchedules(schedules, PACK));
    scheduled -= PACK;
    System.arraycopy(schedules, PACK, schedules, 0, scheduled);
    Arrays.fill(schedules, scheduled, schedules.length, null);
  }

  /** How many schedules are to be explored. */
  int pending() {
    return scheduled + PACK * packed.size();
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
      return takeHere();
    }
    synchronized (this) {
      return takeHere();
    }
  }

  private Schedule takeHere() {
    if (scheduled == 0 && !packed.isEmpty()) {
      schedules = packed.remove(packed.size() - 1).unpack();
      scheduled = schedules.length;
    }
    if (scheduled == 0) {
      return null;
    }
    Schedule taken = schedules[--scheduled];
    schedules[scheduled] = null;
    return taken;
  }

  /** Writes what is scheduled and which keys have been seen, while nobody changes that. */
  void write(DataOutputStream out) throws IOException {
    out.writeInt(base);
    out.writeBoolean(byReader);
    out.writeInt(before.length);
    for (int events : before) {
      out.writeInt(events);
    }
    out.writeInt(size);
    for (int i = 0; i < known.length; i += 2) {
      if (isTaken(known, i)) {
        out.writeLong(known[i]);
        out.writeLong(known[i + 1]);
      }
    }
    out.writeInt(pending());
    for (PackedSchedules pack : packed) {
      for (Schedule schedule : pack.unpack()) {
        schedule.write(out);
      }
    }
    for (int i = 0; i < scheduled; i++) {
      schedules[i].write(out);
    }
  }

  static Schedules read(DataInputStream in) throws IOException {
    int base = in.readInt();
    boolean byReader = in.readBoolean();
    int[] before = new int[in.readInt()];
    for (int t = 0; t < before.length; t++) {
      before[t] = in.readInt();
    }
    Schedules read = new Schedules(base, byReader, before);
    for (int keys = in.readInt(); keys > 0; keys--) {
      read.isNewHere(in.readLong(), in.readLong());
    }
    for (int left = in.readInt(); left > 0; left--) {
      read.addHere(Schedule.read(in));
    }
    read.share(); // Several parts may refer to it.
    return read;
  }

  /** From now on, other searches may know of this. */
  void share() {
    shared = true;
  }

  @Override
  public String toString() {
    return "after " + base + ": " + pending() + " of " + size + " keys";
  }
}
