package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.Cut;
import java.util.Arrays;

/**
 * Takes cuts from the current execution: a prefix of the trace and what leads to some events, with
 * up to two events added whose sources are new.
 */
final class CutBuilder {
  private final Execution execution;
  final Cut cut = new Cut();

  /** Event of the cut for an event of the execution, valid if in the cut. */
  private int[] inCut = new int[64];

  /** How many events of each thread are wanted, beside the prefix of the trace. */
  private int[] wanted = new int[8];

  /** The schedules behind the prefix of the trace all of which is wanted, or null. */
  private Schedules prefix;

  /** The index in its thread of the first event of each thread in the cut. */
  private int[] firstIndex = new int[8];

  /** Variable of the cut for each of the execution, plus 1. */
  private int[] variable = new int[32];

  private int variables;
  private int[] usedVariables = new int[32];

  /** Events in front of this one stay where they are in the execution and are left out. */
  private int from;

  CutBuilder(Execution execution) {
    this.execution = execution;
  }

  /** Wants nothing yet. */
  void clear() {
    reserve();
    prefix = null;
    Arrays.fill(wanted, 0, execution.stride(), 0);
  }

  /** Wants τ″, and nothing else yet. */
  void wantPrefix(Schedules schedules) {
    reserve();
    prefix = schedules;
    schedules.copyBefore(wanted, execution.stride());
  }

  private void reserve() {
    if (wanted.length < execution.stride()) {
      wanted = new int[2 * execution.stride()];
      firstIndex = new int[2 * execution.stride()];
    }
  }

  /** Wants an event and all that happens before it. */
  void want(int event) {
    if (event >= 0) {
      execution.raiseTo(event, wanted);
    }
  }

  /** Wants events and all that happens before them. */
  void want(int[] events) {
    for (int event : events) {
      want(event);
    }
  }

  /** Wants all events that do not happen after the event, nor are it. */
  void wantAllBut(int event) {
    for (int t = 0; t < execution.stride(); t++) {
      wanted[t] = Math.max(wanted[t], execution.countNotAfter(event, t, execution.count(t)));
    }
  }

  /** Takes away from what is wanted all that is an event or happens after it. */
  void unwant(int event) {
    for (int t = 0; t < execution.stride(); t++) {
      int count = execution.countNotAfter(event, t, wanted[t]);
      if (count < wanted[t]) {
        wanted[t] = count;
        prefix = null;
      }
    }
  }

  /** The schedules behind the prefix of the trace all of which is wanted, or null. */
  Schedules prefix() {
    return prefix;
  }

  /** How many events of a thread are wanted. */
  int wanted(int t) {
    return wanted[t];
  }

  /** What comes before the first event of a thread that is not wanted, or -1; no thread has any. */
  int predecessor(int t) {
    return t < 0 ? -1 : execution.predecessor(t, wanted[t] + 1);
  }

  /** How many events are wanted. */
  int size() {
    int size = 0;
    for (int t = 0; t < execution.stride(); t++) {
      size += wanted[t];
    }
    return size;
  }

  /** Whether an event of the execution is wanted. */
  boolean isWanted(int event) {
    return execution.index(event) <= wanted[execution.thread(event)];
  }

  /** The next wanted write to a variable behind another one, or -1. */
  int nextWrite(int ofVariable, int w) {
    int next = -1;
    int later = execution.accesses.lastWrite(ofVariable);
    for (; later != w; later = execution.accesses.previousWrite(later)) {
      if (isWanted(later)) {
        next = later;
      }
    }
    return next;
  }

  /**
   * How much of the execution can stay as it is when an operation on a variable is to read from a
   * write and additions: all up to the first event that is not wanted, and the write is not
   * overwritten there, nor anything else added, nor an addition made in front of it.
   */
  int unchanged(int ofVariable, int source, int[] summands) {
    int end = execution.length();
    for (int t = 0; t < execution.stride(); t++) {
      if (execution.count(t) > wanted[t]) {
        end = Math.min(end, execution.place(execution.event(t, wanted[t] + 1)));
      }
    }
    for (int a : summands) {
      int place = execution.place(a);
      end = place < execution.place(source) ? Math.min(end, place) : end;
    }
    int overwriting = -1;
    int w = execution.accesses.lastWrite(ofVariable);
    for (; w != source; w = execution.accesses.previousWrite(w)) {
      if (!execution.adds(w) || !SummandSets.contains(summands, w)) {
        overwriting = w;
      }
    }
    return overwriting < 0 ? end : Math.min(end, execution.place(overwriting));
  }

