package dev.heddle.explore.graph;

import dev.heddle.machine.ValueDrivenThreads;
import java.util.Arrays;

/** Which events made, freed and accessed the objects of a graph. */
final class ObjectLives {
  /** The event with which an object came to life, -1 if that was before the first event. */
  private int[] madeBy = new int[64];

  /** The event that freed an object, or -1. */
  private int[] freedBy = new int[64];

  /** The latest access to an object, and of each access the one before; -1 for none. */
  private int[] latestAccess = new int[64];

  private int[] accessBefore = new int[64];

  /** The object that an event accessed or freed, or -1. */
  private int[] objectOf = new int[64];

  ObjectLives() {
    Arrays.fill(madeBy, -1);
    Arrays.fill(freedBy, -1);
    Arrays.fill(latestAccess, -1);
    Arrays.fill(objectOf, -1);
  }

  int madeBy(int object) {
    return object < madeBy.length ? madeBy[object] : -1;
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

  void made(int object, int e) {
    reserve(object);
    madeBy[object] = e;
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

  private void reserve(int object) {
    if (object >= madeBy.length) {
      int grown = Math.max(object + 1, 2 * madeBy.length);
      madeBy = grown(madeBy, grown);
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
