package dev.heddle.graph;

import java.util.Arrays;

/**
 * Runs the events of all threads in an order that follows the recorded one as closely as
 * constraints of the form "this event has to run first" allow. Each thread runs its events in
 * program order; a thread whose next event is blocked waits for one event of another thread and
 * catches up once that has run. Events that are reached in recorded order and are not blocked run
 * at once, so a recorded order that satisfies the constraints is kept as it is.
 *
 * <p>Needs time O(n) and O(1 + waking threads) per event besides what {@link #blocker} costs.
 */
public abstract class EventScheduler {
  private static final int NOBODY = -1;

  private final int events;
  private final int[] threadOf;
  private final int[] next;

  /** The next event of each thread; {@code events} when it has run all of them. */
  private final int[] head;

  /** The event that a stalled thread waits for, else -1. */
  private final int[] waitsFor;

  /** The threads that wait for an event of this thread: first of a list linked by nextWaiter. */
  private final int[] firstWaiter;

  private final int[] nextWaiter;
  private final int[] resumed;
  private int resumedCount;
  private int run;

  /**
   * @param threadOf the thread of each of the {@code events} events in recorded order
   */
  protected EventScheduler(int events, int threads, int[] threadOf) {
    this.events = events;
    this.threadOf = threadOf;
    next = new int[events];
    head = new int[threads];
    Arrays.fill(head, events);
    for (int e = events - 1; e >= 0; e--) {
      next[e] = head[threadOf[e]];
      head[threadOf[e]] = e;
    }
    waitsFor = new int[threads];
    firstWaiter = new int[threads];
    nextWaiter = new int[threads];
    resumed = new int[threads];
    Arrays.fill(waitsFor, NOBODY);
    Arrays.fill(firstWaiter, NOBODY);
  }

  protected EventScheduler(ExecutionGraph graph) {
    this(graph.events(), graph.threads(), graph.threadOfEvents());
  }

  /** An event that has not run and has to run before this one, which heads its thread; else -1. */
  protected abstract int blocker(int event);

  /** The event runs now. */
  protected abstract void run(int event);

  /** The event has run: it is before the head of its thread. */
  protected final boolean hasRun(int event) {
    return event < head[threadOf[event]];
  }

  /** Runs what can run; true if that is every event. */
  public final boolean runAll() {
    for (int reached = 0; reached < events; reached++) {
      int t = threadOf[reached];
      if (head[t] == reached) {
        resume(t, reached);
        while (resumedCount > 0) {
          resume(resumed[--resumedCount], reached);
        }
      }
    }
    return run == events;
  }

  private void resume(int t, int reached) {
    int e = head[t];
    while (e <= reached) {
      int blocker = blocker(e);
      if (blocker >= 0) {
        int other = threadOf[blocker];
        waitsFor[t] = blocker;
        nextWaiter[t] = firstWaiter[other];
        firstWaiter[other] = t;
        return;
      }
      run(e);
      run++;
      head[t] = next[e];
      if (firstWaiter[t] != NOBODY) {
        wake(t, e);
      }
      e = head[t];
    }
  }

  private void wake(int t, int event) {
    int kept = NOBODY;
    for (int w = firstWaiter[t]; w != NOBODY; ) {
      int following = nextWaiter[w];
      if (waitsFor[w] == event) {
        waitsFor[w] = NOBODY;
        resumed[resumedCount++] = w;
      } else {
        nextWaiter[w] = kept;
        kept = w;
      }
      w = following;
    }
    firstWaiter[t] = kept;
  }

  /**
   * After {@link #runAll} gave false: h₀, f₀, h₁, f₁, … such that head hᵢ is program-ordered before
   * fᵢ or equal to it, and fᵢ is what the next head (cyclically) waits for.
   */
  public final int[] waitCycle() {
    int t = 0;
    while (waitsFor[t] == NOBODY) {
      t++;
    }
    for (int i = 0; i < head.length; i++) {
      t = threadOf[waitsFor[t]];
    }
    int[] cycle = new int[2 * head.length];
    int at = cycle.length;
    int first = t;
    do {
      int blocker = waitsFor[t];
      t = threadOf[blocker];
      cycle[--at] = blocker;
      cycle[--at] = head[t];
    } while (t != first);
    return Arrays.copyOfRange(cycle, at, cycle.length);
  }
}
