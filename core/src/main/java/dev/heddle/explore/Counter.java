package dev.heddle.explore;

import dev.heddle.machine.ExecutionView;

/** Counts the executions that one thread explores, and tells the {@link Tally} now and then. */
public final class Counter {
  /** Where the counts are: with so much room around that no cache line has those of two threads. */
  private static final int COMPLETE = 16;

  private static final int BLOCKED = 17;

  private final Tally tally;

  /** How many executions are counted before they are told. */
  private final int batch;

  private final long[] counts = new long[32];

  Counter(Tally tally, int batch) {
    this.tally = tally;
    this.batch = batch;
  }

  /** Takes in a maximal execution; false if the exploration shall end with it. */
  public boolean count(ExecutionView execution) {
    boolean isComplete = execution.isComplete();
    counts[isComplete ? COMPLETE : BLOCKED]++;
    boolean isOrdinary =
        isComplete
            && !execution.hasFailedThread()
            && !execution.hasExited()
            && !execution.hasLiveHeap();
    return (isOrdinary || tally.inspect(execution, isComplete))
        && (counts[COMPLETE] + counts[BLOCKED] < batch || goesOn());
  }

  private boolean goesOn() {
    tell();
    return tally.goesOn();
  }

  /** Tells what has been counted. */
  public void tell() {
    tally.add(counts[COMPLETE], counts[BLOCKED]);
    counts[COMPLETE] = 0;
    counts[BLOCKED] = 0;
  }
}
