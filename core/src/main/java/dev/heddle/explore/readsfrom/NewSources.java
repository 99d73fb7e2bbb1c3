package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The new-source-detection phase of {@link ReadsFromExploration}: lines 4 to 11 of Algorithm 1, and
 * what section 7 adds for read-modify-writes and locks. Finds for each unmarked event of the trace
 * what else could stand in its place, and schedules it.
 */
final class NewSources {
  private final Machine machine;
  private final Execution execution;
  private final Hypothesis hypothesis;
  private final Trace trace;
  private final CutBuilder builder;
  private final WitnessSearch search;
  private final Runnable pulse;

  /** Where Ê begins in the trace. */
  private int freshPlace;

  /** Where the trace begins to differ from the one before. */
  private int changedPlace;

  // The operation that is looked at.
  private ThreadNode node;
  private int thread;
  private int index;
  private long footprint;
  private int variable;
  private int predecessor;

  private final List<Integer> awaits = new ArrayList<>();

  /**
   * @param pulse what to do before each check of consistency
   */
  NewSources(Execution execution, Trace trace, WitnessSearch search, Runnable pulse) {
    this.pulse = pulse;
    this.machine = execution.machine;
    this.execution = execution;
    this.hypothesis = execution.hypothesis;
    this.trace = trace;
    this.search = search;
    this.builder = new CutBuilder(execution, trace);
  }

  /**
   * Begins lines 4 to 11 for E″, before it is extended.
   *
   * @param branchPlace the place of the event whose source has changed last, or -1; if it writes,
   *     it is a new source itself, and so may be the last event of the trace
   */
  void begin(int branchPlace) {
    freshPlace = trace.length();
    changedPlace = branchPlace < 0 ? 0 : Math.min(branchPlace, freshPlace);
    if (branchPlace >= 0 && !trace.isWaiting(branchPlace)) {
      int changed = eventAt(branchPlace);
      alternatives(changed);
      withOthers(changed);
      if (branchPlace != freshPlace - 1) {
        withOthers(eventAt(freshPlace - 1));
      }
    }
  }

  /**
   * Lines 5 to 11 for the latest event of Ê and all before it. What comes later in Ê does not
   * matter to their schedules: each pair is looked at when its later event has happened.
   */
  void extended() {
    int e = execution.length() - 1;
    alternatives(e);
    withOthers(e);
    if (execution.reads(e) && !isByReader(e)) {
      asReader(e);
    }
  }

  /** Lines 5 to 11 for what threads wait to do at the end of E · Ê. */
  void end() {
    for (int t = 0; t < machine.threads(); t++) {
      if (isPending(t)) {
        pending(t);
      }
    }
    if (execution.hasAwaits()) {
      for (int e = 0; e < execution.length(); e++) {
        if (execution.isAwait(e) && isUnmarked(e)) {
          waitInTheEnd(e);
        }
      }
    }
  }

  /** Gives every event of the trace's first places that may branch its branching. */
  void branchBefore(int places) {
    for (int e = 0; e < execution.length(); e++) {
      if (place(e) < places && isUnmarked(e)) {
        branching(e);
      }
    }
  }

  private int eventAt(int place) {
    int t = trace.thread(place);
    for (int i = execution.count(t); i > 0; i--) {
      if (trace.place(t, i) == place) {
        return execution.event(t, i);
      }
    }
    throw new AssertionError("no event at place " + place);
  }

  private int place(int event) {
    return trace.place(execution.thread(event), execution.index[event]);
  }

  private boolean isUnmarked(int event) {
    return !trace.isMarked(place(event));
  }

  /** Whether a thread waits in front of a lock or an await, or is kept from going on. */
  private boolean isPending(int t) {
    return trace.waitsAt(t) >= 0 || (machine.isBlocked(t) && Hypothesis.isLock(machine.current(t)));
  }

  /** eW ∈ τ for eR ∈ Ê: of each thread, the writes that its past does not hide. */
  private void asReader(int r) {
    int x = execution.location[r];
    int before = execution.predecessor(r);
    for (int t = 0; t < execution.stride; t++) {
      int seen = execution.clock(before, t);
      for (int w = execution.lastWrite(x, t); w >= 0; w = execution.previousOwnWrite(w)) {
        if (!execution.before(r, w)) {
          considerSource(r, w);
          if (execution.index[w] <= seen) {
            break;
          }
        }
      }
    }
    considerSource(r, Execution.INITIAL);
  }

