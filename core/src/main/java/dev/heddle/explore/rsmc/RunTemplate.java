package dev.heddle.explore.rsmc;

import java.util.Arrays;

/**
 * A continuation τ''.e<sub>w</sub>[*].e<sub>r</sub>[e<sub>w</sub>] in Q[e<sub>r</sub>]. Events are
 * named by thread and number within the thread, so that a template means the same in every branch
 * of the search.
 */
final class RunTemplate {
  /** The parameter * of a store: every place. */
  static final int ANY = -2;

  /** Names and parameters of the events, by turns. */
  private final int[] steps;

  private RunTemplate(int[] steps) {
    this.steps = steps;
  }

  /**
   * The continuation that lets {@code load} read from the enabled {@code store}: cut and normalize
   * of appendix A.2. Events that are in the run behind its first {@code prefix} ones stay if they
   * are commit-before the store, in an order that depends on commit-before alone. The place of a
   * store is counted among the stores that stay.
   *
   * @param load -1 if no load follows the store
   * @param scratch room for as many events as the run has
   */
  static RunTemplate of(CommitState state, int prefix, int store, int load, int[] scratch) {
    EventRows before = state.commitBefore();
    int kept = 0;
    for (int at = prefix; at < state.length(); at++) {
      if (before.has(store, state.run(at))) {
        scratch[kept++] = state.run(at);
      }
    }
    sort(state, scratch, kept);
    int[] steps = new int[2 * (kept + (load < 0 ? 1 : 2))];
    for (int i = 0; i < kept; i++) {
      steps[2 * i] = name(state, scratch[i]);
      steps[2 * i + 1] = parameter(state, prefix, scratch, i);
    }
    steps[2 * kept] = name(state, store);
    steps[2 * kept + 1] = ANY;
    if (load >= 0) {
      steps[2 * kept + 2] = name(state, load);
      steps[2 * kept + 3] = name(state, store);
    }
    return new RunTemplate(steps);
  }

  /** An event that is commit-before another has fewer events before it. */
  private static void sort(CommitState state, int[] events, int count) {
    for (int i = 1; i < count; i++) {
      int event = events[i];
      int at = i;
      while (at > 0 && isBefore(state, event, events[at - 1])) {
        events[at] = events[at - 1];
        at--;
      }
      events[at] = event;
    }
  }

  private static boolean isBefore(CommitState state, int event, int other) {
    EventRows before = state.commitBefore();
    int difference = before.count(event) - before.count(other);
    return difference == 0 ? name(state, event) < name(state, other) : difference < 0;
  }

  private static int parameter(CommitState state, int prefix, int[] kept, int at) {
    int event = kept[at];
    int with = state.parameter(event);
    return switch (state.kind(event)) {
      case CHOICE -> with;
      case LOAD -> with == CommitState.INITIAL ? with : name(state, with);
      case STORE -> {
        CoherenceLists coherence = state.coherence();
        int place = 0;
        for (int i = coherence.place(event) - 1; i >= 0; i--) {
          int earlier = coherence.store(state.location(event), i);
          if (state.depth(earlier) < prefix || isAmong(kept, at, earlier)) {
            place++;
          }
        }
        yield place;
      }
    };
  }

  private static boolean isAmong(int[] events, int count, int event) {
    for (int i = 0; i < count; i++) {
      if (events[i] == event) {
        return true;
      }
    }
    return false;
  }

  private static int name(CommitState state, int event) {
    return state.thread(event) << 20 | state.index(event);
  }

  private static int named(CommitState state, int name) {
    return state.event(name >>> 20, name & 0xFFFFF);
  }

  /** How many events there are. */
  int length() {
    return steps.length / 2;
  }

  int event(CommitState state, int at) {
    return named(state, steps[2 * at]);
  }

  /** Source, place or choice, or {@link #ANY}; the source is an event of the state. */
  int parameter(CommitState state, int at) {
    int with = steps[2 * at + 1];
    return with >= 0 && state.isLoad(event(state, at)) ? named(state, with) : with;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunTemplate template && Arrays.equals(steps, template.steps);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(steps);
  }
}
