package dev.heddle.explore.rsmc;

/**
 * What hardware models have in common: SC per location, acyclic(po-loc ∪ com), and atomicity,
 * empty(rmw ∩ (fre;coe)), for commit-before orders that contain po-loc.
 */
final class LocationAxioms {
  private final CommitState state;
  private final CoherenceLists coherence;

  LocationAxioms(CommitState state) {
    this.state = state;
    this.coherence = state.coherence();
  }

  /**
   * The last place that earlier accesses of the thread to the location have seen. A load may read
   * from there on, a store must come behind.
   */
  int placeSeenBefore(int event) {
    int location = state.location(event);
    int last = -1;
    EventRows po = state.rows(Dependency.PO);
    for (int e = po.next(event, 0); e >= 0; e = po.next(event, e + 1)) {
      if (state.location(e) == location) {
        last = Math.max(last, coherence.placeSeen(e));
      }
    }
    return last;
  }

  /**
   * Whether no pair is torn apart if a store comes to a place, its own or one of another thread.
   */
  boolean keepPairs(int store, int place) {
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
