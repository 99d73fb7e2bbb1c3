package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Arrays;

/**
 * What section 7 adds to Algorithm 1 of {@link ReadsFromExploration}: an operation that reads and
 * writes could come in front of another one and read what that reads. A read-modify-write is then
 * reversed with the other, a lock takes its place.
 */
final class RmwReversal {
  private final Machine machine;
  private final Execution execution;
  private final Hypothesis hypothesis;
  private final ChangedOperation operation;
  private final SummandSets summandSets;
  private final SchedulesByPrefix schedulesByPrefix;
  private final GetWitness getWitness;

  RmwReversal(
      Execution execution,
      ChangedOperation operation,
      SummandSets summandSets,
      SchedulesByPrefix schedulesByPrefix,
      GetWitness getWitness) {
    this.machine = execution.machine;
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.operation = operation;
    this.summandSets = summandSets;
    this.schedulesByPrefix = schedulesByPrefix;
    this.getWitness = getWitness;
  }

  /** The event e could come before r and read what r reads. */
  void consider(int r, int e) {
    if (!isRival(r, e)) {
      return;
    }
    boolean byReader = schedulesByPrefix.isByReader(r);
    if (isNext(r, e)
        || (byReader ? Hypothesis.isLock(hypothesis.operation(e)) : machine.mayBlock(e))) {
      operation.take(e);
      precede(r);
    }
  }

  private boolean isRival(int r, int e) {
    return execution.reads(e)
        && execution.thread(e) != execution.thread(r)
        && (execution.writes(r)
            ? execution.source(e) != execution.source(r)
            : execution.summands(r).length > 0)
        && !execution.before(r, execution.predecessor(e));
  }

  /** Whether e reads what is there after r has happened, with nothing between them. */
  private boolean isNext(int r, int e) {
    return execution.writes(r)
        ? execution.source(e) == r && execution.summands(e).length == 0
        : execution.source(e) == execution.source(r)
            && Arrays.equals(execution.summands(e), execution.summands(r));
  }

  /** The operation that has been taken could come before r and read what r reads. */
  void precede(int r) {
    if (schedulesByPrefix.isByReader(r)) {
      replace(r);
    } else {
      reverse(r);
    }
  }

  /**
   * eR[src := eW[src := eR.src]], where eW, which has been taken, writes if it reads that. Each of
   * eR's summands becomes one of eW's, or stays with eR.
   */
  private void reverse(int r) {
    for (int[] passed : summandSets.before(operation, execution.summands(r))) {
      int[] kept = SummandSets.without(execution.summands(r), passed);
      if (execution.writes(r) || kept.length > 0) {
        reverse(r, passed, kept);
      }
    }
  }

  private void reverse(int r, int[] passed, int[] kept) {
    Schedules schedules = schedulesByPrefix.of(r);
    int source = execution.source(r);
    long word = execution.sums.content(operation.variable, source, passed);
    if (!operation.isPossible(word) || !operation.writes(word)) {
      return;
    }
    for (int a = 0; a < operation.alternatives(word); a++) {
      if (schedulesByPrefix.isNewEvent(schedules, operation, source, passed, a, kept)) {
        long content = execution.sums.with(kept, operation.after(word, a));
        boolean waits =
            !hypothesis.isPossible(
                hypothesis.operation(r), execution.thread(r), machine.footprint(r), content);
        int reader = waits ? -1 : execution.thread(r);
        reverse(r, schedules, SourceAssignment.reversed(source, passed, a, reader, kept));
      }
    }
  }

  private void reverse(int r, Schedules schedules, SourceAssignment assignment) {
    boolean waits = assignment.reader < 0;
    if (waits && schedulesByPrefix.isKnownToWait(schedules)) {
      return;
    }
    if (!getWitness.isConsistent(assignment)) {
      getWitness.blameAwaits(schedules, assignment, waits ? -1 : execution.predecessor(r));
    } else if (waits) {
      schedulesByPrefix.addWaiting(schedules, execution.thread(r));
    } else {
      schedulesByPrefix.add(schedules, assignment.reader, operation.thread, getWitness.witness());
    }
  }

  /** mark(π) · eL[src := e′L.src], where eL has been taken and r is e′L. */
  private void replace(int r) {
    Schedules schedules = schedulesByPrefix.of(r);
    int source = execution.source(r);
    int[] none = execution.noSummands;
    long word = execution.sums.content(operation.variable, source, none);
    if (operation.isPossible(word)
        && operation.writes(word)
        && schedulesByPrefix.isNewEvent(schedules, operation, source, none, 0, none)) {
      SourceAssignment assignment = SourceAssignment.of(source, none, true, 0);
      if (getWitness.isConsistent(assignment)) {
        schedulesByPrefix.add(schedules, -1, operation.thread, getWitness.witness());
      } else {
        getWitness.blameAwaits(schedules, assignment, -1);
      }
    }
  }
}
