package dev.heddle.explore.graph;

import dev.heddle.explore.overflow.Backlog;
import dev.heddle.explore.overflow.KeySet;
import dev.heddle.explore.overflow.Overflow;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
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

  private final Backlog<Revisit> revisits;

  /** Keys of all revisits ever put here. */
  private final KeySet seen;

  BranchPoint(Overflow overflow) {
    revisits = new Backlog<>(overflow, Revisit.FORM);
    seen = new KeySet(overflow);
  }

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
    seen.clear();
  }

  /** Nobody goes back to this, if no other search does. */
  void leave() {
    if (!isShared) {
      seen.clear();
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
      return revisits.pollFirst();
    }
    synchronized (this) {
      return revisits.pollFirst();
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
    return seen.add(key == 0 ? 1 : key, 0);
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
    revisits.write(out);
    seen.write(out);
  }

  static BranchPoint read(DataInputStream in, Overflow overflow) throws IOException {
    BranchPoint read = new BranchPoint(overflow);
    read.reset(in.readInt(), in.readInt());
    read.isRevisitable = in.readBoolean();
    read.hasParking = in.readBoolean();
    read.taken = in.readInt();
    for (int i = in.readInt(); i > 0; i--) {
      read.addWay(in.readInt(), in.readInt(), in.readInt());
    }
    read.revisits.read(in);
    read.seen.read(in);
    read.share(); // Several parts may refer to it.
    return read;
  }
}
