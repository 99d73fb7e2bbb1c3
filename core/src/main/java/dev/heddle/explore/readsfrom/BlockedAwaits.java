package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import dev.heddle.graph.IntList;
import dev.heddle.machine.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Awaits whose source is "none": finds those that could wait for good, and executions in which all
 * that are said to wait for good do. Beyond the paper of {@link ReadsFromExploration}.
 */
final class BlockedAwaits {
  private final Machine machine;
  private final Execution execution;
  private final Trace trace;
  private final ChangedOperation operation;
  private final SummandSets summandSets;
  private final SchedulesByPrefix schedulesByPrefix;
  private final CutBuilder builder;
  private final WitnessSearch search;

  /** Those in the way of a schedule. */
  private final IntList awaits = new IntList();

  /** Those of the execution. */
  private final IntList all = new IntList();

  /** The awaits behind the one in question. */
  private final IntList later = new IntList();

  /** The event without which all is wanted, or -1. */
  private int wantedWithout = -1;

  BlockedAwaits(
      Execution execution,
      Trace trace,
      ChangedOperation operation,
      SummandSets summandSets,
      SchedulesByPrefix schedulesByPrefix,
      CutBuilder builder,
      WitnessSearch search) {
    this.machine = execution.machine;
    this.execution = execution;
    this.trace = trace;
    this.operation = operation;
    this.summandSets = summandSets;
    this.schedulesByPrefix = schedulesByPrefix;
    this.builder = builder;
    this.search = search;
  }

  // ---- Who could wait -----------------------------------------------------------------------

