package dev.heddle.explore.rsmc;

/**
 * POWER, after J. Alglave, L. Maranget, M. Tautschnig: Herding Cats, TOPLAS 36(2), 2014, figures 5,
 * 17, 18 and 25, asked one commit at a time.
 *
 * <p>Events are committed in an order that contains {@link PowerCommitBefore}. So when an event e
 * is committed, dependencies, fences, po-loc, rdw, detour, rf, and with them ii, ic, ci, cc, ppo
 * and hb, lead to e and not from it; only co and fr can lead from e. It follows that
 *
 * <ul>
 *   <li>the column of e in each of these relations is found once, from the columns of events that
 *       are committed already, and is never changed: undoing costs nothing;
 *   <li>hb stays acyclic, and an event that is last in coherence, or reads the last store, is
 *       always admitted;
 *   <li>a cycle of propagation or observation that e closes leaves e by co or fr and comes back by
 *       prop, so it is found by one search backwards from e.
 * </ul>
 *
 * Symbols: A = prop-base = (fence ∪ rfe;fence);hb*, G = A*;sync;hb*, B = (A ∩ W×W);hb*. Then prop
 * is (A ∩ W×W) ∪ com*;G, and prop;hb* is B ∪ com*;G. Rows hold predecessors.
 */
final class PowerAxioms implements CommitModel {
  private static final int IN_COM = 0;
  private static final int AT_PROP = 1;
  private static final int DONE_IN_COM = 2;
  private static final int DONE_AT_PROP = 3;

  private final CommitState state;
  private final CoherenceLists coherence;
  private final EventRows kinds;
  private final LocationAxioms atLocation;

  private final EventRows ii = new EventRows(0, 0);
  private final EventRows ic = new EventRows(0, 0);
  private final EventRows ci = new EventRows(0, 0);
  private final EventRows cc = new EventRows(0, 0);
  private final EventRows fence = new EventRows(0, 0);
  private final EventRows hb = new EventRows(0, 0);
  private final EventRows a = new EventRows(0, 0);
  private final EventRows aStar = new EventRows(0, 0);
  private final EventRows b = new EventRows(0, 0);
  private final EventRows g = new EventRows(0, 0);
  private final EventRows[] all = {ii, ic, ci, cc, fence, hb, a, aStar, b, g};

  /** The search backwards; see {@link #searchBack}. */
  private final EventRows reached = new EventRows(4, 1);

  private int event;
  private int location;

  /** SC per location: the event may not come before this place in coherence. */
  private int lowest;

  /** The last place among the stores of the location that a store may not precede. */
  private int lastReached;

  PowerAxioms(CommitState state) {
    this.state = state;
    this.coherence = state.coherence();
    this.kinds = state.kinds();
    this.atLocation = new LocationAxioms(state);
  }

  @Override
  public void grow(int events, int stride) {
    for (EventRows relation : all) {
      relation.grow(events, stride);
    }
    reached.grow(4, stride);
  }

  @Override
  public void turnTo(int access) {
    event = access;
    location = state.location(access);
    lowest = atLocation.lowestPlace(access);
    if (state.isStore(access)) {
      relate(CommitState.INITIAL);
      searchBack();
      lastReached = lastReached(AT_PROP);
    }
  }

  @Override
  public boolean admitsPlace(int place) {
    if (place <= lowest || !atLocation.keepsPairs(event, place)) {
      return false;
    }
    // The last store has no outgoing edge and closes no cycle.
    return place == coherence.count(location) || (place > lastReached && isObservedInOrder(place));
  }

  /**
   * Observation, irreflexive(fre;prop;hb*), for the new pairs of fre that lead to the store: r fre
   * e com⁺ y G r, with y the stores behind it and their readers.
   */
  private boolean isObservedInOrder(int place) {
    EventRows accesses = coherence.accesses();
    for (int r = accesses.next(location, 0); r >= 0; r = accesses.next(location, r + 1)) {
      if (state.isLoad(r)
          && coherence.placeSeen(r) < place
          && state.thread(r) != state.thread(event)
          && precedesBeyond(r, place)) {
        return false;
      }
    }
    return true;
  }

