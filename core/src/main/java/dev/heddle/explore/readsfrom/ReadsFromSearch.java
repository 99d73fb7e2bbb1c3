package dev.heddle.explore.readsfrom;

import dev.heddle.execution.DataRaces;
import dev.heddle.explore.Counter;
import dev.heddle.explore.Frontier;
import dev.heddle.explore.SharedSearch;
import dev.heddle.explore.Tally;
import dev.heddle.explore.TreeSize;
import dev.heddle.explore.readsfrom.consistency.WitnessSearch;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The loop of {@link ReadsFromExploration}. Several searches can share the work: each explores its
 * own trace, and takes what is scheduled at events that it has in common with traces of others,
 * too. One that finds nothing gets a part of another's work through the {@link Frontier}.
 */
final class ReadsFromSearch extends SharedSearch<WorkItem> {
  private static final int SOURCES_PER_LOOK = 256;

  private final Machine machine;
  private final Tally tally;
  private final Counter counter;

  /** Is shown each execution; null if nobody wants to see them. */
  private final Consumer<Machine> listener;

  /** Looks for data races; null if nobody wants to know. */
  private final DataRaces dataRaces;

  /** Whether to look for them in each execution, and not only where the clocks show one. */
  private final boolean checksEach;

  private final Execution execution;
  private final Trace trace = new Trace();
  private final WitnessSearch witnesses = new WitnessSearch();
  private final NewSources newSources;

  /** Where the event is whose source has changed last, or -1. */
  private int branchPlace = -1;

  private int looks;

  ReadsFromSearch(
      Machine machine,
      Frontier<WorkItem> frontier,
      Tally tally,
      Consumer<Machine> listener,
      Set<Shortcut> shortcuts,
      RaceCheck races) {
    super(frontier);
    this.machine = machine;
    this.tally = tally;
    this.counter = tally.counter();
    this.listener = listener;
    this.execution = new Execution(machine, races == RaceCheck.FREEDOM);
    this.dataRaces = races == RaceCheck.OFF ? null : new DataRaces(machine);
    this.checksEach = races == RaceCheck.VIOLATIONS;
    this.newSources =
        new NewSources(
            execution, trace, witnesses, this::lookNowAndThen, shortcuts, frontier.overflow());
    counter.watch(this::explored);
  }

  /** The share of the tree that is explored with the current trace. */
  private double explored() {
    TreeSize.Path path = new TreeSize.Path();
    for (int place = 0; place < trace.length(); place++) {
      Schedules schedules = trace.schedules(place);
      if (schedules != null) {
        path.enter(schedules.done(), schedules.pending());
      }
    }
    return path.withLeaf();
  }

  /** Looking for sources takes most of the time, and in executions of many threads very long. */
  private void lookNowAndThen() {
    if (++looks % SOURCES_PER_LOOK == 0 && !tally.lookAtTheClock(machine)) {
      frontier.close();
    }
  }

  /**
   * The trace that is explored; while the search rests, all that it has left is scheduled there.
   */
  @Override
  protected WorkItem left() {
    return trace.length() > 0 ? new WorkItem(trace, null, null) : null;
  }

  @Override
  protected void explore(WorkItem item) {
    trace.pushAll(item.prefix());
    if (item.schedule() != null) {
      follow(item.schedules(), item.schedule());
      explore();
    } else if (backtrack()) {
      explore();
    }
  }

  /**
   * ReadsFrom-SMC(⟨⟩, ⟨⟩), or from the current execution on, with all that is scheduled at events
   * of the trace.
   */
  @Override
  protected void explore() {
    do {
      newSources.begin(branchPlace);
      extend();
      newSources.end();
      assert checkInvariants();
      if (hasRace()) {
        reportRace();
        return;
      }
      if (endsMaximal()) {
        if (listener != null) {
          listener.accept(machine);
        }
        if (!(checksEach ? counter.count(machine, dataRaces) : counter.count(machine))) {
          frontier.close();
        }
        execution.refresh();
      }
    } while (goesOn() && backtrack());
  }

  /** Whether a race shows in the clocks, or in what a thread waits for. */
  private boolean hasRace() {
    return dataRaces != null
        && !checksEach
        && (execution.hasRace() || ((hasWeakWait() || hasWeakLook()) && dataRaces.find() >= 0));
  }

