package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * eR[src := eW]: lines 7 to 11 of Algorithm 1 of {@link ReadsFromExploration} for an operation and
 * a write that it could read from, perhaps with additions.
 */
final class SourceChange {
  private final Execution execution;
  private final ChangedOperation operation;
  private final SummandSets summandSets;
  private final SchedulesByPrefix schedulesByPrefix;
  private final GetWitness getWitness;

  SourceChange(
      Execution execution,
      ChangedOperation operation,
      SummandSets summandSets,
      SchedulesByPrefix schedulesByPrefix,
      GetWitness getWitness) {
    this.execution = execution;
    this.operation = operation;
    this.summandSets = summandSets;
    this.schedulesByPrefix = schedulesByPrefix;
    this.getWitness = getWitness;
  }

  /** Whether it is new that an event could read from a write; from now on it is not. */
  boolean isNew(int r, int w) {
    return schedulesByPrefix.isNewSource(schedulesByPrefix.of(r), w, execution.noSummands, 0);
  }

  /** An event, whose operation has been taken, could read from a write, which is new. */
  void consider(int r, int w) {
    if (operation.mayRead(w)) {
      schedule(schedulesByPrefix.of(r), w, execution.noSummands);
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
      if (w != execution.source(r) || !Arrays.equals(summands, execution.summands(r))) {
        scheduleNew(schedulesByPrefix.of(r), w, summands);
      }
    }
  }

  /** The operation that has been taken, which waits, could read from a write. */
  void considerWaiting(Schedules schedules, int w) {
    for (int[] summands : summandSets.of(operation, w, -1)) {
      scheduleNew(schedules, w, summands);
    }
  }

  private void scheduleNew(Schedules schedules, int w, int[] summands) {
    if (schedulesByPrefix.isNewSource(schedules, w, summands, 0)) {
      schedule(schedules, w, summands);
    }
  }

  /** eR[src := eW] · mark(π) for the operation that has been taken, if it may be. */
  private void schedule(Schedules schedules, int w, int[] summands) {
    boolean writes = false;
    if (!operation.isLoad()) {
      long word = execution.sums.content(operation.variable, w, summands);
      if (!operation.isPossible(word)) {
        return;
      }
      writes = operation.writes(word);
    }
    schedulesByPrefix.want(schedules, w, summands);
    SourceAssignment assignment = SourceAssignment.of(w, summands, writes, 0);
    if (getWitness.isConsistent(assignment)) {
      schedulesByPrefix.add(schedules, operation.thread, -1, getWitness.witness());
    } else {
      getWitness.blameAwaits(schedules, assignment, -1);
    }
  }
}
