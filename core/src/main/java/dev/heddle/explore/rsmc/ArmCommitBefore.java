package dev.heddle.explore.rsmc;

/**
 * Commit-before for ARMv8: (addr ∪ data ∪ ctrl ∪ rf ∪ addr;po ∪ po-loc ∪ bob)⁺, chosen as that of
 * POWER is: all relations of the model but co and fr lead to the event that is committed.
 *
 * <p>It is valid, that is acyclic in every execution that the model allows, where no thread loads
 * from a location that it has stored to ({@link ForwardedLoads}). Then a path of it within a
 * thread, from a load to a store, is in ob; only po-loc between two loads is not, and there
 * coherence puts the source of the first before the second.
 */
final class ArmCommitBefore implements CommitBefore {
  @Override
  public void addPredecessors(CommitState state, int event, EventRows row) {
    row.addAll(event, state.rows(Dependency.ADDR), event);
    row.addAll(event, state.rows(Dependency.DATA), event);
    row.addAll(event, state.rows(Dependency.GUARD), event);
    row.addAll(event, state.rows(Dependency.ADDR_PO), event);
    addBarriers(state, event, row);
  }

  /**
   * bob: barriers, and accesses that acquire or release.
   *
   * <pre>
   * fencerel(DMB SY) ∪ [R];fencerel(DMB LD) ∪ [W];fencerel(DMB ST);[W]
   *   ∪ [L];po;[A] ∪ [A ∪ Q];po ∪ po;[L]
   * </pre>
   */
  static void addBarriers(CommitState state, int event, EventRows row) {
    row.addAll(event, state.rows(Dependency.FULL_FENCE), event);
    row.addAll(event, state.rows(Dependency.ACQUIRE), event);
    if (state.isStrong(event)) {
      Dependency earlier = state.isStore(event) ? Dependency.PO : Dependency.RELEASE;
      row.addAll(event, state.rows(earlier), event);
    }
    EventRows ofLoads = state.rows(Dependency.LOAD_FENCE);
    for (int e = ofLoads.next(event, 0); e >= 0; e = ofLoads.next(event, e + 1)) {
      if (state.isLoad(e)) {
        row.add(event, e);
      }
    }
    EventRows ofStores = state.rows(Dependency.STORE_FENCE);
    boolean isStore = state.isStore(event);
    for (int e = ofStores.next(event, 0); isStore && e >= 0; e = ofStores.next(event, e + 1)) {
      if (state.isStore(e)) {
        row.add(event, e);
      }
    }
  }

  @Override
  public boolean keepsLocations() {
    return true;
  }
}
