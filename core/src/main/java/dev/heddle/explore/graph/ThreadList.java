package dev.heddle.explore.graph;

import dev.heddle.explore.random.ReadyThreads;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The threads of a run: all that have been started, and those of them that could go on. */
final class ThreadList implements ReadyThreads {
  private final EventGraph graph;

  /** In the order in which they were started, whatever their numbers. */
  private int[] started = new int[8];

  private int startedCount;

  /** Those that could go on, and what they would do. */
  private int[] ready = new int[8];

  private ThreadNode[] pending = new ThreadNode[8];
  private int readyCount;

  ThreadList(EventGraph graph) {
    this.graph = graph;
  }

  /** A run begins. */
  void begin() {
    startedCount = 0;
    noteStarted();
  }

  /** Looks for threads that run and were not known to. */
  void noteStarted() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.current(t) != null && !isStarted(t)) {
        if (startedCount == started.length) {
          started = Arrays.copyOf(started, 2 * startedCount);
          ready = Arrays.copyOf(ready, 2 * startedCount);
          pending = Arrays.copyOf(pending, 2 * startedCount);
        }
        started[startedCount++] = t;
      }
    }
  }

  private boolean isStarted(int t) {
    for (int i = 0; i < startedCount; i++) {
      if (started[i] == t) {
        return true;
      }
    }
    return false;
  }

  /** Finds those that could go on. */
  void find() {
    readyCount = 0;
    for (int i = 0; i < startedCount; i++) {
      int t = started[i];
      if (graph.isReady(t) && graph.canJoin(t)) {
        ready[readyCount] = t;
        pending[readyCount++] = graph.current(t);
      }
    }
  }

  /** Any place among the ready threads but that of a given one, if there are others. */
  int anotherThan(int t, SplittableRandom random) {
    int place = random.nextInt(readyCount);
    return ready[place] == t && readyCount > 1 ? (place + 1) % readyCount : place;
  }

  /** A thread turns out not to be ready. */
  void remove(int place) {
    readyCount--;
    for (int i = place; i < readyCount; i++) {
      ready[i] = ready[i + 1];
      pending[i] = pending[i + 1];
    }
  }

  /** Nobody goes on. */
  void clear() {
    readyCount = 0;
  }

  @Override
  public int count() {
    return readyCount;
  }

  @Override
  public int thread(int i) {
    return ready[i];
  }

  @Override
  public boolean conflict(int i, int j) {
    ThreadNode a = pending[i];
    ThreadNode b = pending[j];
    if (!OperationSemantics.isAccess(a) || !OperationSemantics.isAccess(b)) {
      return false;
    }
    if (OperationSemantics.onlyReads(a) && OperationSemantics.onlyReads(b)) {
      return false;
    }
    boolean areSomewhere = graph.threads.locate(a) >= 0 && graph.threads.locate(b) >= 0;
    return areSomewhere
        && (graph.cell(a) == graph.cell(b) || graph.cell(a).overlaps(graph.cell(b)));
  }
}