  /** eR ∈ τ for an event that is new as it is now: as a source, and as a rival for one. */
  private void withOthers(int e) {
    int x = execution.location[e];
    if (x < 0) {
      return;
    }
    if (execution.writes[e]) {
      for (int t = 0; t < execution.stride; t++) {
        int seen = execution.clock(e, t);
        for (int r = execution.lastAccess(x, t);
            r >= 0 && execution.index[r] > seen;
            r = execution.previousOwnAccess[r]) {
          if (r != e && execution.reads(r) && isUnmarked(r) && !isByReader(r)) {
            considerSource(r, e);
          }
        }
      }
    }
    if (execution.reads(e)) {
      rivalOf(e);
    }
  }

  /** What an event that reads could have come before: its source, or others if it may wait. */
  private void rivalOf(int e) {
    if (!machine.mayBlock(e)) {
      int r = execution.source[e];
      if (r >= 0 && execution.reads(r) && isUnmarked(r)) {
        considerRival(r, e);
      }
      return;
    }
    int x = execution.location[e];
    int before = execution.predecessor(e);
    for (int t = 0; t < execution.stride; t++) {
      int seen = execution.clock(before, t);
      for (int r = execution.lastAccess(x, t);
          r >= 0 && execution.index[r] > seen;
          r = execution.previousOwnAccess[r]) {
        if (execution.reads(r) && isUnmarked(r)) {
          considerRival(r, e);
        }
      }
    }
  }

  /** Whether an event branches on who reads from its source. */
  private boolean isByReader(int r) {
    Branching known = trace.branching(place(r));
    return known == null ? Hypothesis.isLock(hypothesis.operation(r)) : known.byReader;
  }

  private Branching branching(int r) {
    int place = place(r);
    Branching known = trace.branching(place);
    if (known == null) {
      boolean byReader = Hypothesis.isLock(hypothesis.operation(r));
      long key =
          byReader
              ? execution.history[r]
              : key(execution.historyOf(execution.source[r]), execution.alternative(r));
      known = new Branching(place, byReader, key);
      trace.setBranching(place, known);
    }
    return known;
  }

  private static long key(long historyOfSource, int alternative) {
    return Execution.mix(historyOfSource, alternative);
  }

  private void considerRival(int r, int e) {
    if (!isRival(r, e)) {
      return;
    }
    boolean byReader = isByReader(r);
    if (byReader
        ? execution.source[e] == r || Hypothesis.isLock(hypothesis.operation(e))
        : execution.source[e] == r || machine.mayBlock(e)) {
      take(e);
      if (byReader) {
        replace(r);
      } else {
        reverse(r);
      }
    }
  }

  // ---- The operation that gets another source -----------------------------------------------

  /** Looks at the operation of an event. */
  private void take(int event) {
    node = hypothesis.operation(event);
    thread = execution.thread(event);
    index = execution.index[event];
    footprint = machine.footprint(event);
    variable = execution.location[event];
    predecessor = execution.predecessor(event);
  }

  /** Looks at the operation that a thread is in front of. */
  private void takePending(int t) {
    node = machine.current(t);
    thread = t;
    index = execution.count(t) + 1;
    footprint = machine.pendingFootprint(t);
    variable = execution.locations.of(footprint);
    predecessor = execution.predecessor(t, index);
  }

  private boolean isPossible(long word) {
    return hypothesis.isPossible(node, thread, footprint, word);
  }

  private boolean writes(long word) {
    return hypothesis.writes(node, thread, footprint, word);
  }

  // ---- Another source -----------------------------------------------------------------------

  private void considerSource(int r, int w) {
    if (w != execution.source[r]) {
      take(r);
      if (mayRead(w)) {
        scheduleSource(branching(r), w);
      }
    }
  }

  /** eR[src := eW] · mark(π), if it may be and is new. */
  private void scheduleSource(Branching branching, int w) {
    long word = execution.content(variable, w);
    if (!isPossible(word) || !branching.isNew(key(execution.historyOf(w), 0))) {
      return;
    }
    builder.clear();
    builder.wantPrefix(branching.base);
    builder.want(w);
    if (!isStale(w) && isConsistent(w, writes(word))) {
      branching.add(schedule(branching.base, thread, -1), trace);
    } else if (execution.hasAwaits()) {
      blameAwaits(branching.base, w, writes(word));
    }
  }

