package dev.heddle.explore.readsfrom;

import dev.heddle.machine.Machine;
import dev.heddle.machine.Rearrangement;
import java.util.Arrays;

/**
 * Leads the machine from one execution to another. What the two have in common at the beginning
 * stays; events that have the same past in both are moved and keep their numbers; only the others
 * are performed.
 */
final class ExecutionSwitch {
  private final Execution execution;
  private final Machine machine;
  private final Rearrangement rearrangement;

  /** How many events a thread had before, or 0 if it goes another way. */
  private int[] hadBefore = {};

  ExecutionSwitch(Execution execution) {
    this.execution = execution;
    this.machine = execution.machine;
    this.rearrangement = new Rearrangement(machine);
  }

  /** Leads to the execution of some steps. */
  void goTo(int[] steps) {
    int count = steps.length;
    int common = 0;
    int end = Math.min(count, execution.length());
    while (common < end && steps[common] == execution.step(execution.at(common))) {
      common++;
    }
    if (execution.isMovableFrom(common)) {
      move(steps, common, count);
      return;
    }
    while (execution.length() > common) {
      execution.undo();
    }
    for (int i = common; i < count; i++) {
      perform(steps[i]);
    }
  }

  private void move(int[] steps, int from, int end) {
    rememberCounts();
    while (execution.length() > from) {
      execution.takeOut(machine.latest());
      rearrangement.lift();
    }
    for (int i = from; i < end; i++) {
      int t = Schedule.thread(steps[i]);
      int count = execution.count(t);
      if (t < hadBefore.length && count < hadBefore[t]) {
        int event = execution.event(t, count + 1);
        if (execution.step(event) == steps[i] && hasSamePast(event)) {
          rearrangement.lay(event);
          execution.putIn(event);
          continue;
        }
        dropRest(t);
      }
      perform(steps[i]);
    }
    for (int t = 0; t < hadBefore.length; t++) {
      dropRest(t);
    }
    rearrangement.end();
  }

  private void rememberCounts() {
    int threads = machine.threads();
    if (hadBefore.length < threads) {
      hadBefore = new int[threads];
    }
    for (int t = 0; t < threads; t++) {
      hadBefore[t] = execution.count(t);
    }
  }

  /** Whether what an event comes right after is the same as before. */
  private boolean hasSamePast(int event) {
    return (!execution.reads(event) || readsTheSame(event))
        && execution.place(execution.after(event)) < execution.length();
  }

  private boolean readsTheSame(int event) {
    int[] summands = execution.summands(event);
    int w = execution.accesses.lastWrite(execution.location(event));
    int found = 0;
    for (; w >= 0 && execution.adds(w); w = execution.accesses.previousWrite(w)) {
      if (!SummandSets.contains(summands, w)) {
        return false;
      }
      found++;
    }
    return w == execution.source(event) && found == summands.length;
  }

  /** Takes a thread back to where it is in the new execution. */
  private void dropRest(int t) {
    for (int i = hadBefore[t]; i > execution.count(t); i--) {
      rearrangement.drop(execution.event(t, i));
    }
    hadBefore[t] = 0;
  }

  private void perform(int step) {
    assert machine.isEnabled(Schedule.thread(step)) : "a witness is blocked";
    execution.step(Schedule.thread(step), Schedule.alternative(step));
  }

  /** Performs all events again; their numbers in the machine have changed. */
  void performAgain() {
    int[] steps = new int[machine.length()];
    for (int place = steps.length - 1; place >= 0; place--) {
      int event = machine.latest();
      steps[place] = Schedule.step(machine.thread(event), execution.alternative(event));
      machine.undo();
    }
    Arrays.stream(steps).forEach(this::perform);
  }
}