  /** Whether a thread has waited for such a variable, and may have looked at it in vain before. */
  private boolean hasWeakLook() {
    for (int place = 0; execution.hasAwaits() && place < machine.length(); place++) {
      if (execution.isWeakLook(machine.event(place))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread waits for a variable that is not only accessed by seq_cst operations. */
  private boolean hasWeakWait() {
    for (int t = 0; machine.hasReadyThread() && t < machine.threads(); t++) {
      if (dataRaces.isWaiting(t) && execution.isWeakTo(t)) {
        return true;
      }
    }
    return false;
  }

  /** A data race is the end: what else goes wrong may not do so on one memory. */
  private void reportRace() {
    int second = dataRaces.find();
    if (second < 0) {
      throw new IllegalStateException("a race that happens-before does not show");
    }
    if (counter.race(machine, dataRaces, second)) {
      throw new NotSequentialException();
    }
    frontier.close();
  }

  /** Under {@code assert}: what holds at the end of every extension. */
  private boolean checkInvariants() {
    int waiting = 0;
    for (int place = 0; place < trace.length(); place++) {
      waiting += trace.isWaiting(place) ? 1 : 0;
      Schedules schedules = trace.schedules(place);
      assert schedules == null || schedules.base <= place : "schedules of a longer prefix";
    }
    assert trace.length() - waiting == execution.length() : "τ′ and E · Ê differ in length";
    for (int t = 0; t < machine.threads(); t++) {
      for (int index = 1; index <= execution.count(t); index++) {
        assert trace.thread(trace.place(t, index)) == t : "a thread lacks an event in τ′";
      }
    }
    return execution.checkInvariants() && machine.checkInvariants();
  }

  /** Leaves a schedule of the earliest event that has one to another search. */
  @Override
  protected void share() {
    for (int place = 0; place < trace.length(); place++) {
      Schedules schedules = trace.schedules(place);
      Schedule schedule = schedules == null ? null : schedules.take();
      if (schedule != null) {
        newSources.branchBefore(schedules.base);
        for (int earlier = 0; earlier <= place; earlier++) {
          if (trace.schedules(earlier) != null) {
            trace.schedules(earlier).share();
          }
        }
        frontier.offer(new WorkItem(trace.prefix(schedules.base), schedules, schedule));
        return;
      }
    }
  }

  /** Lines 2 to 11: extend E to a complete execution E · Ê; τ′ := τ · Ê; find new sources. */
  private void extend() {
    int p = -1;
    while (true) {
      p = choose(p);
      if (p < 0) {
        break;
      }
      if (!tally.look(machine)) {
        frontier.close();
      }
      execution.step(p, 0);
      trace.push(p, false);
      newSources.extended();
    }
    for (int t = 0; t < machine.threads(); t++) {
      if (machine.isBlocked(t) && trace.waitsAt(t) < 0 && Hypothesis.isAwait(machine.current(t))) {
        newSources.waitForGood(t);
      }
    }
  }

  /** Any enabled thread: the one that ran last, so that threads are switched rarely. */
  private int choose(int last) {
    if (last >= 0 && mayRun(last)) {
      return last;
    }
    for (int t = 0; t < machine.threads(); t++) {
      if (mayRun(t)) {
        return t;
      }
    }
    return -1;
  }

  private boolean mayRun(int t) {
    return machine.isEnabled(t) && trace.waitsAt(t) < 0;
  }

  /** Whether all threads that wait for good do wait in some execution of the trace; goes there. */
  private boolean endsMaximal() {
    boolean waiting = true;
    for (int t = 0; t < machine.threads(); t++) {
      waiting &= trace.waitsAt(t) < 0 || machine.isBlocked(t);
    }
    if (waiting) {
      return true;
    }
    int[] end = newSources.endWaiting();
    if (end == null) {
      return false;
    }
    execution.goTo(end);
    return true;
  }

  /** Lines 12 to 15: goes back to the latest event that has a schedule left, and takes it. */
  private boolean backtrack() {
    while (trace.length() > 0) {
      Schedules schedules = trace.schedules(trace.length() - 1);
      Schedule schedule = schedules == null ? null : schedules.take();
      trace.pop();
      if (schedule != null) {
        while (trace.length() > schedules.base) {
          trace.pop();
        }
        follow(schedules, schedule);
        return true;
      }
      if (schedules != null) {
        schedules.leave();
      }
    }
    return false;
  }

  /** ReadsFrom-SMC(τ″ · σ, E″). */
  private void follow(Schedules schedules, Schedule schedule) {
    int[] sigma = schedule.sigma();
    branchPlace = trace.length() + schedule.unmarked;
    for (int i = 0; i < sigma.length; i++) {
      if (sigma[i] < 0) {
        trace.pushWaiting(~sigma[i]);
      } else {
        trace.push(sigma[i], i != schedule.unmarked);
      }
    }
    trace.setSchedules(branchPlace, schedules);
    execution.goTo(schedule.witness());
    machine.trim();
  }
}
