package dev.heddle.explore.graph;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A point of the exploration where an event can be added in several ways: a read with several
 * sources, a write with several places in mo, an operation that leaves something open. A read can
 * also get sources that are added to the graph only later; they wait here as {@link Revisit}s.
 *
 * <p>Several searches may know of a branch, once it is shared: what is left here belongs to whoever
 * takes it first, and what one of them puts here has been put here for all.
 */
final class BranchPoint {
  /** In place of a source: the thread goes on waiting. */
  static final int PARKING = -4;

  /** How to add an event. */
  static final class Way {
    int source;
    int alternative;
    int place;
  }

  /** How many events there are in front of the event, and whose it is. */
  int base;

  int thread;

  /** Whether reads-from sources that come later may be given to the event. */
  boolean isRevisitable;

  /** Whether several searches know of this. */
  private boolean isShared;

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

  /** Begins another branch, if nobody else knows of this one. */
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

  /** From now on, other searches may know of this. */
  void share() {
    isShared = true;
  }

  boolean isShared() {
    return isShared;
  }

  // ---- What is left -------------------------------------------------------------------------

  /** Adds a way, before anybody else knows of this. */
  void addWay(int source, int alternative, int place) {
    if (3 * count + 3 > ways.length) {
      ways = Arrays.copyOf(ways, 2 * ways.length);
    }
    ways[3 * count] = source;
    ways[3 * count + 1] = alternative;
    ways[3 * count++ + 2] = place;
  }

  /** Whether a way has been added, before any is taken. */
  boolean hasWay() {
    return count > 0;
  }

  /** Adds the way in which the thread goes on waiting. */
  void addParking() {
    if (!isShared) {
      addParkingHere();
    } else {
      synchronized (this) {
        addParkingHere();
      }
    }
  }

  private void addParkingHere() {
    if (!hasParking) {
      hasParking = true;
      addWay(PARKING, 0, Extension.ANYWHERE);
    }
  }

  /** Takes the next way; false if none is left. */
  boolean take(Way way) {
    if (!isShared) {
      return takeHere(way);
    }
    synchronized (this) {
      return takeHere(way);
    }
  }

  private boolean takeHere(Way way) {
    if (first == count) {
      return false;
    }
    way.source = ways[3 * first];
    way.alternative = ways[3 * first + 1];
    way.place = ways[3 * first++ + 2];
    return true;
  }

  /** Takes the next revisit; null if none is left. */
  Revisit takeRevisit() {
    if (!isShared) {
      return revisits.poll();
    }
    synchronized (this) {
      return revisits.poll();
    }
  }

  void add(Revisit revisit) {
    if (!isShared) {
      revisits.add(revisit);
    } else {
      synchronized (this) {
        revisits.add(revisit);
      }
    }
  }

  /** The exploration goes on behind this point, in a new way. */
  void entered() {
    taken++;
  }

  /** How many ways are done, without the one under way, if one search alone explores. */
  int done() {
    return Math.max(0, taken - 1);
  }

  /** How many ways and revisits are left. */
  synchronized int pending() {
    return count - first + revisits.size();
  }

  // ---- What has been here -------------------------------------------------------------------

  /** Notes a key; false if it was there already. */
  boolean note(long key) {
    if (!isShared) {
      return noteHere(key);
    }
    synchronized (this) {
      return noteHere(key);
    }
  }

  private boolean noteHere(long key) {
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

  // ---- State --------------------------------------------------------------------------------

  /** Writes what is left and what has been here, while nobody changes that. */
  void write(DataOutputStream out) throws IOException {
    out.writeInt(base);
    out.writeInt(thread);
    out.writeBoolean(isRevisitable);
    out.writeBoolean(hasParking);
    out.writeInt(taken);
    out.writeInt(count - first);
    for (int i = 3 * first; i < 3 * count; i++) {
      out.writeInt(ways[i]);
    }
    out.writeInt(revisits.size());
    for (Revisit revisit : revisits) {
      revisit.write(out);
    }
    out.writeInt(seenCount);
    for (long key : seen) {
      if (key != 0) {
        out.writeLong(key);
      }
    }
  }

  static BranchPoint read(DataInputStream in) throws IOException {
    BranchPoint read = new BranchPoint();
    read.reset(in.readInt(), in.readInt());
    read.isRevisitable = in.readBoolean();
    read.hasParking = in.readBoolean();
    read.taken = in.readInt();
    for (int i = in.readInt(); i > 0; i--) {
      read.addWay(in.readInt(), in.readInt(), in.readInt());
    }
    for (int i = in.readInt(); i > 0; i--) {
      read.revisits.add(Revisit.read(in));
    }
    for (int i = in.readInt(); i > 0; i--) {
      read.noteHere(in.readLong());
    }
    read.share(); // Several parts may refer to it.
    return read;
  }
}
