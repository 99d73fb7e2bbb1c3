package dev.heddle.explore;

import dev.heddle.explore.overflow.Overflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Where a search hands a part of its work to another. One with nothing to do makes the frontier
 * hungry; others then put into it what they have left at their earliest event.
 *
 * @param <P> a part of the exploration that anybody can take up
 */
public final class Frontier<P> {
  private final int searches;
  private final Overflow overflow;

  /** Those that have come so far; each is called when there is something to see here. */
  private final List<SharedSearch<P>> present = new ArrayList<>();

  private final ArrayDeque<P> items = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int idle;
  private int ended;
  private Throwable failure;

  /** What to do when all searches rest. */
  private final Consumer<Frontier<P>> atRest;

  private int resting;
  private volatile boolean pausing;
  private volatile boolean hungry;
  private volatile boolean closed;

  /**
   * @param searches how many searches there are
   * @param overflow for what they have to remember
   * @param atRest what to do when all of them rest, after {@link #pause}
   */
  Frontier(int searches, Overflow overflow, Consumer<Frontier<P>> atRest) {
    this.searches = searches;
    this.overflow = overflow;
    this.atRest = atRest;
  }

  /** For what searches have to remember. */
  public Overflow overflow() {
    return overflow;
  }

  /** Lets all searches rest once, each between two executions. */
  void pause() {
    lock.lock();
    try {
      pausing = !closed;
      present.forEach(SharedSearch::call);
      endPauseIfAllRest();
    } finally {
      lock.unlock();
    }
  }

  public boolean isPausing() {
    return pausing;
  }

  /** Rests until all others have rested, too. */
  public void rest() {
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

  /** Searches that have nothing to do count as resting, too. */
  private void endPauseIfAllRest() {
    if (pausing && resting + idle + ended == searches) {
      atRest.accept(this);
      pausing = false;
      changed.signalAll();
    }
  }

  /** All that is left, while nobody explores: items, and what searches have under way. */
  List<P> left() {
    lock.lock();
    try {
      List<P> left = new ArrayList<>(items);
      for (SharedSearch<P> search : present) {
        P own = search.left();
        if (own != null) {
          left.add(own);
        }
      }
      return left;
    } finally {
      lock.unlock();
    }
  }

  /** From now on, a search is called. */
  void enter(SharedSearch<P> search) {
    lock.lock();
    try {
      present.add(search);
      search.call();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a search has nothing to do. */
  public boolean isHungry() {
    return hungry;
  }

  /** Whether the exploration is over, be it that nothing is left or that somebody has ended it. */
  public boolean isClosed() {
    return closed;
  }

  public void offer(P item) {
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
  public P take() {
    lock.lock();
    try {
      idle++;
      if (idle == searches && items.isEmpty()) {
        close();
      }
      endPauseIfAllRest();
      while (items.isEmpty() && !closed) {
        hungry = true;
        present.forEach(SharedSearch::call);
        changed.awaitUninterruptibly();
      }
      idle--;
      return closed ? null : items.remove();
    } finally {
      lock.unlock();
    }
  }

  public void close() {
    lock.lock();
    try {
      closed = true;
      pausing = false;
      present.forEach(SharedSearch::call);
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
