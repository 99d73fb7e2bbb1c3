package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Rearrangement;
import java.util.Arrays;

/**
 * The execution E that a machine is in, with the relation happens-before, [≤τ ∪ rf]⁺: the order of
 * each thread, starts and ends of threads, and reads after the writes they read from. An event is
 * known across executions as (thread, index), the index counted from 1. It keeps its number from
 * one execution to the next if it has the same past in both ({@link ExecutionSwitch}).
 *
 * <p>An addition writes without reading. What an event reads from is the last write before it that
 * is no addition, and the additions since then: its source and its summands.
 */
final class Execution {
  /** The source of an event that reads what no event wrote. */
  static final int INITIAL = -1;

  /** The source of an event that does not read. */
  static final int NOT_READING = -2;

  /** So few threads do not get more room than they need, for all of it is looked at often. */
  private static final int FEW_THREADS = 16;

  /**
   * The summands of an event that reads what one event wrote, or does not read. Every execution has
   * its own: searches in different threads would look at a common one at every event, and wait for
   * its cache line whenever one of them writes to what happens to lie beside it.
   */
  final int[] noSummands = {};

  final Machine machine;
  final Hypothesis hypothesis;
  final Locations locations = new Locations();
  final Fingerprints fingerprints;
  private final Refusals refusals;
  final Summands sums;
  private final ExecutionSwitch executionSwitch;

  /** Clock of event e: {@code clocks[e * stride + t]} events of thread t are before or equal e. */
  int[] clocks = new int[64 * 4];

  int stride = 2;

  int[] index = new int[64];

  /** The variable that an event accesses, or -1. */
  int[] location = new int[64];

  /** The event that an event reads from, {@link #INITIAL} or {@link #NOT_READING}. */
  int[] source = new int[64];

  /** The additions to its source that an event reads, by thread and index. */
  int[][] summands = new int[64][];

  boolean[] writes = new boolean[64];

  /** Whether an event adds to what is there and reads nothing. */
  boolean[] adds = new boolean[64];

  /** Beside its thread's order and its source, what an event comes after: a start or end; or -1. */
  int[] after = new int[64];

  /** The access before an event to its variable, and the write before it to it; or -1. */
  int[] previousAccess = new int[64];

  private int[] previousWrite = new int[64];

  private int[] previousOwnWrite = new int[64];

  /** The access before an event to its variable by the same thread, or -1. */
  int[] previousOwnAccess = new int[64];

  /** Each event as a step of the machine. */
  int[] steps = new int[64];

  /** Events from this place on can be moved without performing them again. */
  private int movableFrom;

  /** The same as it was before each event. */
  private int[] movableBefore = new int[64];

  /** How often the machine has given events new numbers. */
  private int numberings;

  /** Which of the events may have to wait for others and are no locks, and how many. */
  private boolean[] await = new boolean[64];

  private int awaits;

  // Threads.
  private int[][] events = new int[4][16];
  private int[] count = new int[4];

  // Variables.
  private int[] lastAccess = new int[32];
  private int[] lastWrite = new int[32];
  private int[] additions = new int[32];
  private int[][] lastOwnWrite = new int[32][];
  private int[][] lastOwnAccess = new int[32][];

  private int knownLocations;

  Execution(Machine machine) {
    this.machine = machine;
    this.hypothesis = new Hypothesis(machine);
    this.executionSwitch = new ExecutionSwitch(this);
    this.sums = new Summands(this);
    this.fingerprints = new Fingerprints(this);
    this.refusals = new Refusals(this);
  }

  // ---- The relation -------------------------------------------------------------------------

  int length() {
    return machine.length();
  }

  /** The event at a place of E. */
  int at(int place) {
    return machine.event(place);
  }

  /** The place of an event in E; what is no event comes before all. */
  int place(int event) {
    return event < 0 ? -1 : machine.place(event);
  }

  /** Numbers of events are below. */
  int capacity() {
    return index.length;
  }

  int thread(int event) {
    return machine.thread(event);
  }

  boolean reads(int event) {
    return source[event] != NOT_READING;
  }

