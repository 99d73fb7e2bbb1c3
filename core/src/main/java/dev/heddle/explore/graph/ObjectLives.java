package dev.heddle.explore.graph;

import dev.heddle.machine.Effects;
import dev.heddle.machine.ValueDrivenThreads;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Which events made, freed and accessed the objects of a graph. */
final class ObjectLives {
  /** The event with which an object came to life, -1 if that was before the first event. */
  private int[] madeBy = new int[64];

  /**
   * The thread that made an object behind that event, its own or one that it started; or before the
   * first event, where 0 is the one that nothing comes before.
   */
  private int[] maker = new int[64];

  /** The event that freed an object, or -1. */
  private int[] freedBy = new int[64];

  /** The latest access to an object, and of each access the one before; -1 for none. */
  private int[] latestAccess = new int[64];

  private int[] accessBefore = new int[64];

  /** The object that an event accessed or freed, or -1. */
  private int[] objectOf = new int[64];

  private int objects;

  ObjectLives() {
    Arrays.fill(madeBy, -1);
    Arrays.fill(freedBy, -1);
    Arrays.fill(latestAccess, -1);
    Arrays.fill(objectOf, -1);
  }

  int madeBy(int object) {
    return object < madeBy.length ? madeBy[object] : -1;
  }

  /** The thread that made an object with {@link #madeBy}. */
  int maker(int object) {
    return object < maker.length ? maker[object] : 0;
  }

  int freedBy(int object) {
    return object < freedBy.length ? freedBy[object] : -1;
  }

  int latestAccess(int object) {
    return object < latestAccess.length ? latestAccess[object] : -1;
  }

  int accessBefore(int e) {
    return accessBefore[e];
  }

  /** A thread has made objects with an event. */
  void made(Effects effects, int e, int t) {
    for (int i = 0; i < effects.objectsMade(); i++) {
      int object = effects.objectMade(i);
      reserve(object);
      madeBy[object] = e;
      maker[object] = t;
    }
  }

  void freed(int object, int e) {
    reserve(object);
    reserveEvent(e);
    freedBy[object] = e;
    objectOf[e] = object;
  }

  void accessed(int object, int e) {
    reserve(object);
    reserveEvent(e);
    objectOf[e] = object;
    accessBefore[e] = latestAccess[object];
    latestAccess[object] = e;
  }

  /** The latest event is removed. */
  void removed(int e, ValueDrivenThreads threads) {
    int object = e < objectOf.length ? objectOf[e] : -1;
    if (object < 0) {
      return;
    }
    objectOf[e] = -1;
    if (freedBy[object] == e) {
      freedBy[object] = -1;
      threads.unfree(object);
    } else {
      latestAccess[object] = accessBefore[e];
    }
  }

  /** One more than the highest number of an object that is known here. */
  int objects() {
    return objects;
  }

  /**
   * Says which events must stay for what can be asked of objects: who made one or freed it, and the
   * latest access of each thread; but not if all threads know of it.
   */
  void keep(Renumbering numbers, IntPredicate isKnownToAll, EventTable events) {
    BitSet seen = new BitSet();
    for (int object = 0; object < objects; object++) {
      madeBy[object] = unlessKnown(madeBy[object], numbers, isKnownToAll);
      if (freedBy[object] >= 0) {
        freedBy[object] = unlessKnown(freedBy[object], numbers, isKnownToAll);
        latestAccess[object] = -1;
      }
      seen.clear();
      for (int x = latestAccess[object]; x >= 0; x = accessBefore[x]) {
        if (!seen.get(events.thread(x))) {
          seen.set(events.thread(x));
          unlessKnown(x, numbers, isKnownToAll);
        }
      }
    }
  }

  private static int unlessKnown(int e, Renumbering numbers, IntPredicate isKnownToAll) {
    if (e < 0 || isKnownToAll.test(e)) {
      return -1;
    }
    numbers.keep(e);
    return e;
  }

  /** Events have other numbers. */
  void renumber(Renumbering numbers, int length) {
    for (int object = 0; object < objects; object++) {
      madeBy[object] = numbers.of(madeBy[object]);
      freedBy[object] = numbers.of(freedBy[object]);
      int first = numbers.firstOf(latestAccess[object], accessBefore);
      for (int x = first; x >= 0; x = accessBefore[x]) {
        accessBefore[x] = numbers.firstOf(accessBefore[x], accessBefore);
      }
      latestAccess[object] = numbers.of(first);
    }
    int known = Math.min(length, objectOf.length);
    for (int e = 0; e < known; e++) {
      int to = numbers.of(e);
      int object = objectOf[e];
      objectOf[e] = -1;
      if (to >= 0) {
        objectOf[to] = object;
        accessBefore[to] = numbers.of(accessBefore[e]);
      }
    }
  }

  private void reserve(int object) {
    objects = Math.max(objects, object + 1);
    if (object >= madeBy.length) {
      int grown = Math.max(object + 1, 2 * madeBy.length);
      madeBy = grown(madeBy, grown);
      maker = Arrays.copyOf(maker, grown);
      freedBy = grown(freedBy, grown);
      latestAccess = grown(latestAccess, grown);
    }
  }

  private void reserveEvent(int e) {
    if (e >= objectOf.length) {
      int grown = Math.max(e + 1, 2 * objectOf.length);
      objectOf = grown(objectOf, grown);
      accessBefore = grown(accessBefore, grown);
    }
  }

  private static int[] grown(int[] numbers, int size) {
    int[] result = Arrays.copyOf(numbers, size);
    Arrays.fill(result, numbers.length, size, -1);
    return result;
  }
}
