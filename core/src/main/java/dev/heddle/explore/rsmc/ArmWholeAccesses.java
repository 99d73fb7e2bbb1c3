package dev.heddle.explore.rsmc;

/**
 * ARMv8 for accesses of several events: acyclic((rfe ∪ co ∪ fr);si ∪ (po-loc;[W]);si ∪ lob), where
 * si relates the events of an access. What one of them observes comes before all of them.
 *
 * <p>The events of an access are committed one by one. There are allowed executions in which they
 * have to be: one part of a load waits for what another store of its thread depends on, which is
 * forwarded to it, while another part must come before a store of that thread. So pairs of the
 * order can lead to events that are committed already, and all of it is looked at anew.
 *
 * <p>Nothing is missed by asking at each commit. Let a load read from a store in an allowed
 * execution. If it reads from the store before that one in coherence instead, then what is new of
 * the order follows from the former. So a run in which the load comes first can go on up to the
 * store, which is what theorem 4 needs; events without a parameter that fits do not end runs.
 */
final class ArmWholeAccesses {
  private static final int OPEN = 0;

  private final CommitState state;
  private final EventRows lob;
  private final EventRows order = new EventRows(0, 0);
  private final EventRows sets = new EventRows(1, 1);

  ArmWholeAccesses(CommitState state, EventRows lob) {
    this.state = state;
    this.lob = lob;
  }

  void grow(int events, int stride) {
    order.grow(events, stride);
    sets.grow(1, stride);
  }

  /** Whether an enabled access may be committed with a parameter. */
  boolean admits(int access, int with) {
    sets.clear(OPEN);
    for (int at = 0; at < state.length(); at++) {
      int event = state.run(at);
      if (state.isCommitted(event) && state.kind(event) != CommitState.Kind.CHOICE) {
        sets.add(OPEN, event);
      }
    }
    sets.add(OPEN, access);
    state.assume(access, with);
    for (int event = sets.next(OPEN, 0); event >= 0; event = sets.next(OPEN, event + 1)) {
      relate(event);
    }
    state.forget(access);
    return isAcyclic();
  }

  private void relate(int event) {
    order.copy(event, lob, event);
    for (int part = sets.next(OPEN, 0); part >= 0; part = sets.next(OPEN, part + 1)) {
      if (state.isSameAccess(part, event)) {
        state.coherence().addObserved(part, order, event);
        if (state.isStore(part)) {
          order.addAll(event, lob, part);
        }
      }
    }
  }

  /** Takes events without predecessors away until none is left. */
  private boolean isAcyclic() {
    boolean found = true;
    while (found) {
      found = false;
      for (int event = sets.next(OPEN, 0); event >= 0; event = sets.next(OPEN, event + 1)) {
        if (!order.meets(event, sets, OPEN)) {
          sets.remove(OPEN, event);
          found = true;
        }
      }
    }
    return sets.isEmpty(OPEN);
  }
}
