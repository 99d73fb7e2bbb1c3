package dev.heddle.explore.readsfrom;

import dev.heddle.explore.overflow.Overflow;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Arrays;
import java.util.Set;

/**
 * The new-source-detection phase of {@link ReadsFromExploration}: lines 4 to 6 of Algorithm 1, and
 * what section 7 adds for read-modify-writes and locks. Finds for each unmarked event of the trace
 * what else could stand in its place; {@link SourceChange}, {@link RmwReversal} and {@link
 * BlockedAwaits} go on from there.
 */
final class NewSources {
  private final Machine machine;
  private final Execution execution;
  private final Trace trace;
  private final ChangedOperation operation;
  private final SchedulesByPrefix schedulesByPrefix;
  private final SourceChange sources;
  private final RmwReversal rmwReversal;
  private final BlockedAwaits waiting;

  /** Where Ê begins in the trace. */
  private int freshPlace;

  /** Where the trace begins to differ from the one before. */
  private int changedPlace;

  /** Events that read and others that they could read from. */
  private int[] readers = new int[64];

  private int[] writes = new int[64];

  /** The additions that they have to read, too; or -1. */
  private int[] additions = new int[64];

  private int candidates;

  /**
   * @param pulse what to do before each check of consistency
   */
  NewSources(
      Execution execution,
      Trace trace,
      WitnessSearch search,
      Runnable pulse,
      Set<Shortcut> shortcuts,
      Overflow overflow) {
    this.machine = execution.machine;
    this.execution = execution;
    this.trace = trace;
    CutBuilder builder = new CutBuilder(execution);
    operation = new ChangedOperation(execution);
    schedulesByPrefix = new SchedulesByPrefix(execution, trace, builder, overflow);
    SummandSets sets = new SummandSets(execution);
    waiting =
        new BlockedAwaits(execution, trace, operation, sets, schedulesByPrefix, builder, search);
    SaturatedPrefixes prefixes = new SaturatedPrefixes(execution, trace);
    GetWitness getWitness =
        new GetWitness(execution, operation, builder, search, prefixes, waiting, pulse, shortcuts);
    sources = new SourceChange(execution, operation, sets, schedulesByPrefix, getWitness);
    rmwReversal = new RmwReversal(execution, operation, sets, schedulesByPrefix, getWitness);
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
      considerCandidates();
    }
  }

  /**
   * Lines 5 to 11 for the latest event of Ê and all before it. What comes later in Ê does not
   * matter to their schedules: each pair is looked at when its later event has happened.
   */
  void extended() {
    int e = machine.latest();
    alternatives(e);
    withOthers(e);
    if (execution.reads(e) && !schedulesByPrefix.isByReader(e)) {
      asReader(e);
    }
    considerCandidates();
  }

  /** Lines 5 to 11 for what threads wait to do at the end of E · Ê. */
  void end() {
    for (int t = 0; t < machine.threads(); t++) {
      if (isPending(t)) {
        pending(t);
      }
    }
    if (execution.hasAwaits()) {
      waiting.considerAll();
    }
  }

  /**
   * An execution of the whole trace at whose end all waiting operations wait, or null if there is
   * none.
   */
  int[] endWaiting() {
    return waiting.end();
  }

  /** Lets a thread wait for good at the end of the trace. */
  void waitForGood(int t) {
    schedulesByPrefix.createWaiting(t);
  }

  /**
   * Gives every event of the first places of the trace that may have schedules an object for them.
   */
  void branchBefore(int places) {
    for (int i = 0; i < execution.length(); i++) {
      int e = execution.at(i);
      if (schedulesByPrefix.place(e) < places && schedulesByPrefix.isUnmarked(e)) {
        schedulesByPrefix.of(e);
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

  /** An event could read from another write; all is prepared first, so that one loop does it. */
  private void candidate(int r, int w) {
    if (w != execution.source(r) || execution.accesses.hasAdditions(execution.location(r))) {
      candidate(r, w, -1);
    }
  }

  private void candidate(int r, int w, int addition) {
    if (candidates == readers.length) {
      readers = Arrays.copyOf(readers, 2 * candidates);
      writes = Arrays.copyOf(writes, 2 * candidates);
      additions = Arrays.copyOf(additions, 2 * candidates);
    }
    readers[candidates] = r;
    writes[candidates] = w;
    additions[candidates++] = addition;
  }

  private void considerCandidates() {
    int taken = -1;
    for (int i = 0; i < candidates; i++) {
      int r = readers[i];
      boolean inSets = execution.accesses.hasAdditions(execution.location(r));
      if (!inSets && !sources.isNew(r, writes[i])) {
        continue;
      }
      if (r != taken) {
        taken = r;
        operation.take(r);
      }
      if (inSets) {
        sources.considerSets(r, writes[i], additions[i]);
      } else {
        sources.consider(r, writes[i]);
      }
    }
    candidates = 0;
  }

  /** The same source and the next alternative. */
  private void alternatives(int e) {
    int alternative = execution.alternative(e) + 1;
    if (alternative < machine.alternatives(e)) {
      schedulesByPrefix.addAlternative(schedulesByPrefix.of(e), e, alternative);
    }
  }

  /**
   * eW ∈ τ for eR ∈ Ê: of each thread, the writes that its past does not hide. If the source is
   * part of its past, it hides all that happens before it.
   */
  private void asReader(int r) {
    int x = execution.location(r);
    int before = execution.predecessor(r);
    int source = execution.source(r);
    boolean hides = source >= 0 && execution.before(source, before);
    for (int t = 0; t < execution.stride(); t++) {
      int seen = execution.clock(before, t);
      int hidden = hides ? execution.clock(source, t) : 0;
      int w = execution.accesses.lastWrite(x, t);
      for (; w >= 0 && execution.index(w) > hidden; w = execution.accesses.previousOwnWrite(w)) {
        if (!execution.before(r, w) && !execution.adds(w)) {
          candidate(r, w);
          if (execution.index(w) <= seen) {
            break;
          }
        }
      }
    }
    candidate(r, hides ? source : Execution.INITIAL);
  }

  /** eR ∈ τ for an event that is new as it is now: as a source, and as a rival for one. */
  private void withOthers(int e) {
    int x = execution.location(e);
    if (x < 0) {
      return;
    }
    if (execution.writes(e)) {
      for (int t = 0; t < execution.stride(); t++) {
        int seen = execution.clock(e, t);
        for (int r = execution.accesses.lastAccess(x, t);
            r >= 0 && execution.index(r) > seen;
            r = execution.accesses.previousOwnAccess(r)) {
          if (r != e
              && execution.reads(r)
              && schedulesByPrefix.isUnmarked(r)
              && !schedulesByPrefix.isByReader(r)) {
            withNew(e, r);
          }
        }
      }
    }
    if (execution.reads(e)) {
      rivalOf(e);
    }
  }

  /** An event could read from a new write, or, if that is an addition, from others with it. */
  private void withNew(int e, int r) {
    if (!execution.adds(e)) {
      candidate(r, e);
      return;
    }
    int w = execution.accesses.lastWrite(execution.location(e));
    for (; w >= 0; w = execution.accesses.previousWrite(w)) {
      if (!execution.adds(w) && !execution.before(r, w)) {
        candidate(r, w, e);
      }
    }
    candidate(r, Execution.INITIAL, e);
  }

  /**
   * What an event that reads could have come before: its source, or others if it may wait or reads
   * additions.
   */
  private void rivalOf(int e) {
    if (!machine.mayBlock(e) && execution.summands(e).length == 0) {
      int r = execution.source(e);
      if (r >= 0 && execution.reads(r) && schedulesByPrefix.isUnmarked(r)) {
        rmwReversal.consider(r, e);
      }
      return;
    }
    int x = execution.location(e);
    int before = execution.predecessor(e);
    for (int t = 0; t < execution.stride(); t++) {
      int seen = execution.clock(before, t);
      for (int r = execution.accesses.lastAccess(x, t);
          r >= 0 && execution.index(r) > seen;
          r = execution.accesses.previousOwnAccess(r)) {
        if (execution.reads(r) && schedulesByPrefix.isUnmarked(r)) {
          rmwReversal.consider(r, e);
        }
      }
    }
  }

  // ---- Threads that wait at the end ---------------------------------------------------------

  /** Whether a thread waits in front of a lock or an await, or is kept from going on. */
  private boolean isPending(int t) {
    return trace.waitsAt(t) >= 0 || (machine.isBlocked(t) && Hypothesis.isLock(machine.current(t)));
  }

  /** What a thread waits to do could have come before the one that keeps it from it. */
  private void pending(int t) {
    operation.takePending(t);
    int waitsAt = trace.waitsAt(t);
    int last = execution.accesses.lastAccess(operation.variable);
    for (int r = last; r >= 0; r = execution.accesses.previousAccess(r)) {
      if (execution.reads(r)
          && (execution.writes(r) || execution.summands(r).length > 0)
          && schedulesByPrefix.isUnmarked(r)
          && !execution.before(r, operation.predecessor)
          && execution.thread(r) != t
          && (waitsAt < 0 || waitsAt >= schedulesByPrefix.of(r).base)) {
        rmwReversal.precede(r);
      }
    }
    if (waitsAt >= 0) {
      Schedules schedules = trace.schedules(waitsAt);
      // An addition can be new to all sources.
      boolean all = waitsAt >= freshPlace || execution.accesses.hasAdditions(operation.variable);
      for (int w = last; w >= 0; w = execution.accesses.previousAccess(w)) {
        if (execution.writes(w)
            && !execution.adds(w)
            && (all || schedulesByPrefix.place(w) >= changedPlace)) {
          sources.considerWaiting(schedules, w);
        }
      }
      if (all) {
        sources.considerWaiting(schedules, Execution.INITIAL);
      }
    }
  }
}