  /** Whether (y, r) ∈ G for a store y of the location not before {@code place}, or its reader. */
  private boolean precedesBeyond(int r, int place) {
    for (int y = g.next(r, 0); y >= 0; y = g.next(r, y + 1)) {
      if (state.location(y) == location && coherence.placeSeen(y) >= place) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean admitsSource(int source) {
    int place = coherence.place(source);
    if (place < lowest) {
      return false;
    }
    relate(source);
    if (place == coherence.count(location) - 1) {
      return true;
    }
    // Observation: e fre w prop;hb* e.
    int first = -1;
    for (int i = coherence.count(location) - 1; i > place; i--) {
      int w = coherence.store(location, i);
      if (state.thread(w) != state.thread(event)) {
        first = i;
        if (b.has(event, w)) {
          return false;
        }
      }
    }
    if (first >= 0 && precedesBeyond(event, first)) {
      return false;
    }
    searchBack();
    return lastReached(IN_COM) <= place;
  }

  /** Finds the columns of the event, which is a store or reads from {@code source}. */
  private void relate(int source) {
    fence.clear(event);
    PowerCommitBefore.addFences(state, event, fence);
    preserve(source);
    // hb = ppo ∪ fence ∪ rfe
    EventRows ppo = state.isLoad(event) ? ii : ic;
    hb.copy(event, fence, event);
    hb.addCommon(event, ppo, event, kinds, FetchedEvents.LOADS);
    if (source != CommitState.INITIAL && state.thread(source) != state.thread(event)) {
      hb.add(event, source);
    }
    // A = (fence ∪ rfe;fence);hb*
    a.copy(event, fence, event);
    for (int e = fence.nextCommon(event, 0, kinds, FetchedEvents.LOADS);
        e >= 0;
        e = fence.nextCommon(event, e + 1, kinds, FetchedEvents.LOADS)) {
      if (isReadFromOutside(e)) {
        a.add(event, state.parameter(e));
      }
    }
    a.addThrough(event, hb, event, a, hb);
    aStar.clear(event);
    aStar.addThrough(event, a, event, aStar, aStar);
    aStar.add(event, event);
    // B = (A ∩ W×W);hb*
    b.clear(event);
    if (state.isStore(event)) {
      b.addCommon(event, a, event, kinds, FetchedEvents.STORES);
    }
    b.addThrough(event, hb, event, b, hb);
    // G = A*;sync;hb*
    g.clear(event);
    g.addThrough(event, state.rows(Dependency.FULL_FENCE), event, aStar, aStar);
    g.addThrough(event, hb, event, g, hb);
  }

  private boolean isReadFromOutside(int load) {
    int source = state.parameter(load);
    return source != CommitState.INITIAL && state.thread(source) != state.thread(load);
  }

  /**
   * The column of the event in ii, ic, ci, cc, the least solution of
   *
   * <pre>
   * ii = dp ∪ rdw ∪ rfi ∪ ci ∪ ic;ci ∪ ii;ii    ic = ii ∪ cc ∪ ic;cc ∪ ii;ic
   * ci = ctrl+isync ∪ detour ∪ ci;ii ∪ cc;ci    cc = dp ∪ po-loc ∪ ctrl ∪ addr;po ∪ ci ∪ ci;ic ∪ cc;cc
   * </pre>
   */
  private void preserve(int source) {
    ii.copy(event, state.rows(Dependency.ADDR), event);
    ii.addAll(event, state.rows(Dependency.DATA), event);
    ci.copy(event, state.rows(Dependency.CTRL_FENCE), event);
    cc.copy(event, ii, event);
    cc.addAll(event, state.rows(Dependency.CTRL), event);
    cc.addAll(event, state.rows(Dependency.ADDR_PO), event);
    EventRows po = state.rows(Dependency.PO);
    boolean outside = source != CommitState.INITIAL && state.thread(source) != state.thread(event);
    EventRows accesses = coherence.accesses();
    cc.addCommon(event, po, event, accesses, location);
    for (int e = outside ? po.nextCommon(event, 0, accesses, location) : -1;
        e >= 0;
        e = po.nextCommon(event, e + 1, accesses, location)) {
      if (coherence.placeSeen(e) < coherence.place(source)) {
        // rdw = po-loc ∩ (fre;rfe), detour = po-loc ∩ (coe;rfe)
        (state.isLoad(e) ? ii : ci).add(event, e);
      }
    }
    if (source != CommitState.INITIAL && !outside) {
      ii.add(event, source);
    }
    closeStarts();
    ic.copy(event, ii, event);
    cc.addAll(event, ci, event);
    closeEnds();
    assert isClosed() : "once through is enough";
  }

  /**
   * ii and ci, which need ic and cc of earlier events only. Once through is enough, as the columns
   * of earlier events are closed: what a new m adds is in the column through which m came.
   */
  private void closeStarts() {
    ci.addThrough(event, ii, event, ci, ii);
    ci.addThrough(event, ci, event, cc, cc);
    ii.addAll(event, ci, event);
    ii.addThrough(event, ci, event, ic, cc);
    ii.addThrough(event, ii, event, ii, ii);
  }

  /** The same for ic and cc. */
  private void closeEnds() {
    cc.addThrough(event, ic, event, ci, ii);
    cc.addThrough(event, cc, event, cc, cc);
    ic.addAll(event, cc, event);
    ic.addThrough(event, cc, event, ic, cc);
    ic.addThrough(event, ic, event, ii, ii);
  }

  private boolean isClosed() {
    int pairs = ii.count(event) + ci.count(event) + ic.count(event) + cc.count(event);
    closeStarts();
    ic.addAll(event, ii, event);
    cc.addAll(event, ci, event);
    closeEnds();
    return pairs == ii.count(event) + ci.count(event) + ic.count(event) + cc.count(event);
  }

  /**
   * Propagation, acyclic(co ∪ prop): finds the events from which a path of co ∪ prop leads to the
   * event. A path is AT_PROP between two pairs of co ∪ prop, and IN_COM on the com* of a pair of
   * com*;G, which it must end with G.
   */
  private void searchBack() {
    for (int set = IN_COM; set <= DONE_AT_PROP; set++) {
      reached.clear(set);
    }
    reached.copy(IN_COM, g, event);
    addStores(a, event);
    while (true) {
      int x = reached.nextOutside(IN_COM, 0, reached, DONE_IN_COM);
      if (x >= 0) {
        reached.add(DONE_IN_COM, x);
        reached.add(AT_PROP, x);
        addBeforeInCom(x);
        continue;
      }
      x = reached.nextOutside(AT_PROP, 0, reached, DONE_AT_PROP);
      if (x < 0) {
        return;
      }
      reached.add(DONE_AT_PROP, x);
      reached.addAll(IN_COM, g, x);
      if (state.isStore(x)) {
        int where = state.location(x);
        for (int i = coherence.place(x) - 1; i >= 0; i--) {
          reached.add(AT_PROP, coherence.store(where, i));
        }
        addStores(a, x);
      }
    }
  }

  /** A ∩ W×W backwards. */
  private void addStores(EventRows relation, int x) {
    if (state.isStore(x)) {
      reached.addCommon(AT_PROP, relation, x, kinds, FetchedEvents.STORES);
    }
  }

  /** com = rf ∪ co ∪ fr backwards. */
  private void addBeforeInCom(int x) {
    if (state.isLoad(x)) {
      if (state.parameter(x) != CommitState.INITIAL) {
        reached.add(IN_COM, state.parameter(x));
      }
      return;
    }
    int where = state.location(x);
    EventRows accesses = coherence.accesses();
    for (int e = accesses.next(where, 0); e >= 0; e = accesses.next(where, e + 1)) {
      if (coherence.placeSeen(e) < coherence.place(x)) {
        reached.add(IN_COM, e);
      }
    }
  }

  /** hb⁺. */
  @Override
  public boolean happensBefore(int first, int second) {
    reached.copy(IN_COM, hb, second);
    reached.clear(DONE_IN_COM);
    for (int x = reached.nextOutside(IN_COM, 0, reached, DONE_IN_COM);
        x >= 0;
        x = reached.nextOutside(IN_COM, 0, reached, DONE_IN_COM)) {
      reached.add(DONE_IN_COM, x);
      reached.addAll(IN_COM, hb, x);
    }
    return reached.has(IN_COM, first);
  }

  private int lastReached(int set) {
    for (int i = coherence.count(location) - 1; i >= 0; i--) {
      if (reached.has(set, coherence.store(location, i))) {
        return i;
      }
    }
    return -1;
  }
}
