package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.SaturatedHappensBefore;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import java.util.Arrays;

/**
 * Finds most sources that an operation cannot have before a cut is taken: cycles of one or two
 * steps by R1 and R2 of {@link SaturatedHappensBefore}, seen in the clocks of the execution. Sound:
 * what it finds is inconsistent. It leaves the rest to {@link WitnessSearch}.
 */
final class QuickRefutation {
  private final Execution execution;
  private final ChangedOperation operation;
  private final CutBuilder wanted;

  /** How many events of each thread come before those that are asked about. */
  private int[] past = new int[8];

  QuickRefutation(Execution execution, ChangedOperation operation, CutBuilder wanted) {
    this.execution = execution;
    this.operation = operation;
    this.wanted = wanted;
  }

  /** Whether what is wanted is inconsistent with a change of the operation that has been taken. */
  boolean prevent(SourceAssignment assignment) {
    int w = assignment.source;
    if ((assignment.writes && isTaken(w)) || (w >= 0 && isStale(w))) {
      return true;
    }
    return !execution.accesses.hasAdditions(operation.variable)
        && ((w >= 0 && isPrecededByHiding(w)) || isOverwritten(w));
  }

  /** Whether another read-modify-write comes right behind w, as the operation would. */
  private boolean isTaken(int w) {
    int next = wanted.nextWrite(operation.variable, w);
    return next >= 0
        && execution.source(next) == w
        && !execution.accesses.hasAdditions(operation.variable);
  }

  /**
   * Whether somebody reads, after w, what must come before w: by R1, all writes that happen before
   * the operation do, and by R2 those who read from them.
   */
  private boolean isStale(int w) {
    for (int t = 0; t < execution.stride(); t++) {
      int e = execution.accesses.lastAccess(operation.variable, t);
      for (; e >= 0 && execution.before(w, e); e = execution.accesses.previousOwnAccess(e)) {
        int source = execution.source(e);
        if (wanted.isWanted(e)
            && e != w
            && source != w
            && source != Execution.NOT_READING
            && (source == Execution.INITIAL || execution.before(source, operation.predecessor))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether what happens after w reads what is overwritten before w: by R1, all writes that happen
   * before the operation come before w, and with them what happens before those.
   */
  private boolean isPrecededByHiding(int w) {
    beginPast();
    for (int t = 0; t < execution.stride(); t++) {
      int hiding = operation.hidingWrite(t, execution.noSummands);
      if (hiding >= 0 && hiding != w) {
        addToPast(hiding);
      }
    }
    return leadsToOverwritten(w);
  }

  /**
   * Whether what must come after the operation, because it happens after a write behind w, reads
   * what is overwritten before the operation.
   */
  private boolean isOverwritten(int w) {
    beginPast();
    addToPast(operation.predecessor);
    for (int t = 0; t < execution.stride(); t++) {
      if (leadsToOverwritten(nextWanted(w, t))) {
        return true;
      }
    }
    return false;
  }

  private void beginPast() {
    if (past.length < execution.stride()) {
      past = new int[2 * execution.stride()];
    }
    Arrays.fill(past, 0, execution.stride(), 0);
  }

  private void addToPast(int e) {
    for (int t = 0; t < execution.stride(); t++) {
      past[t] = Math.max(past[t], execution.clock(e, t));
    }
  }

  /** The first write of a thread that happens after w, if it is wanted; otherwise -1. */
  private int nextWanted(int w, int t) {
    int next = -1;
    int own = execution.accesses.lastWrite(operation.variable, t);
    while (own >= 0 && own != w && (w < 0 || execution.before(w, own))) {
      next = own;
      own = execution.accesses.previousOwnWrite(own);
    }
    return next >= 0 && wanted.isWanted(next) ? next : -1;
  }

  /** Whether a write or what happens after it reads what the past does not leave to it. */
  private boolean leadsToOverwritten(int write) {
    for (int t = 0; t < execution.stride() && write >= 0; t++) {
      for (int i = wanted.wanted(t); i > 0; i--) {
        int e = execution.event(t, i);
        if (!execution.before(write, e)) {
          break;
        }
        if (execution.reads(e)
            && !execution.accesses.hasAdditions(execution.location(e))
            && (isOverwrittenInPast(e) || (isReadFromPast(e) && isOverwrittenAfter(write, e)))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether what an event reads is overwritten in the past, after its source. */
  private boolean isOverwrittenInPast(int e) {
    int source = execution.source(e);
    for (int t = 0; t < execution.stride(); t++) {
      int latest = execution.accesses.latestWrite(execution.location(e), t, past[t]);
      if (latest >= 0
          && latest != e
          && latest != source
          && (source < 0 || execution.before(source, latest))) {
        return true;
      }
    }
    return false;
  }

  private boolean isReadFromPast(int e) {
    int source = execution.source(e);
    return source >= 0 && execution.index(source) <= past[execution.thread(source)];
  }

  /** Whether an event reads a variable that is overwritten after a write and before the event. */
  private boolean isOverwrittenAfter(int write, int e) {
    int x = execution.location(e);
    int before = execution.predecessor(e);
    for (int t = 0; t < execution.stride(); t++) {
      int latest = execution.accesses.latestWrite(x, t, execution.clock(before, t));
      if (latest >= 0 && execution.before(write, latest)) {
        return true;
      }
    }
    return false;
  }
}
