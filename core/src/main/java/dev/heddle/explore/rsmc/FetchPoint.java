package dev.heddle.explore.rsmc;

import java.util.Arrays;

/**
 * How far a thread has been fetched. A point that the state has published is not changed any more:
 * fetching goes on with a copy, and going back is taking the former one.
 */
final class FetchPoint {
  static final int NONE = -1;

  final int thread;

  /** The next instruction; λ(t) in the paper. */
  int next;

  /** How many events the thread has. */
  int events;

  /** What each register holds, as a value of the {@link DataflowGraph}. */
  int[] registers;

  /** How often each instruction was the target of a jump back. */
  int[] jumpsBack;

  /** What the next event is related to, by {@link Dependency}. Sets are shared, never changed. */
  final long[][] predecessors;

  /** The load that a conditional store would pair with, or {@link #NONE}. */
  int reservation = NONE;

  /** The choice that must be made before the next instruction, or {@link #NONE}. */
  int choice = NONE;

  /** The condition that must be known before the next instruction, or {@link #NONE}. */
  int condition = NONE;

  /** A loop would go on beyond the bound. */
  boolean cut;

  FetchPoint(int thread, int[] registers, int instructions) {
    this.thread = thread;
    this.registers = registers;
    jumpsBack = new int[instructions + 1];
    predecessors = new long[Dependency.values().length][];
    Arrays.fill(predecessors, new long[0]);
  }

  private FetchPoint(FetchPoint other) {
    thread = other.thread;
    next = other.next;
    events = other.events;
    registers = other.registers.clone();
    jumpsBack = other.jumpsBack.clone();
    predecessors = other.predecessors.clone();
    reservation = other.reservation;
    choice = other.choice;
    condition = other.condition;
    cut = other.cut;
  }

  FetchPoint copy() {
    return new FetchPoint(this);
  }

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