  /** How many events a thread has. */
  int count(int thread) {
    return thread < count.length ? count[thread] : 0;
  }

  /** The event of a thread with that index. */
  int event(int thread, int ofIndex) {
    return events[thread][ofIndex];
  }

  int clock(int event, int thread) {
    return event < 0 ? 0 : clocks[event * stride + thread];
  }

  /** Whether e happens before the other event or is it. */
  boolean before(int e, int other) {
    return other >= 0 && clocks[other * stride + thread(e)] >= index[e];
  }

  /** How many of the first events of a thread neither happen after an event nor are it. */
  int countNotAfter(int e, int thread, int amongFirst) {
    if (amongFirst == 0 || !before(e, events[thread][amongFirst])) {
      return amongFirst;
    }
    int low = 0;
    int high = amongFirst - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (before(e, events[thread][middle])) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }

  /** What comes right before an event in its thread, or else started the thread; or -1. */
  int predecessor(int event) {
    return predecessor(thread(event), index[event]);
  }

  int predecessor(int thread, int ofIndex) {
    return ofIndex > 1 ? events[thread][ofIndex - 1] : machine.spawnedBy(thread);
  }

  /** The latest access to a variable, or -1. */
  int lastAccess(int variable) {
    return variable < knownLocations ? lastAccess[variable] : -1;
  }

  /** The latest write to a variable, or -1. */
  int lastWrite(int variable) {
    return variable < knownLocations ? lastWrite[variable] : -1;
  }

  /** The latest write of a thread to a variable, or -1. */
  int lastWrite(int variable, int thread) {
    int[] own = lastOwnWrite[variable];
    return own == null || thread >= own.length ? -1 : own[thread] - 1;
  }

  int previousOwnWrite(int write) {
    return previousOwnWrite[write];
  }

  /** The write before a write to the same variable, or -1. */
  int previousWrite(int write) {
    return previousWrite[write];
  }

  /** Whether there are additions to a variable. */
  boolean hasAdditions(int variable) {
    return variable < knownLocations && additions[variable] > 0;
  }

  /** The latest write of a thread to a variable among the thread's first {@code count}; or -1. */
  int latestWrite(int variable, int thread, int amongFirst) {
    int[] own = variable < knownLocations ? lastOwnWrite[variable] : null;
    int w = own == null || thread >= own.length ? -1 : own[thread] - 1;
    while (w >= 0 && index[w] > amongFirst) {
      w = previousOwnWrite[w];
    }
    return w;
  }

  /** The latest access of a thread to a variable, or -1. */
  int lastAccess(int variable, int thread) {
    int[] own = variable < knownLocations ? lastOwnAccess[variable] : null;
    return own == null || thread >= own.length ? -1 : own[thread] - 1;
  }

  boolean isAwait(int event) {
    return await[event];
  }

  boolean hasAwaits() {
    return awaits > 0;
  }

  int alternative(int event) {
    return Footprint.alternative(machine.footprint(event));
  }

  // ---- Growing and shrinking ----------------------------------------------------------------

  void step(int thread, int alternative) {
    machine.step(thread, alternative);
    append();
  }

  private void append() {
    int event = machine.latest();
    int thread = machine.thread(event);
    reserve(event);
    int row = event * stride;
    int place = ++count[thread];
    record(thread, place, event);
    index[event] = place;
    int origin = predecessor(thread, place);
    copyClock(origin, row);
    clocks[row + thread] = place;
    after[event] = place == 1 ? origin : -1;
    int joined = machine.joinedBy(event);
    if (joined >= 0) {
      after[event] = count[joined] > 0 ? event(joined, count[joined]) : machine.spawnedBy(joined);
      happensAfter(row, after[event]);
    }
    source[event] = NOT_READING;
    summands[event] = noSummands;
    writes[event] = false;
    adds[event] = false;
    location[event] = -1;
    long footprint = machine.footprint(event);
    if (Footprint.touches(footprint)) {
      if (Footprint.isSection(footprint)) {
        throw refusals.ofSection(event);
      }
      if (Footprint.isRange(footprint)) {
        refusals.checkFree(event, footprint);
      } else {
        access(event, footprint, row);
      }
    }
    int alternative = alternative(event);
    steps[event] = Schedule.step(thread, alternative);
    fingerprints.set(event, thread, origin, joined < 0 ? -1 : after[event], alternative);
    await[event] = Hypothesis.isAwait(hypothesis.operation(event));
    awaits += await[event] ? 1 : 0;
    movableBefore[event] = movableFrom;
    if (!Rearrangement.isPossible(machine)) {
      movableFrom = length();
    }
  }

