package dev.heddle.explore.rsmc;

/** What POWER and ARM ask of one location: SC per location, and that atomic pairs are atomic. */
final class LocationAxioms {
  private final CommitState state;
  private final CoherenceLists coherence;

  LocationAxioms(CommitState state) {
    this.state = state;
    this.coherence = state.coherence();
  }

  /**
   * acyclic(po-loc ∪ com): the place in coherence that an access may not come before. What is
   * before it in its thread is committed as far as it matters.
   */
  int lowestPlace(int access) {
    int least = -1;
    EventRows accesses = coherence.accesses();
    EventRows po = state.rows(Dependency.PO);
    int where = state.location(access);
    for (int e = po.nextCommon(access, 0, accesses, where);
        e >= 0;
        e = po.nextCommon(access, e + 1, accesses, where)) {
      least = Math.max(least, coherence.placeSeen(e));
    }
    return least;
  }

  /** empty(rmw ∩ (fre;coe)): whether a store may have a place. */
  boolean keepsPairs(int store, int place) {
    int location = state.location(store);
    int mine = state.thread(store);
    int load = state.partner(store);
    if (load != FetchPoint.NONE) {
      if (state.location(load) != location) {
        return false;
      }
      for (int i = coherence.placeSeen(load) + 1; i < place; i++) {
        if (state.thread(coherence.store(location, i)) != mine) {
          return false;
        }
      }
    }
    for (int i = place; i < coherence.count(location); i++) {
      int later = coherence.store(location, i);
      int reserved = state.partner(later);
      if (reserved != FetchPoint.NONE
          && coherence.placeSeen(reserved) < place
          && state.thread(later) != mine) {
        return false;
      }
    }
    return true;
  }
}
