package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.SaturatedHappensBefore;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;

/**
 * A simple witness for a source that comes too early in the execution: by R1 of {@link
 * SaturatedHappensBefore}, all other writes that happen before the operation come before its
 * source. So the source and what happens after it are put off until behind the last of those writes
 * or, if that is too early, until behind all that happens before the operation. That is inserted in
 * front of the next write behind the source.
 *
 * <p>Sound: nothing that is put off passes an event with which it is in conflict, but for the
 * variable of the operation. There, what is put off reads only from what is put off, and nobody who
 * comes later reads from what is passed. That no other read-modify-write has the source is for
 * {@link QuickRefutation} to see. Not complete: in all other cases {@link WitnessSearch} has to
 * find another order.
 */
final class Postponement {
  private final Execution execution;
  private final ChangedOperation operation;
  private final CutBuilder wanted;

  private int source;

  /** The place of the source, and the last place whose event may have to come before it. */
  private int begin;

  private int last;

  /** The write in front of which the operation is inserted, or -1; and its place, or the end. */
  private int next;

  private int place;

  private final Conflicts conflicts;

  Postponement(Execution execution, ChangedOperation operation, CutBuilder wanted) {
    this.execution = execution;
    this.operation = operation;
    this.wanted = wanted;
    this.conflicts = new Conflicts(execution);
  }

  /** Whether this is a witness for a change of the operation that has been taken. */
  boolean isPossible(SourceAssignment assignment) {
    source = assignment.source;
    begin = execution.place(source);
    if (source < 0 || execution.accesses.hasAdditions(operation.variable)) {
      return false;
    }
    int beforeReader = wanted.predecessor(assignment.reader);
    int hiding = operation.latestHiding();
    int latest = Math.max(execution.place(operation.predecessor), execution.place(beforeReader));
    return isPossible(hiding, beforeReader)
        || (latest > hiding && isPossible(latest, beforeReader));
  }

  /** Whether it is one if the source is put off until behind a place. */
  private boolean isPossible(int until, int beforeReader) {
    last = until;
    if (last <= begin || isReadLater() || !canPass()) {
      return false;
    }
    place = next < 0 ? execution.length() : execution.place(next);
    return comesBeforeNext(operation.predecessor) && comesBeforeNext(beforeReader);
  }

  /** Whether a wanted event reads, behind all that is put off, from a write that is passed. */
  private boolean isReadLater() {
    int write = execution.accesses.lastWrite(operation.variable);
    while (execution.place(write) > last || !wanted.isWanted(write)) {
      write = execution.accesses.previousWrite(write);
    }
    if (execution.before(source, write)) {
      return false;
    }
    int e = execution.accesses.lastAccess(operation.variable);
    while (execution.place(e) > last) {
      if (wanted.isWanted(e) && execution.source(e) == write) {
        return true;
      }
      e = execution.accesses.previousAccess(e);
    }
    return false;
  }

  /** Whether all that is to be put off can pass the others; finds the next write behind. */
  private boolean canPass() {
    conflicts.clear();
    next = -1;
    for (int i = begin; i <= last; i++) {
      int e = execution.at(i);
      if (wanted.isWanted(e) && !canPassOrBePassed(e)) {
        return false;
      }
    }
    int later = next < 0 ? execution.accesses.lastWrite(operation.variable) : -1;
    for (; execution.place(later) > last; later = execution.accesses.previousWrite(later)) {
      next = wanted.isWanted(later) ? later : next;
    }
    return true;
  }

  private boolean canPassOrBePassed(int e) {
    boolean isPutOff = execution.before(source, e);
    if (execution.location(e) != operation.variable) {
      if (isPutOff) {
        conflicts.add(e);
      }
      return isPutOff || !conflicts.isWith(e);
    }
    if (isPutOff && execution.writes(e) && e != source && next < 0) {
      next = e;
    }
    return !isPutOff || !execution.reads(e) || execution.before(source, execution.source(e));
  }

  /** Whether an event that happens before what is inserted comes before it. */
  private boolean comesBeforeNext(int e) {
    boolean isPassed = execution.place(e) <= last && !execution.before(source, e);
    return isPassed || execution.place(e) < place;
  }

  /** The witness, as steps of the machine. */
  int[] steps(SourceAssignment assignment) {
    int[] steps = new int[wanted.size() + assignment.events()];
    int count = wanted.copySteps(0, begin, steps, 0);
    count = copySteps(false, begin, last + 1, steps, count);
    count = copySteps(true, begin, Math.min(place, last + 1), steps, count);
    count = wanted.copySteps(last + 1, place, steps, count);
    count = assignment.putSteps(operation, steps, count);
    count = copySteps(true, place, last + 1, steps, count);
    wanted.copySteps(Math.max(place, last + 1), execution.length(), steps, count);
    return steps;
  }

  /** Copies the steps of what is put off between two places, or of what it passes there. */
  private int copySteps(boolean putOff, int from, int to, int[] steps, int at) {
    int count = at;
    for (int i = from; i < to; i++) {
      int e = execution.at(i);
      if (wanted.isWanted(e) && execution.before(source, e) == putOff) {
        steps[count++] = execution.step(e);
      }
    }
    return count;
  }
}
