package dev.heddle.explore.readsfrom;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where a search hands a part of its work to another. One with nothing to do makes the frontier
 * hungry; others then put into it what they have scheduled at their earliest event.
 */
final class Frontier {
  private final int searches;

  /** Those that have come so far; each is called when there is something to see here. */
  private final List<ReadsFromSearch> present = new ArrayList<>();

  private final ArrayDeque<WorkItem> items = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int idle;
  private int ended;
  private Throwable failure;

  /** What to do when all searches rest. */
  private final Runnable atRest;

  private int resting;
  private volatile boolean pausing;
  private volatile boolean hungry;
  private volatile boolean closed;

  /**
   * @param searches how many searches there are
   * @param atRest what to do when all of them rest, after {@link #pause}
   */
  Frontier(int searches, Runnable atRest) {
    this.searches = searches;
    this.atRest = atRest;
  }

  /** Lets all searches rest once, each between two executions. */
  void pause() {
    lock.lock();
    try {
      pausing = !closed;
      present.forEach(ReadsFromSearch::call);
      endPauseIfAllRest();
    } finally {
      lock.unlock();
    }
  }

  boolean isPausing() {
    return pausing;
  }

  /** Rests until all others have rested, too. */
  void rest() {
    lock.lock();
    try {
      resting++;
      endPauseIfAllRest();
      while (pausing) {
        changed.awaitUninterruptibly();
      }
      resting--;
    } finally {
      lock.unlock();
    }
  }

  /** Who has nothing to do rests as well. */
  private void endPauseIfAllRest() {
    if (pausing && resting + idle + ended == searches) {
      atRest.run();
      pausing = false;
      changed.signalAll();
    }
  }

  /** All that is left, while nobody explores: items, and the traces of searches. */
  List<WorkItem> left() {
    lock.lock();
    try {
      List<WorkItem> left = new ArrayList<>(items);
      for (ReadsFromSearch search : present) {
        if (search.trace().length() > 0) {
          left.add(new WorkItem(search.trace(), null, null));
        }
      }
      return left;
    } finally {
      lock.unlock();
    }
  }

  /** From now on, a search is called. */
  void enter(ReadsFromSearch search) {
    lock.lock();
    try {
      present.add(search);
      search.call();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a search has nothing to do. */
  boolean isHungry() {
    return hungry;
  }

  /** Whether the exploration is over, be it that nothing is left or that somebody has ended it. */
  boolean isClosed() {
    return closed;
  }

  void offer(WorkItem item) {
    lock.lock();
    try {
      items.add(item);
      hungry = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Something to explore, or null if nothing is left or the exploration has been ended. */
  WorkItem take() {
    lock.lock();
    try {
      idle++;
      if (idle == searches && items.isEmpty()) {
        close();
      }
      endPauseIfAllRest();
      while (items.isEmpty() && !closed) {
        hungry = true;
        present.forEach(ReadsFromSearch::call);
        changed.awaitUninterruptibly();
      }
      idle--;
      return closed ? null : items.remove();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      pausing = false;
      present.forEach(ReadsFromSearch::call);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs a search; its failure ends all others and is that of the exploration. */
  void guard(Runnable search) {
    Throwable thrown = null;
    try {
      search.run();
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    lock.lock();
    try {
      failure = failure == null ? thrown : failure;
      ended++;
      close();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all searches have ended, and fails as the first of them did. */
  void awaitEnd() {
    lock.lock();
    try {
      while (ended < searches) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }
}
