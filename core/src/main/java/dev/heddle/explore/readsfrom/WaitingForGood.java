package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Awaits whose source is "none": finds those that could wait for good, and executions in which all
 * that are said to wait for good do. Beyond the paper of {@link ReadsFromExploration}.
 */
final class WaitingForGood {
  private final Machine machine;
  private final Execution execution;
  private final Trace trace;
  private final Operation operation;
  private final Branchings branchings;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final List<Integer> awaits = new ArrayList<>();

  WaitingForGood(
      Execution execution,
      Trace trace,
      Operation operation,
      Branchings branchings,
      CutBuilder builder,
      WitnessSearch search) {
    this.machine = execution.machine;
    this.execution = execution;
    this.trace = trace;
    this.operation = operation;
    this.branchings = branchings;
    this.builder = builder;
    this.search = search;
  }

  // ---- Who could wait -----------------------------------------------------------------------

  /**
   * An event could wait for good if what does not depend on it can end with a write that keeps it
   * from happening. Awaits behind it in the trace may have to wait, too: they are left out unless
   * they lead to that write.
   */
  void consider(int b) {
    Branching branching = branchings.of(b);
    if (branchings.isKnownToWait(branching)) {
      return;
    }
    operation.take(b);
    boolean waits = canEndWithout(b, Execution.INITIAL);
    int w = execution.lastWrite(operation.variable);
    for (; w >= 0 && !waits; w = execution.previousWrite(w)) {
      waits = canEndWithout(b, w);
    }
    if (waits) {
      branchings.addWaiting(branching, operation.thread);
    }
  }

  private boolean canEndWithout(int b, int w) {
    if (operation.isPossible(execution.content(operation.variable, w))
        || (w >= 0 && execution.before(b, w))) {
      return false;
    }
    builder.clear();
    builder.wantAllBut(b);
    for (int i = 0; i < execution.length(); i++) {
      int c = execution.at(i);
      if (execution.isAwait(c)
          && branchings.place(c) > branchings.place(b)
          && (w < 0 || !execution.before(c, w))) {
        builder.unwant(c);
      }
    }
    return canEndWith(w);
  }

  /** Whether w can be the last write of what is wanted. */
  private boolean canEndWith(int w) {
    int x = operation.variable;
    for (int t = 0; t < execution.stride; t++) {
      int own = execution.latestWrite(x, t, builder.wanted(t));
      if (own >= 0 && own != w && (w < 0 || execution.before(w, own))) {
        return false;
      }
    }
    for (int e = execution.lastAccess(x); e >= 0; e = execution.previousAccess[e]) {
      if (execution.reads(e)
          && execution.source[e] != w
          && e != w
          && execution.before(w, e)
          && builder.isWanted(e)) {
        return false; // by R1, its source comes after w
      }
    }
    builder.take(1, 0);
    int end = builder.add(execution.stride, x, false, 0, builder.local(w));
    builder.seal();
    return search.isConsistent(builder.cut, end);
  }

  /**
   * A schedule is inconsistent with the prefix; it may be so only because of awaits in the prefix
   * that must wait. Takes these away from what is wanted.
   *
   * @param kept events that the schedule wants together with their past
   * @return whether there are any
   */
  boolean unwantAwaits(Branching branching, int... kept) {
    awaits.clear();
    for (int i = 0; i < execution.length(); i++) {
      int b = execution.at(i);
      if (execution.isAwait(b)
          && branchings.isUnmarked(b)
          && branchings.place(b) < branching.base
          && !leadsToAny(b, kept)
          && !branchings.isKnownToWait(branchings.of(b))) {
        awaits.add(b);
      }
    }
    builder.wantPrefix(branching);
    for (int event : kept) {
      builder.want(event);
    }
    awaits.forEach(builder::unwant);
    return !awaits.isEmpty();
  }

  private boolean leadsToAny(int b, int[] events) {
    for (int event : events) {
      if (execution.before(b, event)) {
        return true;
      }
    }
    return false;
  }

  /** If the cut without these awaits is consistent, they must be tried as waiting for good. */
  void blameAwaits() {
    if (search.isConsistent(builder.cut, Integer.MAX_VALUE)) {
      awaits.forEach(b -> branchings.addWaiting(branchings.of(b), execution.thread(b)));
    }
  }

  // ---- Whether all wait in the end ----------------------------------------------------------

  /**
   * An execution of the whole trace at whose end all waiting operations wait, or null if there is
   * none.
   */
  int[] end() {
    return end(new ArrayList<>(), 0);
  }

  private int[] end(List<int[]> ends, int from) {
    int t = from;
    while (t < machine.threads() && trace.waitsAt(t) < 0) {
      t++;
    }
    if (t == machine.threads()) {
      return endWith(ends);
    }
    operation.takePending(t);
    int x = operation.variable;
    for (int[] end : ends) {
      if (end[0] == x) {
        return operation.isPossible(execution.content(x, end[1])) ? null : end(ends, t + 1);
      }
    }
    int w = execution.lastWrite(x);
    do {
      operation.takePending(t);
      if (!operation.isPossible(execution.content(x, w))) {
        ends.add(new int[] {x, w});
        int[] found = end(ends, t + 1);
        if (found != null) {
          return found;
        }
        ends.remove(ends.size() - 1);
      }
      w = w < 0 ? -2 : execution.previousWrite(w);
    } while (w >= 0 || (w == Execution.INITIAL && execution.lastWrite(x) < 0));
    return null;
  }

  private int[] endWith(List<int[]> ends) {
    builder.clear();
    for (int t = 0; t < machine.threads(); t++) {
      if (execution.count(t) > 0) {
        builder.want(execution.event(t, execution.count(t)));
      }
    }
    builder.take(ends.size(), 0);
    int size = builder.cut.size;
    for (int i = 0; i < ends.size(); i++) {
      int[] end = ends.get(i);
      builder.add(execution.stride + i, end[0], false, 0, builder.local(end[1]));
    }
    builder.seal();
    return search.isConsistent(builder.cut, size) ? builder.steps(search.witness(), size) : null;
  }
}
