package dev.heddle.explore.rsmc;

/**
 * ARMv8, after C. Pulte, S. Flur, W. Deacon, J. French, S. Sarkar, P. Sewell: Simplifying ARM
 * Concurrency, POPL 2018, asked one commit at a time, for loads, stores and exclusive pairs.
 *
 * <p>As under {@link PowerAxioms}, everything but co and fr leads to the event that is committed.
 * So its column of local = po-loc;[W] ∪ dob ∪ aob ∪ bob is found once, and a cycle of local ∪ rfe ∪
 * fre ∪ coe that it closes leaves it by fre or coe, and comes back by local: where it came by rfe,
 * fre or coe, the event before it would precede the one behind it anyway.
 */
final class ArmAxioms implements CommitModel {
  private static final int REACHED = 0;
  private static final int DONE = 1;

  private final CommitState state;
  private final CoherenceLists coherence;
  private final LocationAxioms locations;
  private final EventRows local = new EventRows(0, 0);

  /** Events from which the event can be reached, and those whose predecessors were looked at. */
  private final EventRows sets = new EventRows(2, 1);

  private int event;
  private int location;
  private int lowest;

  /** The last place of a store of the location that the event may not precede. */
  private int lastReached;

  ArmAxioms(CommitState state) {
    this.state = state;
    this.coherence = state.coherence();
    this.locations = new LocationAxioms(state);
  }

  @Override
  public void grow(int events, int stride) {
    local.grow(events, stride);
    sets.grow(2, stride);
  }

  @Override
  public void turnTo(int access) {
    event = access;
    location = state.location(access);
    lowest = locations.placeSeenBefore(access);
    relate();
    searchBack();
    lastReached = -1;
    for (int i = 0; i < coherence.count(location); i++) {
      if (sets.has(REACHED, coherence.store(location, i))) {
        lastReached = i;
      }
    }
  }

  @Override
  public boolean admitsPlace(int place) {
    return place > lowest && place > lastReached && locations.keepPairs(event, place);
  }

  @Override
  public boolean admitsSource(int source) {
    int place = coherence.place(source);
    return place >= lowest && place >= lastReached;
  }

  /** The column of local. */
  private void relate() {
    // dob = addr ∪ data ∪ ctrl;[W] ∪ (ctrl ∪ addr;po);[ISB];po;[R] ∪ addr;po;[W] ∪ …
    local.copy(event, state.rows(Dependency.ADDR), event);
    local.addAll(event, state.rows(Dependency.DATA), event);
    if (state.isStore(event)) {
      local.addAll(event, state.rows(Dependency.CTRL), event);
      local.addAll(event, state.rows(Dependency.ADDR_PO), event);
    } else {
      local.addAll(event, state.rows(Dependency.CTRL_FENCE), event);
      local.addAll(event, state.rows(Dependency.ADDR_PO_FENCE), event);
    }
    ArmCommitBefore.addBarriers(state, event, local);
    int forwarded = CommitState.INITIAL;
    EventRows po = state.rows(Dependency.PO);
    for (int e = po.next(event, 0); e >= 0; e = po.next(event, e + 1)) {
      if (state.location(e) == location) {
        if (state.isStore(event)) {
          local.add(event, e);
        } else if (state.isStore(e)
            && (forwarded == CommitState.INITIAL || state.index(e) > state.index(forwarded))) {
          forwarded = e;
        }
      }
    }
    if (forwarded != CommitState.INITIAL) {
      // … ∪ (addr ∪ data);forwarded, and of aob [range(rmw)];forwarded;[A ∪ Q]
      local.addAll(event, state.rows(Dependency.ADDR), forwarded);
      local.addAll(event, state.rows(Dependency.DATA), forwarded);
      if (state.partner(forwarded) != FetchPoint.NONE && state.isAcquire(event)) {
        local.add(event, forwarded);
      }
    }
  }

  /** Follows local, rfe, fre and coe backwards from what is local before the event. */
  private void searchBack() {
    sets.copy(REACHED, local, event);
    sets.clear(DONE);
    int x = next();
    while (x >= 0) {
      sets.add(DONE, x);
      sets.addAll(REACHED, local, x);
      if (state.isLoad(x)) {
        int source = state.parameter(x);
        if (source != CommitState.INITIAL && state.thread(source) != state.thread(x)) {
          sets.add(REACHED, source);
        }
      } else {
        addObservedBefore(x);
      }
      x = next();
    }
  }

  private int next() {
    for (int x = sets.next(REACHED, 0); x >= 0; x = sets.next(REACHED, x + 1)) {
      if (!sets.has(DONE, x)) {
        return x;
      }
    }
    return -1;
  }

  /** coe and fre backwards. */
  private void addObservedBefore(int store) {
    int where = state.location(store);
    EventRows accesses = coherence.accesses();
    for (int e = accesses.next(where, 0); e >= 0; e = accesses.next(where, e + 1)) {
      if (state.thread(e) != state.thread(store)
          && coherence.placeSeen(e) < coherence.place(store)) {
        sets.add(REACHED, e);
      }
    }
  }
}