  private void access(int event, long footprint, int row) {
    int variable = locations.of(footprint);
    reserveLocations();
    location[event] = variable;
    if (Footprint.adds(footprint) && sums.canAdd(event, variable)) {
      adds[event] = true;
    } else if (OperationSemantics.reads(hypothesis.operation(event))) {
      read(event, lastWrite[variable]);
      happensAfter(row, source[event]);
    }
    int thread = machine.thread(event);
    reserveOwn(variable, thread);
    previousOwnAccess[event] = lastOwnAccess[variable][thread] - 1;
    writes[event] = Footprint.writes(footprint);
    if (writes[event]) {
      previousOwnWrite[event] = lastOwnWrite[variable][thread] - 1;
    }
    putIn(event, thread, variable);
    refusals.checkAccess(event, variable);
  }

  /** Finds what an event reads, given the latest write to the variable. */
  private void read(int event, int latest) {
    int w = latest;
    while (w >= 0 && adds[w]) {
      w = previousWrite[w];
    }
    source[event] = w;
    if (w != latest) {
      summands[event] = sums.between(w, latest);
      for (int a : summands[event]) {
        happensAfter(event * stride, a);
      }
    }
  }

  // ---- Another execution --------------------------------------------------------------------

  /** Leads the machine to another execution. */
  void goTo(int[] target) {
    executionSwitch.goTo(target);
  }

  /** Takes over the numbers of events if somebody has made the machine give them new ones. */
  void refresh() {
    if (numberings == machine.numberings()) {
      return;
    }
    numberings = machine.numberings();
    Arrays.fill(count, 0);
    Arrays.fill(lastAccess, 0, knownLocations, -1);
    Arrays.fill(lastWrite, 0, knownLocations, INITIAL);
    Arrays.fill(additions, 0);
    Arrays.fill(lastOwnAccess, null);
    Arrays.fill(lastOwnWrite, null);
    awaits = 0;
    movableFrom = 0;
    executionSwitch.performAgain();
  }

  /** Whether all events from a place on can be moved without performing them again. */
  boolean isMovableFrom(int place) {
    return place >= movableFrom;
  }

  /** Takes back the latest event. */
  void undo() {
    int event = machine.latest();
    takeOut(event);
    machine.undo();
    movableFrom = movableBefore[event];
  }

  /** Makes an event the latest access to its variable. */
  private void putIn(int event, int thread, int variable) {
    lastOwnAccess[variable][thread] = event + 1;
    previousAccess[event] = lastAccess[variable];
    lastAccess[variable] = event;
    additions[variable] += adds[event] ? 1 : 0;
    if (writes[event]) {
      previousWrite[event] = lastWrite[variable];
      lastWrite[variable] = event;
      lastOwnWrite[variable][thread] = event + 1;
    }
  }

  /** Puts an event back that has been taken out, as the latest one. */
  void putIn(int event) {
    int thread = machine.thread(event);
    count[thread]++;
    awaits += await[event] ? 1 : 0;
    if (location[event] >= 0) {
      putIn(event, thread, location[event]);
    }
  }

  /** Takes out the latest event. */
  void takeOut(int event) {
    int thread = machine.thread(event);
    count[thread]--;
    awaits -= await[event] ? 1 : 0;
    int variable = location[event];
    if (variable >= 0) {
      lastAccess[variable] = previousAccess[event];
      lastOwnAccess[variable][thread] = previousOwnAccess[event] + 1;
      additions[variable] -= adds[event] ? 1 : 0;
      if (writes[event]) {
        lastWrite[variable] = previousWrite[event];
        lastOwnWrite[variable][thread] = previousOwnWrite[event] + 1;
      }
    }
  }

