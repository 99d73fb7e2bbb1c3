package dev.heddle.explore;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * All interleavings, one after the other: the oracle that the other explorations are compared with,
 * and far too slow for anything else. Executions are counted as they come, equivalent or not.
 */
public final class NaiveExploration implements Exploration {
  private final ExecutionListener listener;

  public NaiveExploration() {
    this(ExecutionListener.NONE);
  }

  /** An exploration that shows every execution to a listener. */
  public NaiveExploration(ExecutionListener listener) {
    this.listener = listener;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Tally tally = new Tally(limits, progress);
    Code code = CodeGenerator.generate(program, limits.unroll());
    return tally.of(() -> explore(Machine.withSeparateHistories(code), tally));
  }

  private void explore(Machine machine, Tally tally) {
    Counter counter = tally.counter();
    HappensBefore happensBefore = new HappensBefore(machine);
    int next = nextEnabled(machine, 0);
    int alternative = 0;
    while (true) {
      while (next >= 0) {
        tally.look(machine);
        machine.step(next, alternative);
        alternative = 0;
        happensBefore.append();
        next = nextEnabled(machine, 0);
      }
      listener.maximal(machine, happensBefore);
      if (!counter.count(machine)) {
        break;
      }
      while (next < 0 && machine.length() > 0) {
        int event = machine.length() - 1;
        int last = machine.thread(event);
        int another = Footprint.alternative(machine.footprint(event)) + 1;
        boolean open = another < machine.alternatives(event);
        happensBefore.removeLast();
        machine.undo();
        alternative = open ? another : 0;
        next = open ? last : nextEnabled(machine, last + 1);
      }
      if (next < 0) {
        break;
      }
      machine.trim();
    }
  }

  private static int nextEnabled(Machine machine, int from) {
    for (int t = from; t < machine.threads(); t++) {
      if (machine.isEnabled(t)) {
        return machine.onlyJoins(t) ? -1 : t;
      }
    }
    return -1;
  }
}
