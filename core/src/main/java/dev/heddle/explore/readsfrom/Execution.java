package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.Cut;
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
  static final int INITIAL = Cut.INITIAL;

  /** The source of an event that does not read. */
  static final int NOT_READING = Cut.NOT_READING;

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

  /** Who has accessed which variable. */
  final AccessChains accesses;

  /** Watches for accesses that are not ordered; null if nobody wants to know. */
  private final ConflictWatch watch;

  private final ExecutionSwitch executionSwitch;

  /** Clock of event e: {@code clocks[e * stride + t]} events of thread t are before or equal e. */
  private int[] clocks = new int[64 * 4];

  private int stride = 2;

  private int[] index = new int[64];

  /** The variable that an event accesses, or -1. */
  private int[] location = new int[64];

  /** The event that an event reads from, {@link #INITIAL} or {@link #NOT_READING}. */
  private int[] source = new int[64];

  /** The additions to its source that an event reads, by thread and index. */
  private int[][] summands = new int[64][];

  private boolean[] writes = new boolean[64];

  /** Whether an event adds to what is there and reads nothing. */
  private boolean[] adds = new boolean[64];

  /** Beside its thread's order and its source, what an event comes after: a start or end; or -1. */
  private int[] after = new int[64];

  /** Each event as a step of the machine. */
  private int[] steps = new int[64];

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

  /**
   * @param isWatched whether to watch for accesses that are not ordered
   */
  Execution(Machine machine, boolean isWatched) {
    this.machine = machine;
    this.watch = isWatched ? new ConflictWatch(this) : null;
    this.hypothesis = new Hypothesis(machine);
    this.executionSwitch = new ExecutionSwitch(this);
    this.sums = new Summands(this);
    this.accesses = new AccessChains(this);
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

  int index(int event) {
    return index[event];
  }

  /** The variable that an event accesses, or -1. */
  int location(int event) {
    return location[event];
  }

  /** The event that an event reads from, {@link #INITIAL} or {@link #NOT_READING}. */
  int source(int event) {
    return source[event];
  }

  /** The additions to its source that an event reads. */
  int[] summands(int event) {
    return summands[event];
  }

  boolean writes(int event) {
    return writes[event];
  }

  /** Whether an event adds to what is there and reads nothing. */
  boolean adds(int event) {
    return adds[event];
  }

  /** Beside its thread's order and its source, what an event comes after, or -1. */
  int after(int event) {
    return after[event];
  }

  /** An event as a step of the machine. */
  int step(int event) {
    return steps[event];
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

  /** How many numbers a clock has; threads that it has none for have done nothing. */
  int stride() {
    return stride;
  }

  /** Raises each count to that of the clock of an event. */
  void raiseTo(int event, int[] counts) {
    int row = event * stride;
    for (int t = 0; t < stride; t++) {
      counts[t] = Math.max(counts[t], clocks[row + t]);
    }
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

  /** Whether a data race was seen, if that is watched for. */
  boolean hasRace() {
    return watch != null && watch.hasRace();
  }

  /** Whether what a thread waits for is accessed by other than seq_cst operations. */
  boolean isWeakTo(int t) {
    return watch.isWeak(machine.current(t), machine.pendingFootprint(t));
  }

  /** Whether an event has waited for what is accessed by other than seq_cst operations. */
  boolean isWeakLook(int event) {
    return await[event]
        && machine.code().looks(machine.operation(event))
        && watch.isWeak(machine.operation(event), machine.footprint(event));
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
    location[event] = variable;
    if (Footprint.adds(footprint) && sums.canAdd(event, variable)) {
      adds[event] = true;
    } else if (OperationSemantics.reads(hypothesis.operation(event))) {
      read(event, accesses.lastWrite(variable));
      happensAfter(row, source[event]);
    }
    writes[event] = Footprint.writes(footprint);
    accesses.add(event);
    refusals.checkAccess(event, variable);
    if (watch != null) {
      watch.added(event);
    }
  }

  /** Finds what an event reads, given the latest write to the variable. */
  private void read(int event, int latest) {
    int w = latest;
    while (w >= 0 && adds[w]) {
      w = accesses.previousWrite(w);
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
    accesses.clear();
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

  /** Puts an event back that has been taken out, as the latest one. */
  void putIn(int event) {
    int thread = machine.thread(event);
    count[thread]++;
    awaits += await[event] ? 1 : 0;
    accesses.putBack(event);
    if (watch != null) {
      watch.added(event);
    }
  }

  /** Takes out the latest event. */
  void takeOut(int event) {
    int thread = machine.thread(event);
    count[thread]--;
    awaits -= await[event] ? 1 : 0;
    accesses.takeOut(event);
  }

  /** Under {@code assert}: every read sees the latest write, and comes behind it. */
  boolean checkInvariants() {
    int[] latest = new int[locations.size()];
    Arrays.fill(latest, INITIAL);
    for (int place = 0; place < length(); place++) {
      int event = at(place);
      assert event(thread(event), index[event]) == event
          : "an event is not where its thread has it";
      assert !reads(event) || source[event] == latest[location[event]] : "a read is stale";
      assert source[event] < 0 || before(source[event], event) : "a source does not happen before";
      assert place(predecessor(event)) < place : "an event comes before its thread's last";
      if (writes[event] && !adds[event]) {
        latest[location[event]] = event;
      }
    }
    return true;
  }

  // ---- Room ---------------------------------------------------------------------------------

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
    steps = Arrays.copyOf(steps, grown);
    movableBefore = Arrays.copyOf(movableBefore, grown);
    await = Arrays.copyOf(await, grown);
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