  /**
   * Fills the cut with what is wanted, in the order of the execution.
   *
   * @param unchanged how many events of the execution are left out, for they stay where they are:
   *     what they wrote last counts as initial
   */
  void take(int extraThreads, int unchanged) {
    for (int i = 0; i < variables; i++) {
      variable[usedVariables[i]] = 0;
    }
    variables = 0;
    from = unchanged;
    int length = execution.length();
    if (execution.capacity() > inCut.length) {
      inCut = new int[execution.capacity()];
    }
    cut.clear(execution.stride() + extraThreads);
    for (int place = from; place < length; place++) {
      int e = execution.at(place);
      int t = execution.thread(e);
      if (execution.index(e) <= wanted[t]) {
        int x = execution.location(e);
        int local =
            cut.add(
                t,
                x < 0 ? -1 : variable(x),
                execution.writes(e),
                Schedule.alternative(execution.step(e)),
                local(execution.after(e)));
        cut.setSource(local, local(execution.source(e)));
        cut.setSummands(local, local(execution.summands(e)));
        cut.setAdds(local, execution.adds(e));
        inCut[e] = local;
        if (cut.index(local) == 1) {
          firstIndex[t] = execution.index(e);
        }
      }
    }
    cut.setGuided(cut.size());
  }

  /** Adds the next event of a thread: one that reads a variable of the execution. */
  int add(int t, int ofVariable, boolean writes, int alternative, int source, int[] summands) {
    int local = cut.add(t, variable(ofVariable), writes, alternative, -1);
    cut.setSource(local, source);
    cut.setSummands(local, local(summands));
    if (cut.index(local) == 1 && t < execution.stride()) {
      firstIndex[t] = wanted[t] + 1;
      cut.comeAfter(local, local(execution.machine.spawnedBy(t)));
    }
    return local;
  }

  /** The source in the cut for a source in the execution. */
  int local(int source) {
    if (source < 0) {
      return source;
    }
    return execution.place(source) >= from ? inCut[source] : Cut.INITIAL;
  }

  /** The summands in the cut; those that stay as they are count as part of the initial value. */
  private int[] local(int[] summands) {
    if (summands.length == 0) {
      return summands;
    }
    int count = 0;
    int[] local = new int[summands.length];
    for (int a : summands) {
      if (execution.place(a) >= from) {
        local[count++] = inCut[a];
      }
    }
    return Arrays.copyOf(local, count);
  }

  void seal() {
    cut.seal(variables);
  }

  /** Makes an event of the cut wait for the first events of a thread. */
  void waitFor(int local, int t, int count) {
    int first = cut.firstOfThread(t);
    int skipped = first < 0 ? count : firstIndex[t] - 1;
    cut.setClock(local, t, Math.max(0, count - skipped));
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

  /** What stays as it is and then the witness of the cut, as steps of the machine. */
  int[] steps(int[] witness, int size) {
    int[] steps = new int[from + size];
    for (int place = 0; place < from; place++) {
      steps[place] = execution.step(execution.at(place));
    }
    for (int i = 0; i < size; i++) {
      steps[from + i] = Schedule.step(cut.thread(witness[i]), cut.alternative(witness[i]));
    }
    return steps;
  }

  /** What is wanted, as steps of the machine in the order of the execution. */
  int[] steps() {
    int[] steps = new int[size()];
    copySteps(0, execution.length(), steps, 0);
    return steps;
  }

  /** Copies the steps of what is wanted between two places; tells where the copy ends. */
  int copySteps(int begin, int end, int[] steps, int at) {
    int count = at;
    for (int place = begin; place < end; place++) {
      int e = execution.at(place);
      if (isWanted(e)) {
        steps[count++] = execution.step(e);
      }
    }
    return count;
  }
}