  /** MayRead(τ′, eR, eW): no write that happens before eR happens after eW. */
  private boolean mayRead(int w) {
    for (int t = 0; t < execution.stride; t++) {
      int count = execution.clock(predecessor, t);
      if (count > 0) {
        int hiding = execution.latestWrite(variable, t, count);
        if (hiding >= 0 && hiding != w && (w < 0 || execution.before(w, hiding))) {
          return false;
        }
      }
    }
    return true;
  }

  /** GetWitness for what is wanted and the operation, which reads from w. */
  private boolean isConsistent(int w, boolean writes) {
    pulse.run();
    int unchanged = builder.unchanged(variable, w);
    if (w >= 0 && w < unchanged && !isLastBefore(w)) {
      unchanged = w;
    }
    builder.take(0, unchanged);
    builder.add(thread, variable, writes, 0, builder.local(w));
    builder.seal();
    int strict = w < unchanged ? -1 : builder.local(w);
    if (strict >= 0) {
      // By R1, w comes after all writes that happen before the read.
      for (int t = 0; t < execution.stride; t++) {
        int count = execution.clock(predecessor, t);
        int earlier = count == 0 ? -1 : execution.latestWrite(variable, t, count);
        builder.waitFor(strict, t, earlier < 0 || earlier == w ? 0 : execution.index[earlier]);
      }
    }
    if (search.runs(builder.cut, strict)) {
      return true;
    }
    if (unchanged > 0) {
      builder.take(0, 0);
      builder.add(thread, variable, writes, 0, builder.local(w));
      builder.seal();
    }
    builder.knowClocks();
    return search.decideKnown(builder.cut);
  }