  // ---- Room ---------------------------------------------------------------------------------

  private void reserveOwn(int variable, int thread) {
    int[] own = lastOwnWrite[variable];
    if (own == null || thread >= own.length) {
      int needed = Math.max(stride, thread + 1);
      lastOwnWrite[variable] = own == null ? new int[needed] : Arrays.copyOf(own, needed);
      int[] access = lastOwnAccess[variable];
      lastOwnAccess[variable] = own == null ? new int[needed] : Arrays.copyOf(access, needed);
    }
  }

  private void copyClock(int event, int row) {
    if (event >= 0) {
      System.arraycopy(clocks, event * stride, clocks, row, stride);
    } else {
      Arrays.fill(clocks, row, row + stride, 0);
    }
  }

  private void happensAfter(int row, int earlier) {
    if (earlier >= 0) {
      int other = earlier * stride;
      for (int t = 0; t < stride; t++) {
        clocks[row + t] = Math.max(clocks[row + t], clocks[other + t]);
      }
    }
  }

  private void record(int thread, int place, int event) {
    if (place >= events[thread].length) {
      events[thread] = Arrays.copyOf(events[thread], 2 * place);
    }
    events[thread][place] = event;
  }

  private void reserveLocations() {
    int needed = locations.size();
    if (needed > lastAccess.length) {
      growLocations(2 * needed);
    }
    for (; knownLocations < needed; knownLocations++) {
      lastAccess[knownLocations] = -1;
      lastWrite[knownLocations] = INITIAL;
    }
  }

  private void growLocations(int grown) {
    lastAccess = Arrays.copyOf(lastAccess, grown);
    lastWrite = Arrays.copyOf(lastWrite, grown);
    additions = Arrays.copyOf(additions, grown);
    lastOwnWrite = Arrays.copyOf(lastOwnWrite, grown);
    lastOwnAccess = Arrays.copyOf(lastOwnAccess, grown);
  }

  private void reserve(int event) {
    int threads = machine.threads();
    if (threads > stride || threads > count.length) {
      widen(threads);
    }
    if (event >= index.length) {
      grow(2 * event);
    }
    if ((event + 1) * stride > clocks.length) {
      clocks = Arrays.copyOf(clocks, 2 * (event + 1) * stride);
    }
  }

  private void widen(int threads) {
    if (threads > stride) {
      restride(threads < FEW_THREADS ? threads : threads + threads / 4);
    }
    if (threads > count.length) {
      int known = count.length;
      count = Arrays.copyOf(count, 2 * threads);
      events = Arrays.copyOf(events, count.length);
      for (int t = known; t < events.length; t++) {
        events[t] = new int[16];
      }
    }
  }

  private void grow(int grown) {
    index = Arrays.copyOf(index, grown);
    location = Arrays.copyOf(location, grown);
    source = Arrays.copyOf(source, grown);
    summands = Arrays.copyOf(summands, grown);
    writes = Arrays.copyOf(writes, grown);
    adds = Arrays.copyOf(adds, grown);
    after = Arrays.copyOf(after, grown);
    previousAccess = Arrays.copyOf(previousAccess, grown);
    previousWrite = Arrays.copyOf(previousWrite, grown);
    previousOwnAccess = Arrays.copyOf(previousOwnAccess, grown);
    steps = Arrays.copyOf(steps, grown);
    movableBefore = Arrays.copyOf(movableBefore, grown);
    await = Arrays.copyOf(await, grown);
    previousOwnWrite = Arrays.copyOf(previousOwnWrite, grown);
  }

  private void restride(int wider) {
    int events = clocks.length / stride;
    int[] spread = new int[wider * events];
    for (int e = 0; e < events; e++) {
      System.arraycopy(clocks, e * stride, spread, e * wider, stride);
    }
    clocks = spread;
    stride = wider;
  }
}
