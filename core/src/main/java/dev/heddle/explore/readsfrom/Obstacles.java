package dev.heddle.explore.readsfrom;

/**
 * Finds most sources that an operation cannot have before a cut is taken: cycles of one or two
 * steps by R1 and R2 of {@link Saturation}, seen in the clocks of the execution. Sound: what it
 * finds is inconsistent. It leaves the rest to {@link WitnessSearch}.
 */
final class Obstacles {
  private final Execution execution;
  private final Operation operation;
  private final CutBuilder wanted;

  Obstacles(Execution execution, Operation operation, CutBuilder wanted) {
    this.execution = execution;
    this.operation = operation;
    this.wanted = wanted;
  }

  /** Whether the operation that has been taken cannot read from w with what is wanted. */
  boolean prevent(int w) {
    return w >= 0 && (isStale(w) || isOverwritten(w));
  }

  /**
   * Whether somebody reads, after w, what must come before w: by R1, all writes that happen before
   * the operation do, and by R2 those who read from them.
   */
  private boolean isStale(int w) {
    for (int t = 0; t < execution.stride; t++) {
      int e = execution.lastAccess(operation.variable, t);
      for (; e >= 0 && execution.before(w, e); e = execution.previousOwnAccess[e]) {
        int source = execution.source[e];
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
   * Whether what must come after the operation, because it happens after the next write behind w,
   * reads what is overwritten before the operation.
   */
  private boolean isOverwritten(int w) {
    if (execution.hasAdditions(operation.variable)) {
      return false;
    }
    int next = nextWanted(w);
    for (int t = 0; t < execution.stride && next >= 0; t++) {
      for (int i = wanted.wanted(t); i > 0; i--) {
        int e = execution.event(t, i);
        if (!execution.before(next, e)) {
          break;
        }
        if (execution.reads(e) && readsOverwritten(e)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The next write to the variable by the thread of w, if it is wanted; or -1. */
  private int nextWanted(int w) {
    int next = -1;
    int own = execution.lastWrite(operation.variable, execution.thread(w));
    for (; own != w; own = execution.previousOwnWrite(own)) {
      next = own;
    }
    return next >= 0 && wanted.isWanted(next) ? next : -1;
  }

  /** Whether the thread of an event's source writes again before the operation. */
  private boolean readsOverwritten(int e) {
    int source = execution.source[e];
    int y = execution.location[e];
    if (source < 0 || execution.hasAdditions(y)) {
      return false;
    }
    int t = execution.thread(source);
    int seen = execution.clock(operation.predecessor, t);
    int latest = seen <= execution.index[source] ? -1 : execution.latestWrite(y, t, seen);
    return latest >= 0 && latest != e && execution.index[latest] > execution.index[source];
  }
}