  /**
   * Whether somebody in the cut reads, after w, what must come before w: by R1, all writes that
   * happen before the operation do, and by R2 those who read from them.
   */
  private boolean isStale(int w) {
    for (int t = 0; t < execution.stride && w >= 0; t++) {
      int e = execution.lastAccess(variable, t);
      for (; e >= 0 && execution.before(w, e); e = execution.previousOwnAccess[e]) {
        int source = execution.source[e];
        if (isWanted(e)
            && e != w
            && source != w
            && source != Execution.NOT_READING
            && (source == Execution.INITIAL || execution.before(source, predecessor))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether all writes that happen before the operation come before w in the execution. */
  private boolean isLastBefore(int w) {
    for (int t = 0; t < execution.stride; t++) {
      int count = execution.clock(predecessor, t);
      if (count > 0 && execution.latestWrite(variable, t, count) > w) {
        return false;
      }
    }
    return true;
  }

  /**
   * σ and E″ from the cut that has just been found consistent.
   *
   * @param first the thread of the branching event if that comes first, otherwise -1
   * @param last the thread of an event that comes last, or -1
   */
  private Schedule schedule(int base, int first, int last) {
    int size = builder.cut.size;
    int[] sigma = sigma(base, first, last);
    int unmarked = first >= 0 ? 0 : sigma.length - 1;
    return new Schedule(sigma, unmarked, builder.steps(search.witness(), size));
  }

  private int[] sigma(int base, int first, int last) {
    int[] sigma = new int[trace.length() - base + 2];
    int count = 0;
    if (first >= 0) {
      sigma[count++] = first;
    }
    for (int place = base; place < trace.length(); place++) {
      int t = trace.thread(place);
      int wanted = builder.wanted(t);
      if (wanted > 0 && !trace.isWaiting(place) && place <= trace.place(t, wanted)) {
        sigma[count++] = t;
      }
    }
    if (last >= 0) {
      sigma[count++] = last;
    }
    return Arrays.copyOf(sigma, count);
  }

  // ---- Reversal of two read-modify-writes ---------------------------------------------------

  /** Whether e could come before r and read what r reads. */
  private boolean isRival(int r, int e) {
    return execution.writes[r]
        && execution.reads(e)
        && execution.thread(e) != execution.thread(r)
        && execution.source[e] != execution.source[r]
        && !execution.before(r, execution.predecessor(e));
  }

  /** eR[src := eW[src := eR.src]], where eW, which has been taken, writes if it reads that. */
  private void reverse(int r) {
    Branching branching = branching(r);
    int source = execution.source[r];
    long word = execution.content(variable, source);
    if (!isPossible(word) || !writes(word)) {
      return;
    }
    for (int a = 0; a < hypothesis.alternatives(node, footprint, word); a++) {
      if (branching.isNew(key(execution.historyGiven(thread, index, source, a), 0))) {
        reverse(r, branching, a, hypothesis.after(node, thread, footprint, word, a));
      }
    }
  }

  private void reverse(int r, Branching branching, int alternative, long content) {
    boolean waits =
        !hypothesis.isPossible(
            hypothesis.operation(r), execution.thread(r), machine.footprint(r), content);
    if (waits && branching.isKnown(Branching.WAITING)) {
      return;
    }
    int reader = waits ? -1 : execution.thread(r);
    if (!isConsistentRival(branching.base, execution.source[r], alternative, reader)) {
      return;
    }
    if (waits) {
      scheduleWaiting(branching, execution.thread(r));
    } else {
      branching.add(schedule(branching.base, reader, thread), trace);
    }
  }

  /**
   * GetWitness for the prefix, what leads to the taken operation, and the operation, which writes.
   *
   * @param reader the thread whose next event reads from the operation, or -1
   */
  private boolean isConsistentRival(int base, int source, int alternative, int reader) {
    pulse.run();
    builder.clear();
    builder.wantPrefix(base);
    builder.want(predecessor);
    builder.want(source);
    if (builder.wanted(thread) != index - 1) {
      return false; // the prefix has the operation already, with another source
    }
    int unchanged = builder.unchanged(variable, source);
    takeRival(source, alternative, reader, unchanged);
    if (search.runs(builder.cut, -1)) {
      return true;
    }
    if (unchanged > 0) {
      takeRival(source, alternative, reader, 0);
    }
    builder.knowClocks();
    return search.decideKnown(builder.cut);
  }

  private void takeRival(int source, int alternative, int reader, int unchanged) {
    builder.take(0, unchanged);
    int rival = builder.add(thread, variable, true, alternative, builder.local(source));
    if (reader >= 0) {
      // Whether it writes makes no difference: it can come right behind its source.
      builder.add(reader, variable, false, 0, rival);
    }
    builder.seal();
  }

  // ---- Another lock -------------------------------------------------------------------------

  /** mark(π) · eL[src := e′L.src], where eL has been taken and r is e′L. */
  private void replace(int r) {
    Branching branching = branching(r);
    int source = execution.source[r];
    long word = execution.content(variable, source);
    if (isPossible(word)
        && writes(word)
        && branching.isNew(execution.historyGiven(thread, index, source, 0))
        && isConsistentRival(branching.base, source, 0, -1)) {
      branching.add(schedule(branching.base, -1, thread), trace);
    }
  }

  // ---- Threads that wait at the end ---------------------------------------------------------

  /** What a thread waits to do could have come before the one that keeps it from it. */
  private void pending(int t) {
    takePending(t);
    int waitsAt = trace.waitsAt(t);
    int last = execution.lastAccess(variable);
    for (int r = last; r >= 0; r = execution.previousAccess[r]) {
      if (execution.writes[r]
          && execution.reads(r)
          && isUnmarked(r)
          && !execution.before(r, predecessor)
          && execution.thread(r) != t
          && (waitsAt < 0 || waitsAt >= branching(r).base)) {
        if (branching(r).byReader) {
          replace(r);
        } else {
          reverse(r);
        }
      }
    }
    if (waitsAt >= 0) {
      Branching branching = trace.branching(waitsAt);
      for (int w = last; w >= 0; w = execution.previousAccess[w]) {
        if (execution.writes[w]
            && (place(w) >= changedPlace || waitsAt >= freshPlace)
            && mayRead(w)) {
          scheduleSource(branching, w);
        }
      }
      if (waitsAt >= freshPlace && mayRead(Execution.INITIAL)) {
        scheduleSource(branching, Execution.INITIAL);
      }
    }
  }

  // ---- Awaits that could wait for good ------------------------------------------------------

  /** The event could wait for good if all that does not depend on it can end badly for it. */
  private void waitInTheEnd(int b) {
    Branching branching = branching(b);
    if (branching.isKnown(Branching.WAITING)) {
      return;
    }
    take(b);
    builder.clear();
    builder.wantAllBut(b);
    boolean written = false;
    for (int w = execution.lastAccess(variable); w >= 0; w = execution.previousAccess[w]) {
      if (execution.writes[w] && isWanted(w)) {
        written = true;
        if (canEndWith(w)) {
          scheduleWaiting(branching, thread);
          return;
        }
      }
    }
    if (!written && canEndWith(Execution.INITIAL)) {
      scheduleWaiting(branching, thread);
    }
  }

  private boolean isWanted(int e) {
    return execution.index[e] <= builder.wanted(execution.thread(e));
  }

  /** Whether w can be the last write of the cut, and keeps the operation from happening. */
  private boolean canEndWith(int w) {
    if (isPossible(execution.content(variable, w))) {
      return false;
    }
    for (int t = 0; t < execution.stride; t++) {
      int own = execution.latestWrite(variable, t, builder.wanted(t));
      if (own >= 0 && own != w && execution.before(w, own)) {
        return false;
      }
    }
    builder.take(1, 0);
    int end = builder.add(execution.stride, variable, false, 0, builder.local(w));
    builder.seal();
    return search.isConsistent(builder.cut, end);
  }

  private void scheduleWaiting(Branching branching, int t) {
    if (branching.isNew(Branching.WAITING)) {
      builder.clear();
      builder.wantPrefix(branching.base);
      branching.add(new Schedule(new int[] {~t}, 0, builder.steps()), trace);
    }
  }

  /**
   * A source is inconsistent with the prefix; if it were not without some awaits in it, then these
   * must be tried later, when they may find what they do not find here.
   */
  private void blameAwaits(int base, int w, boolean writes) {
    awaits.clear();
    for (int b = 0; b < execution.length(); b++) {
      if (Hypothesis.isAwait(hypothesis.operation(b))
          && isUnmarked(b)
          && place(b) < base
          && !execution.before(b, predecessor)
          && (w < 0 || !execution.before(b, w))
          && !branching(b).isKnown(Branching.WAITING)) {
        awaits.add(b);
      }
    }
    if (awaits.isEmpty()) {
      return;
    }
    builder.clear();
    builder.wantPrefix(base);
    builder.want(w);
    awaits.forEach(builder::unwant);
    builder.take(0, 0);
    builder.add(thread, variable, writes, 0, builder.local(w));
    builder.seal();
    if (search.isConsistent(builder.cut, Integer.MAX_VALUE)) {
      awaits.forEach(b -> scheduleWaiting(branching(b), execution.thread(b)));
    }
  }

  /**
   * An execution of the whole trace at whose end all waiting operations wait, or null if there is
   * none.
   */
  int[] endWaiting() {
    return endWaiting(new ArrayList<>(), 0);
  }

  private int[] endWaiting(List<int[]> ends, int from) {
    int t = from;
    while (t < machine.threads() && trace.waitsAt(t) < 0) {
      t++;
    }
    if (t == machine.threads()) {
      return endWith(ends);
    }
    takePending(t);
    int x = variable;
    for (int[] end : ends) {
      if (end[0] == x) {
        return isPossible(execution.content(x, end[1])) ? null : endWaiting(ends, t + 1);
      }
    }
    int w = execution.lastWrite(x);
    do {
      takePending(t);
      if (!isPossible(execution.content(x, w))) {
        ends.add(new int[] {x, w});
        int[] found = endWaiting(ends, t + 1);
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

  // ---- Alternatives -------------------------------------------------------------------------

  /** The same source and the next alternative. */
  private void alternatives(int e) {
    int alternative = execution.alternative(e) + 1;
    if (alternative >= machine.alternatives(e)) {
      return;
    }
    Branching branching = branching(e);
    if (!branching.isNew(key(execution.historyOf(execution.source[e]), alternative))) {
      return;
    }
    builder.clear();
    builder.wantPrefix(branching.base);
    builder.want(execution.source[e]);
    int[] sigma = sigma(branching.base, execution.thread(e), -1);
    builder.want(e);
    int[] steps = builder.steps();
    int at = 0;
    for (int i = 0; i < e; i++) {
      at += isWanted(i) ? 1 : 0;
    }
    steps[at] = Schedule.step(execution.thread(e), alternative);
    branching.add(new Schedule(sigma, 0, steps), trace);
  }
}
