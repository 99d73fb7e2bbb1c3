package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowGraph;
import java.util.Arrays;

/**
 * How far a thread has been fetched. A point that the state has published is not changed any more:
 * fetching goes on with a copy, and going back is taking the former one.
 */
abstract class FetchPoint {
  static final int NONE = -1;

  final int thread;

  /** How many events the thread has. */
  int events;

  /** What the next event is related to, by {@link Dependency}. Sets are shared, never changed. */
  private final long[][] predecessors;

  FetchPoint(int thread) {
    this.thread = thread;
    predecessors = new long[Dependency.values().length][];
    Arrays.fill(predecessors, new long[0]);
  }

  FetchPoint(FetchPoint other) {
    thread = other.thread;
    events = other.events;
    predecessors = other.predecessors.clone();
  }

  abstract FetchPoint copy();

  long[] predecessors(Dependency which) {
    return predecessors[which.ordinal()];
  }

  void add(Dependency which, long[] events) {
    int index = which.ordinal();
    predecessors[index] = DataflowGraph.union(predecessors[index], events);
  }

  /** A fence: later events are related to what stands in another relation now. */
  void carry(Dependency fence, Dependency what) {
    add(fence, predecessors(what));
  }
}
