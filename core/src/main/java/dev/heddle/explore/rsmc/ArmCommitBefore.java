package dev.heddle.explore.rsmc;

/**
 * cb<sup>arm</sup> = (lob ∪ ctrl ∪ addr;po ∪ rr ∪ rfe ∪ wr)⁺, where lob is the order that ARM keeps
 * within a thread ({@link ArmOrder}), rr relates loads of one location with no store of the thread
 * to it between them, and wr the last store of the thread before a load that reads from another
 * one.
 *
 * <p>A load can get what a store of its thread is about to write long before that store is
 * committed, and ARM lets it: a cycle in lob ∪ rfe ∪ rfi is allowed. So rfi is no part of the
 * order, and a load may be committed with a store that is not. All other parts lead along the order
 * ob of the model as soon as they lead to a store; docs/power.md has the argument. As under POWER,
 * no load ever blocks, and lob leads to the event that is committed, never from it.
 */
final class ArmCommitBefore implements CommitBefore {
  @Override
  public void addPredecessors(FetchedEvents state, int event, EventRows row) {
    ArmOrder.addFetched(state, event, row);
    row.addAll(event, state.rows(Dependency.GUARD), event);
    row.addAll(event, state.rows(Dependency.ADDR_PO), event);
  }

  @Override
  public void addAtLocation(CommitState state, int access, EventRows row) {
    ArmOrder.addAtLocation(state, access, row);
    if (state.isLoad(access)) {
      int own = state.ownStoreBefore(access);
      ArmOrder.addSameLocation(state, access, own < 0 ? 0 : state.index(own) + 1, row);
    }
  }

  @Override
  public boolean isSettledAt(CommitState state, int access, int where) {
    boolean behindStore = false;
    for (int i = state.index(access) - 1; i >= 0; i--) {
      int e = state.event(state.thread(access), i);
      int other =
          state.kind(e) == FetchedEvents.Kind.CHOICE ? FetchedEvents.UNKNOWN : state.location(e);
      if (other == CommitLocations.STRAY) {
        return false;
      }
      if (other == where && !behindStore) {
        if (state.isStore(access) || state.isLoad(e)) {
          if (!state.isCommitted(e)) {
            return false;
          }
        } else {
          behindStore = true;
          if (!canForward(state, e, access)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Whether what a store depends on is committed, and itself if it has to be. */
  private static boolean canForward(CommitState state, int store, int load) {
    return state.nextUncommitted(state.rows(Dependency.ADDR), store, 0) < 0
        && state.nextUncommitted(state.rows(Dependency.DATA), store, 0) < 0
        && (state.isCommitted(store)
            || state.partner(store) == FetchPoint.NONE
            || !state.order(load).acquires());
  }

  @Override
  public boolean forwards() {
    return true;
  }
}
