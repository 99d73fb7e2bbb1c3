package dev.heddle.explore;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.Arrays;

/**
 * All interleavings, one after the other: the oracle that the other explorations are compared with,
 * and far too slow for anything else. Executions are counted as they come, equivalent or not.
 */
public final class NaiveExploration implements Exploration {
  private final ExecutionListener listener;
  private final boolean withFences;

  public NaiveExploration() {
    this(ExecutionListener.NONE);
  }

  /** An exploration that shows every execution to a listener. */
  public NaiveExploration(ExecutionListener listener) {
    this(listener, false);
  }

  /** The same, where fences are events. */
  public NaiveExploration(ExecutionListener listener, boolean withFences) {
    this.listener = listener;
    this.withFences = withFences;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Tally tally = new Tally(limits, progress);
    Code code =
        withFences
            ? CodeGenerator.generateWithFences(program, limits.unroll())
            : CodeGenerator.generate(program, limits.unroll());
    return tally.of(() -> explore(Machine.withSeparateHistories(code), tally));
  }

  private void explore(Machine machine, Tally tally) {
    Counter counter = tally.counter();
    EnabledThreads enabled = new EnabledThreads(machine);
    counter.watch(enabled::explored);
    HappensBefore happensBefore = new HappensBefore(machine);
    int next = nextEnabled(machine, 0);
    int alternative = 0;
    while (true) {
      while (next >= 0) {
        tally.look(machine);
        enabled.chosen(next);
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

  /** What there was to choose from at each step of the current execution. */
  private static final class EnabledThreads {
    private final Machine machine;
    private int[] before = new int[64];
    private int[] after = new int[64];

    EnabledThreads(Machine machine) {
      this.machine = machine;
    }

    /** A thread makes the next step. */
    void chosen(int thread) {
      int depth = machine.length();
      if (depth == before.length) {
        before = Arrays.copyOf(before, 2 * depth);
        after = Arrays.copyOf(after, 2 * depth);
      }
      before[depth] = 0;
      after[depth] = 0;
      for (int t = 0; t < machine.threads(); t++) {
        if (t != thread && machine.isEnabled(t)) {
          (t < thread ? before : after)[depth]++;
        }
      }
    }

    /** The share of the tree that is explored with the current execution. */
    double explored() {
      TreeSize.Path path = new TreeSize.Path();
      for (int depth = 0; depth < machine.length(); depth++) {
        path.enter(before[depth], after[depth]);
        int alternative = Footprint.alternative(machine.footprint(depth));
        path.enter(alternative, Math.max(0, machine.alternatives(depth) - alternative - 1));
      }
      return path.withLeaf();
    }
  }
}
