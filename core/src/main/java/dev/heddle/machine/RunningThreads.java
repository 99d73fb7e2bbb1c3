package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.Arrays;

/** Where each thread of a machine stands, which event started it, and how many stand where. */
final class RunningThreads {
  private final ObjectTable objects;

  /** Where each thread stands; null for one that has not been started. */
  private ThreadNode[] current = new ThreadNode[4];

  private int[] spawnedBy = new int[4];

  /** How many threads have been started, are in front of an operation, have ended, have failed. */
  private int started;

  private int ready;
  private int finished;
  private int failed;
  private int exited;

  /** The threads make their objects in that table. */
  RunningThreads(ObjectTable objects) {
    this.objects = objects;
  }

  /** Where a thread stands, or null if it has not been started. */
  ThreadNode current(int t) {
    return t < current.length ? current[t] : null;
  }

  /** Where the thread stands that a program knows by an identity, or null if there is none. */
  ThreadNode joined(long identity) {
    return identity > 0 && identity <= current.length ? current[(int) identity - 1] : null;
  }

  /** The event with which a thread was started, -1 if that was before the first event. */
  int spawnedBy(int t) {
    return spawnedBy[t];
  }

  int started() {
    return started;
  }

  int ready() {
    return ready;
  }

  boolean hasFailed() {
    return failed > 0;
  }

  boolean hasExited() {
    return exited > 0;
  }

  /** How many threads have neither ended nor failed. */
  int unfinished() {
    return started - finished - failed;
  }

  /** Some thread that is in front of an operation; there must be one. */
  int firstReady() {
    int t = 0;
    while (current[t] == null || current[t].status != Status.READY) {
      t++;
    }
    return t;
  }

  /** Whether nothing that a thread writes could make another one go on. */
  boolean othersLookAway(int t) {
    for (int other = 0; other < current.length; other++) {
      ThreadNode node = current[other];
      boolean isOver =
          node == null
              || node.status == Status.FINISHED
              || node.status == Status.FAILED
              || (node.status == Status.READY && node.opcode == Opcode.JOIN);
      if (other != t && !isOver) {
        return false;
      }
    }
    return true;
  }

  // ---- Moving -------------------------------------------------------------------------------

  /** A thread starts, together with those that it starts before its first operation. */
  void start(int t, ThreadNode at, int event) {
    if (t >= current.length) {
      int grown = Math.max(t + 1, 2 * current.length);
      current = Arrays.copyOf(current, grown);
      spawnedBy = Arrays.copyOf(spawnedBy, grown);
    }
    current[t] = at;
    spawnedBy[t] = event;
    started++;
    count(at, 1);
    if (at.effects != null) {
      apply(at.effects, event);
    }
  }

  /** A thread goes on, or goes back. */
  void move(int t, ThreadNode from, ThreadNode to) {
    current[t] = to;
    if (from.status != to.status) {
      count(from, -1);
      count(to, 1);
    }
  }

  /** Counts one thread more or less at such a node. */
  private void count(ThreadNode node, int change) {
    // Comparing does not look into the constants, which all machines have in common.
    if (node.status == Status.READY) {
      ready += change;
    } else if (node.status == Status.FINISHED) {
      finished += change;
    } else if (node.status == Status.FAILED) {
      failed += change;
    } else if (node.status == Status.EXITED) {
      exited += change;
    }
  }

  /** What a thread has done on its way to a node, as part of an event. */
  void apply(Effects effects, int event) {
    effects.bear(objects);
    for (int i = 0; i < effects.threadsStarted(); i++) {
      start(effects.threadStarted(i), effects.rootStarted(i), event);
    }
  }

  /** Takes that back. */
  void takeBack(Effects effects) {
    for (int i = effects.threadsStarted() - 1; i >= 0; i--) {
      ThreadNode root = effects.rootStarted(i);
      current[effects.threadStarted(i)] = null;
      started--;
      count(root, -1);
      if (root.effects != null) {
        takeBack(root.effects);
      }
    }
    effects.unbear(objects);
  }

  /** Forgets where threads go on from where they stand. */
  void forgetNext() {
    for (ThreadNode node : current) {
      if (node != null) {
        node.forgetNext();
      }
    }
  }

  /** Whether so many threads have been started and stand so often where. */
  boolean isCounted(int ofAll, int[] byStatus) {
    return started == ofAll
        && ready == byStatus[Status.READY.ordinal()]
        && finished == byStatus[Status.FINISHED.ordinal()]
        && failed == byStatus[Status.FAILED.ordinal()]
        && exited == byStatus[Status.EXITED.ordinal()];
  }
}
