package dev.heddle.model.axiomatic;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.Observed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Counts the allowed executions of a test by their final states. */
public final class LitmusTally {
  private final LitmusTest test;
  private final Map<long[], Long> states = new TreeMap<>(Arrays::compare);
  private final Map<long[], Boolean> satisfying = new TreeMap<>(Arrays::compare);
  private long positive;
  private long negative;

  public LitmusTally(LitmusTest test) {
    this.test = test;
  }

  /**
   * Counts an execution.
   *
   * @param finalValue what it leaves in registers and memory
   * @return its final state, or null if the test's filter leaves the execution out
   */
  public long[] add(ToLongFunction<Observed> finalValue) {
    if (test.filter() != null && !test.filter().holds(finalValue)) {
      return null;
    }
    List<Observed> observed = test.observed();
    long[] state = new long[observed.size()];
    for (int i = 0; i < state.length; i++) {
      state[i] = finalValue.applyAsLong(observed.get(i));
    }
    // All that a condition speaks of is observed: a state satisfies it or not.
    Boolean holds = satisfying.get(state);
    if (holds == null) {
      holds = test.condition().proposition().holds(finalValue);
      satisfying.put(state, holds);
    }
    if (holds) {
      positive++;
    } else {
      negative++;
    }
    states.merge(state, 1L, Long::sum);
    return state;
  }

  /** What has been counted; see {@link LitmusOutcome} for the rest. */
  public LitmusOutcome outcome(List<String> flags, boolean cut, boolean stray) {
    return new LitmusOutcome(states, positive, negative, flags, cut, stray, isConfirmed());
  }

  private boolean isConfirmed() {
    return switch (test.condition().quantifier()) {
      case EXISTS -> positive > 0;
      case NOT_EXISTS -> positive == 0;
      case FORALL -> negative == 0;
    };
  }
}
