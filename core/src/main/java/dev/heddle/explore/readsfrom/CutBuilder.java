package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * Takes cuts from the current execution: a prefix of the trace and what leads to some events, with
 * up to two events added whose sources are new.
 */
final class CutBuilder {
  private final Execution execution;
  private final Trace trace;
  final Cut cut = new Cut();

  /** Event of the cut for an event of the execution, valid if in the cut. */
  private int[] inCut = new int[64];

  /** How many events of each thread are wanted, beside the prefix of the trace. */
  private int[] wanted = new int[8];

  /** Variable of the cut for each of the execution, plus 1. */
  private int[] variable = new int[32];

  private int variables;
  private int[] usedVariables = new int[32];

  CutBuilder(Execution execution, Trace trace) {
    this.execution = execution;
    this.trace = trace;
  }

  /** Wants nothing yet. */
  void clear() {
    if (wanted.length < execution.stride) {
      wanted = new int[2 * execution.stride];
    }
    Arrays.fill(wanted, 0, execution.stride, 0);
  }

  /** Wants an event and all that happens before it. */
  void want(int event) {
    for (int t = 0; t < execution.stride && event >= 0; t++) {
      wanted[t] = Math.max(wanted[t], execution.clock(event, t));
    }
  }

  /** Wants all events that do not happen after the event, nor are it. */
  void wantAllBut(int event) {
    for (int t = 0; t < execution.stride; t++) {
      int count = execution.count(t);
      while (count > wanted[t] && execution.before(event, execution.event(t, count))) {
        count--;
      }
      wanted[t] = Math.max(wanted[t], count);
    }
  }

  /** Takes away from what is wanted all that is an event or happens after it. */
  void unwant(int event) {
    for (int t = 0; t < execution.stride; t++) {
      while (wanted[t] > 0 && execution.before(event, execution.event(t, wanted[t]))) {
        wanted[t]--;
      }
    }
  }

  /** Wants all that is in front of a place of the trace. */
  void wantPrefix(int base) {
    for (int t = 0; t < execution.stride; t++) {
      int low = wanted[t];
      int high = execution.count(t);
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (trace.place(t, middle) < base) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      wanted[t] = low;
    }
  }

  /** How many events of a thread are wanted. */
  int wanted(int t) {
    return wanted[t];
  }

  /** Fills the cut with what is wanted, in the order of the execution. */
  void take(int extraThreads) {
    for (int i = 0; i < variables; i++) {
      variable[usedVariables[i]] = 0;
    }
    variables = 0;
    int length = execution.length();
    if (length > inCut.length) {
      inCut = new int[2 * length];
    }
    cut.clear(execution.stride + extraThreads);
    for (int e = 0; e < length; e++) {
      if (execution.index[e] <= wanted[execution.thread(e)]) {
        int after = execution.after[e];
        int x = execution.location[e];
        int local =
            cut.add(
                execution.thread(e),
                x < 0 ? -1 : variable(x),
                execution.writes[e],
                execution.alternative(e),
                after < 0 ? -1 : inCut[after]);
        int source = execution.source[e];
        cut.source[local] = source < 0 ? source : inCut[source];
        inCut[e] = local;
      }
    }
    cut.guided = cut.size;
  }

  /** Adds the next event of a thread: one that reads a variable of the execution. */
  int add(int t, int ofVariable, boolean writes, int alternative, int source) {
    int local = cut.add(t, variable(ofVariable), writes, alternative, -1);
    cut.source[local] = source;
    if (cut.index[local] == 1 && t < execution.stride) {
      int start = execution.machine.spawnedBy(t);
      cut.after[local] = start < 0 ? -1 : inCut[start];
    }
    return local;
  }

  /** The event of the cut for an event of the execution that is in it; a source stays special. */
  int local(int event) {
    return event < 0 ? event : inCut[event];
  }

  void seal() {
    cut.seal(variables);
  }

  /** Makes an event wait for all events of a clock but itself; its row of the cut's clocks. */
  void waitFor(int local, int event) {
    int row = local * cut.threads;
    for (int t = 0; t < execution.stride; t++) {
      cut.clocks[row + t] = execution.clock(event, t);
    }
    Arrays.fill(cut.clocks, row + execution.stride, row + cut.threads, 0);
  }

  private int variable(int x) {
    if (x >= variable.length) {
      variable = Arrays.copyOf(variable, 2 * x);
    }
    if (variable[x] == 0) {
      if (variables == usedVariables.length) {
        usedVariables = Arrays.copyOf(usedVariables, 2 * variables);
      }
      usedVariables[variables] = x;
      variable[x] = ++variables;
    }
    return variable[x] - 1;
  }

  /** The witness of the cut as steps of the machine. */
  int[] steps(int[] witness, int size) {
    int[] steps = new int[size];
    for (int i = 0; i < size; i++) {
      steps[i] = Schedule.step(cut.thread[witness[i]], cut.alternative[witness[i]]);
    }
    return steps;
  }

  /** What is wanted, as steps of the machine in the order of the execution. */
  int[] steps() {
    int[] steps = new int[execution.length()];
    int count = 0;
    for (int e = 0; e < execution.length(); e++) {
      if (execution.index[e] <= wanted[execution.thread(e)]) {
        steps[count++] = Schedule.step(execution.thread(e), execution.alternative(e));
      }
    }
    return Arrays.copyOf(steps, count);
  }
}
