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
  private volatile boolean hungry;
  private volatile boolean closed;

  /**
   * @param searches how many searches there are
   */
  Frontier(int searches) {
    this.searches = searches;
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
