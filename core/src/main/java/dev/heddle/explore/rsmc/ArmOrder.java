package dev.heddle.explore.rsmc;

/**
 * The order that ARM keeps within a thread: lob = po-loc;[W] ∪ dob ∪ aob ∪ bob of the multi-copy
 * atomic model.
 */
final class ArmOrder {
  private ArmOrder() {}

  /** What is known of it as an access is fetched: all but what depends on locations. */
  static void addFetched(FetchedEvents state, int access, EventRows row) {
    boolean isStore = state.isStore(access);
    row.addAll(access, state.rows(Dependency.ADDR), access);
    row.addAll(access, state.rows(Dependency.DATA), access);
    row.addAll(access, state.rows(Dependency.FULL_FENCE), access);
    row.addAll(access, state.rows(Dependency.ACQUIRED), access);
    EventRows kinds = state.kinds();
    row.addCommon(access, state.rows(Dependency.LOAD_FENCE), access, kinds, FetchedEvents.LOADS);
    if (isStore) {
      row.addAll(access, state.rows(Dependency.CTRL), access);
      row.addAll(access, state.rows(Dependency.ADDR_PO), access);
      row.addCommon(
          access, state.rows(Dependency.STORE_FENCE), access, kinds, FetchedEvents.STORES);
      if (state.partner(access) != FetchPoint.NONE) {
        row.add(access, state.partner(access));
      }
      if (state.order(access) == AccessOrder.RELEASE) {
        row.addAll(access, state.rows(Dependency.PO), access);
      }
    } else {
      row.addAll(access, state.rows(Dependency.CTRL_FENCE), access);
      if (state.order(access) == AccessOrder.ACQUIRE) {
        row.addAll(access, state.rows(Dependency.RELEASED), access);
      }
    }
  }

  /**
   * The rest: po-loc to a store; to a load what the store before it depends on, which may be
   * forwarded to it, and that store itself if it completes an atomic pair and the load acquires.
   */
  static void addAtLocation(CommitState state, int access, EventRows row) {
    if (state.isStore(access)) {
      addSameLocation(state, access, 0, row);
      return;
    }
    int own = state.ownStoreBefore(access);
    if (own != FetchPoint.NONE) {
      row.addAll(access, state.rows(Dependency.ADDR), own);
      row.addAll(access, state.rows(Dependency.DATA), own);
      if (state.partner(own) != FetchPoint.NONE && state.order(access).acquires()) {
        row.add(access, own);
      }
    }
  }

  /** Adds the accesses of the thread to the location of one, from a number of the thread on. */
  static void addSameLocation(CommitState state, int access, int from, EventRows row) {
    for (int i = from; i < state.index(access); i++) {
      int e = state.event(state.thread(access), i);
      if (state.isSameLocation(e, access)) {
        row.add(access, e);
      }
    }
  }
}