  /** Finds all events of the execution that could wait for good. */
  void considerAll() {
    all.truncate(0);
    for (int place = 0; place < execution.length(); place++) {
      int e = execution.at(place);
      if (execution.isAwait(e)) {
        all.add(e);
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (schedulesByPrefix.isUnmarked(all.get(i))) {
        consider(all.get(i));
      }
    }
  }

  /**
   * An event could wait for good if what does not depend on it can end with a write that keeps it
   * from happening. Awaits behind it in the trace may have to wait, too: they are left out unless
   * they lead to that write.
   */
  private void consider(int b) {
    Schedules schedules = schedulesByPrefix.of(b);
    if (schedulesByPrefix.isKnownToWait(schedules)) {
      return;
    }
    operation.take(b);
    findLater(b);
    boolean waits = canEndWithout(b, Execution.INITIAL);
    int w = execution.accesses.lastWrite(operation.variable);
    for (; w >= 0 && !waits; w = execution.accesses.previousWrite(w)) {
      waits = canEndWithout(b, w);
    }
    if (waits) {
      schedulesByPrefix.addWaiting(schedules, operation.thread);
    }
  }

  private void findLater(int b) {
    wantedWithout = -1;
    later.truncate(0);
    int place = schedulesByPrefix.place(b);
    for (int i = 0; i < all.size(); i++) {
      if (schedulesByPrefix.place(all.get(i)) > place) {
        later.add(all.get(i));
      }
    }
  }

  private boolean canEndWithout(int b, int w) {
    if (w >= 0 && (execution.before(b, w) || execution.adds(w))) {
      return false;
    }
    if (!execution.accesses.hasAdditions(operation.variable)) {
      return canEndWithout(b, w, execution.noSummands);
    }
    wantWithout(b, w, execution.noSummands);
    int[] most = new int[execution.stride()];
    Arrays.setAll(most, operation::countNotAfter);
    for (int[] summands : summandSets.atTheEnd(operation.variable, w, builder, most)) {
      if (canEndWithout(b, w, summands)) {
        return true;
      }
    }
    return false;
  }

  private boolean canEndWithout(int b, int w, int[] summands) {
    if (operation.isPossible(execution.sums.content(operation.variable, w, summands))) {
      return false;
    }
    wantWithout(b, w, summands);
    return canEndWith(w, summands);
  }

  /** Wants what does not depend on b, nor on awaits behind b that do not lead to w or summands. */
  private void wantWithout(int b, int w, int[] summands) {
    if (wantedWithout == b && later.size() == 0) {
      return;
    }
    wantedWithout = b;
    builder.clear();
    builder.wantAllBut(b);
    for (int i = 0; i < later.size(); i++) {
      int c = later.get(i);
      if ((w < 0 || !execution.before(c, w)) && !leadsToAny(c, summands)) {
        builder.unwant(c);
      }
    }
  }

  /** Whether what is wanted can end with the write w and the additions. */
  private boolean canEndWith(int w, int[] summands) {
    int x = operation.variable;
    if (!execution.accesses.hasAdditions(x) && isLastWanted(w, x)) {
      return true; // as it does now
    }
    for (int t = 0; t < execution.stride(); t++) {
      int own = execution.accesses.latestWrite(x, t, builder.wanted(t));
      if (own >= 0
          && own != w
          && (w < 0 || execution.before(w, own))
          && !SummandSets.contains(summands, own)) {
        return false;
      }
    }
    int e = w < 0 ? -1 : execution.accesses.lastAccess(x);
    for (; e >= 0; e = execution.accesses.previousAccess(e)) {
      if (execution.reads(e)
          && execution.source(e) != w
          && e != w
          && execution.before(w, e)
          && builder.isWanted(e)) {
        return false; // by R1, its source comes after w
      }
    }
    builder.take(1, 0);
    int end = builder.add(execution.stride(), x, false, 0, builder.local(w), summands);
    builder.seal();
    return search.isConsistent(builder.cut, end);
  }

  private boolean isLastWanted(int w, int x) {
    int last = execution.accesses.lastWrite(x);
    while (last >= 0 && !builder.isWanted(last)) {
      last = execution.accesses.previousWrite(last);
    }
    return last == w;
  }

  /**
   * A schedule is inconsistent with the prefix; it may be so only because of awaits in the prefix
   * that must wait. Takes these away from what is wanted.
   *
   * @param kept events that the schedule wants together with their past, in several lists
   * @return whether there are any
   */
  boolean unwantAwaits(Schedules schedules, int[]... kept) {
    awaits.truncate(0);
    for (int i = 0; i < execution.length(); i++) {
      int b = execution.at(i);
      if (execution.isAwait(b)
          && schedulesByPrefix.isUnmarked(b)
          && schedulesByPrefix.place(b) < schedules.base
          && !leadsToAnyOf(b, kept)
          && !schedulesByPrefix.isKnownToWait(schedulesByPrefix.of(b))) {
        awaits.add(b);
      }
    }
    builder.wantPrefix(schedules);
    for (int[] events : kept) {
      builder.want(events);
    }
    for (int i = 0; i < awaits.size(); i++) {
      builder.unwant(awaits.get(i));
    }
    return awaits.size() > 0;
  }

  private boolean leadsToAnyOf(int b, int[][] lists) {
    for (int[] events : lists) {
      if (leadsToAny(b, events)) {
        return true;
      }
    }
    return false;
  }

  private boolean leadsToAny(int b, int[] events) {
    for (int event : events) {
      if (execution.before(b, event)) {
        return true;
      }
    }
    return false;
  }

  /** Lets these awaits wait for good: without them, the schedule is consistent. */
  void letAwaitsWait() {
    for (int i = 0; i < awaits.size(); i++) {
      int b = awaits.get(i);
      schedulesByPrefix.addWaiting(schedulesByPrefix.of(b), execution.thread(b));
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

  /** What a variable contains in the end. */
  private static final class End {
    final int variable;
    final int write;
    final int[] summands;

    End(int variable, int write, int[] summands) {
      this.variable = variable;
      this.write = write;
      this.summands = summands;
    }
  }

  private int[] end(List<End> ends, int from) {
    int t = from;
    while (t < machine.threads() && trace.waitsAt(t) < 0) {
      t++;
    }
    if (t == machine.threads()) {
      return endWith(ends);
    }
    operation.takePending(t);
    int x = operation.variable;
    for (End end : ends) {
      if (end.variable == x) {
        return operation.isPossible(content(end)) ? null : end(ends, t + 1);
      }
    }
    for (End end : possibleEnds(x)) {
      operation.takePending(t);
      if (!operation.isPossible(content(end))) {
        ends.add(end);
        int[] found = end(ends, t + 1);
        if (found != null) {
          return found;
        }
        ends.remove(ends.size() - 1);
      }
    }
    return null;
  }

  private long content(End end) {
    return execution.sums.content(end.variable, end.write, end.summands);
  }

  private List<End> possibleEnds(int x) {
    List<End> ends = new ArrayList<>();
    wantAll();
    int[] all = new int[execution.stride()];
    Arrays.setAll(all, execution::count);
    boolean overwritten = false;
    for (int w = execution.accesses.lastWrite(x); w >= 0; w = execution.accesses.previousWrite(w)) {
      if (!execution.adds(w)) {
        overwritten = true;
        addEnds(ends, x, w, all);
      }
    }
    if (!overwritten) {
      addEnds(ends, x, Execution.INITIAL, all);
    }
    return ends;
  }

  private void addEnds(List<End> ends, int x, int w, int[] all) {
    for (int[] summands : summandSets.atTheEnd(x, w, builder, all)) {
      ends.add(new End(x, w, summands));
    }
  }

  private void wantAll() {
    builder.clear();
    for (int t = 0; t < machine.threads(); t++) {
      if (execution.count(t) > 0) {
        builder.want(execution.event(t, execution.count(t)));
      }
    }
  }

  private int[] endWith(List<End> ends) {
    wantAll();
    builder.take(ends.size(), 0);
    int size = builder.cut.size();
    for (int i = 0; i < ends.size(); i++) {
      End end = ends.get(i);
      int source = builder.local(end.write);
      builder.add(execution.stride() + i, end.variable, false, 0, source, end.summands);
    }
    builder.seal();
    return search.isConsistent(builder.cut, size) ? builder.steps(search.witness(), size) : null;
  }
}
