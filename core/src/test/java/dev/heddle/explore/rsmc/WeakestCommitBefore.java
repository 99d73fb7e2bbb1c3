package dev.heddle.explore.rsmc;

/** cb⁰ = (addr ∪ data ∪ ctrl ∪ rf)⁺, the weakest that makes sense. */
final class WeakestCommitBefore implements CommitBefore {
  @Override
  public void addPredecessors(FetchedEvents state, int event, EventRows row) {
    row.addAll(event, state.rows(Dependency.ADDR), event);
    row.addAll(event, state.rows(Dependency.DATA), event);
    row.addAll(event, state.rows(Dependency.GUARD), event);
  }

  @Override
  public void addAtLocation(CommitState state, int access, EventRows row) {}

  @Override
  public boolean isSettledAt(CommitState state, int access, int where) {
    return true;
  }
}
