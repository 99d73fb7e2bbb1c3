package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * eR[src := eW]: lines 7 to 11 of Algorithm 1 of {@link ReadsFromExploration} for an operation and
 * a write that it could read from, perhaps with additions.
 */
final class SourceChange {
  private final Execution execution;
  private final Operation operation;
  private final SummandSets summandSets;
  private final Branchings branchings;
  private final ChangedCuts cuts;

  SourceChange(
      Execution execution,
      Operation operation,
      SummandSets summandSets,
      Branchings branchings,
      ChangedCuts cuts) {
    this.execution = execution;
    this.operation = operation;
    this.summandSets = summandSets;
    this.branchings = branchings;
    this.cuts = cuts;
  }

  /** Whether it is new that an event could read from a write; from now on it is not. */
  boolean isNew(int r, int w) {
    return branchings.isNewSource(branchings.of(r), w, execution.noSummands, 0);
  }

  /** An event, whose operation has been taken, could read from a write, which is new. */
  void consider(int r, int w) {
    if (operation.mayRead(w)) {
      schedule(branchings.of(r), w, execution.noSummands);
    }
  }

  /**
   * An event, whose operation has been taken, could read from another write, or from the same with
   * other additions.
   *
   * @param needed an addition that it has to read, too; or -1
   */
  void considerSets(int r, int w, int needed) {
    for (int[] summands : summandSets.of(operation, w, needed)) {
      if (w != execution.source[r] || !Arrays.equals(summands, execution.summands[r])) {
        scheduleNew(branchings.of(r), w, summands);
      }
    }
  }

  /** The operation that has been taken, which waits, could read from a write. */
  void considerWaiting(Branching branching, int w) {
    for (int[] summands : summandSets.of(operation, w, -1)) {
      scheduleNew(branching, w, summands);
    }
  }

  private void scheduleNew(Branching branching, int w, int[] summands) {
    if (branchings.isNewSource(branching, w, summands, 0)) {
      schedule(branching, w, summands);
    }
  }

  /** eR[src := eW] · mark(π) for the operation that has been taken, if it may be. */
  private void schedule(Branching branching, int w, int[] summands) {
    boolean writes = false;
    if (!operation.isLoad()) {
      long word = execution.sums.content(operation.variable, w, summands);
      if (!operation.isPossible(word)) {
        return;
      }
      writes = operation.writes(word);
    }
    branchings.want(branching, w, summands);
    Change change = Change.of(w, summands, writes, 0);
    if (cuts.isConsistent(change)) {
      branchings.add(branching, operation.thread, -1, cuts.witness());
    } else {
      cuts.blameAwaits(branching, change, -1);
    }
  }
}
