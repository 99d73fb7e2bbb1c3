package dev.heddle.explore.rsmc;

/**
 * cb<sup>power</sup> = (addr ∪ data ∪ ctrl ∪ rf ∪ addr;po ∪ po-loc ∪ sync ∪ lwsync)⁺. With it no
 * load ever blocks, and every relation of the model that an event is in when it is committed leads
 * to this event, apart from co and fr ({@link PowerAxioms} builds on that). For that to hold of
 * eieio, which the paper leaves out, its pairs of stores are a part too.
 */
final class PowerCommitBefore implements CommitBefore {
  @Override
  public void addPredecessors(FetchedEvents state, int event, EventRows row) {
    row.addAll(event, state.rows(Dependency.ADDR), event);
    row.addAll(event, state.rows(Dependency.DATA), event);
    row.addAll(event, state.rows(Dependency.GUARD), event);
    row.addAll(event, state.rows(Dependency.ADDR_PO), event);
    addFences(state, event, row);
  }

  /** sync, lwsync but from a store to a load, eieio from a store to a store. */
  static void addFences(FetchedEvents state, int event, EventRows row) {
    EventRows kinds = state.kinds();
    EventRows light = state.rows(Dependency.LIGHT_FENCE);
    row.addAll(event, state.rows(Dependency.FULL_FENCE), event);
    if (state.isStore(event)) {
      row.addAll(event, light, event);
      row.addCommon(event, state.rows(Dependency.STORE_FENCE), event, kinds, FetchedEvents.STORES);
    } else {
      row.addCommon(event, light, event, kinds, FetchedEvents.LOADS);
    }
  }

  @Override
  public void addAtLocation(CommitState state, int access, EventRows row) {
    EventRows accesses = state.coherence().accesses();
    row.addCommon(access, state.rows(Dependency.PO), access, accesses, state.location(access));
  }

  @Override
  public boolean isSettledAt(CommitState state, int access, int where) {
    EventRows po = state.rows(Dependency.PO);
    for (int e = state.nextUncommitted(po, access, 0);
        e >= 0;
        e = state.nextUncommitted(po, access, e + 1)) {
      int other = state.location(e);
      if (other == where || other == CommitLocations.STRAY) {
        return false;
      }
    }
    return true;
  }
}
