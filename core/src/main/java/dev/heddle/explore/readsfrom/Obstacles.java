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

  /** Whether what is wanted is inconsistent with a change of the operation that has been taken. */
  boolean prevent(Change change) {
    int w = change.source;
    return (change.writes && isTaken(w)) || (w >= 0 && isStale(w)) || isOverwritten(w);
  }

  /** Whether another read-modify-write comes right behind w, as the operation would. */
  private boolean isTaken(int w) {
    int next = wanted.nextWrite(operation.variable, w);
    return next >= 0 && execution.source[next] == w && !execution.hasAdditions(operation.variable);
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
   * Whether what must come after the operation, because it happens after a write behind w, reads
   * what is overwritten before the operation.
   */
  private boolean isOverwritten(int w) {
    if (execution.hasAdditions(operation.variable)) {
      return false;
    }
    if (w >= 0) {
      return leadsToOverwritten(nextWanted(w, execution.thread(w)));
    }
    for (int t = 0; t < execution.stride; t++) {
      if (leadsToOverwritten(nextWanted(w, t))) {
        return true;
      }
    }
    return false;
  }

  /** The first write of a thread behind one of its own, or behind the initial value; or -1. */
  private int nextWanted(int w, int t) {
    int next = -1;
    int own = execution.lastWrite(operation.variable, t);
    for (; own != w; own = execution.previousOwnWrite(own)) {
      next = own;
    }
    return next >= 0 && wanted.isWanted(next) ? next : -1;
  }

  /**
   * Whether what happens after a write reads something that is overwritten before the operation.
   */
  private boolean leadsToOverwritten(int write) {
    for (int t = 0; t < execution.stride && write >= 0; t++) {
      for (int i = wanted.wanted(t); i > 0; i--) {
        int e = execution.event(t, i);
        if (!execution.before(write, e)) {
          break;
        }
        if (execution.reads(e) && readsOverwritten(e)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether what an event reads is overwritten before the operation: by the thread that wrote it,
   * or by anybody if it is the initial value.
   */
  private boolean readsOverwritten(int e) {
    int source = execution.source[e];
    if (execution.hasAdditions(execution.location[e])) {
      return false;
    }
    if (source >= 0) {
      return isOverwritten(e, execution.thread(source), execution.index[source]);
    }
    for (int t = 0; t < execution.stride; t++) {
      if (isOverwritten(e, t, 0)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread, behind its first events, overwrites what e reads before the operation. */
  private boolean isOverwritten(int e, int t, int first) {
    int seen = execution.clock(operation.predecessor, t);
    int latest = seen <= first ? -1 : execution.latestWrite(execution.location[e], t, seen);
    return latest >= 0 && latest != e && execution.index[latest] > first;
  }
}
