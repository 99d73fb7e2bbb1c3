package dev.heddle.explore.rsmc;

/**
 * ARMv8, after C. Pulte and others: Simplifying ARM concurrency, POPL 2018, and the later additions
 * of the architecture, asked one commit at a time: internal, external and atomic of {@code
 * armv8.cat}.
 *
 * <p>Events are committed in an order that contains {@link ArmCommitBefore}. So when an event e is
 * committed, lob and rfe lead to e and not from it; only co and fr can lead from e, to stores that
 * come behind e, or behind what e reads, in the coherence order. It follows that
 *
 * <ul>
 *   <li>the column of e in lob is found once, and is never changed;
 *   <li>an event that is last in coherence, or reads the last store, is always admitted;
 *   <li>a cycle of ob that e closes leaves e for such a store, so it is found by one search
 *       backwards from e that looks for them. The search need not begin with what co and fr relate
 *       to e: where it leads from there to a store behind e, there was a cycle before.
 * </ul>
 *
 * A load that reads ahead of a store gets its pairs of fr when that store is committed: the search
 * for the store begins with such loads, too. Rows hold predecessors.
 *
 * <p>Where accesses have several events, {@link ArmWholeAccesses} is asked as well.
 */
final class ArmAxioms implements CommitModel {
  private static final int REACHED = 0;
  private static final int DONE = 1;

  private final CommitState state;
  private final CoherenceLists coherence;
  private final LocationAxioms atLocation;
  private final ArmWholeAccesses wholeAccesses;
  private final EventRows lob = new EventRows(0, 0);
  private final EventRows sets = new EventRows(2, 1);

  private int event;
  private int location;

  /** The event may not come before this place in coherence, nor read from what does. */
  private int lowest;

  /** The store that the load must read from because it is not committed, or -1. */
  private int forwarding;

  /** The last place among the stores of the location that lead to the event. */
  private int lastReached;

  ArmAxioms(CommitState state) {
    this.state = state;
    this.coherence = state.coherence();
    this.atLocation = new LocationAxioms(state);
    this.wholeAccesses = state.splitAccesses() ? new ArmWholeAccesses(state, lob) : null;
  }

  @Override
  public void grow(int events, int stride) {
    lob.grow(events, stride);
    sets.grow(2, stride);
    if (wholeAccesses != null) {
      wholeAccesses.grow(events, stride);
    }
  }

  @Override
  public void turnTo(int access) {
    event = access;
    location = state.location(access);
    lob.clear(access);
    ArmOrder.addFetched(state, access, lob);
    ArmOrder.addAtLocation(state, access, lob);
    int own = state.isLoad(access) ? state.ownStoreBefore(access) : FetchPoint.NONE;
    forwarding = own == FetchPoint.NONE || state.isCommitted(own) ? FetchPoint.NONE : own;
    if (forwarding != FetchPoint.NONE) {
      return;
    }
    lowest = atLocation.lowestPlace(access);
    sets.copy(REACHED, lob, access);
    if (state.isStore(access)) {
      addForwarded();
    }
    searchBack();
    lastReached = lastReached();
  }

  /** Begins with the loads that have read ahead of the store, too. */
  private void addForwarded() {
    EventRows accesses = coherence.accesses();
    for (int e = accesses.next(location, 0); e >= 0; e = accesses.next(location, e + 1)) {
      if (state.isLoad(e) && state.parameter(e) == event) {
        sets.addAll(REACHED, lob, e);
      }
    }
  }

  @Override
  public boolean admitsPlace(int place) {
    return place > lowest
        && place > lastReached
        && atLocation.keepsPairs(event, place)
        && (wholeAccesses == null || wholeAccesses.admits(event, place));
  }

  @Override
  public boolean admitsSource(int source) {
    if (forwarding != FetchPoint.NONE ? source != forwarding : !isRecent(source)) {
      return false;
    }
    return wholeAccesses == null || wholeAccesses.admits(event, source);
  }

  @Override
  public boolean admitsLastSource() {
    return wholeAccesses == null;
  }

  private boolean isRecent(int source) {
    int place = coherence.place(source);
    return place >= lowest && place >= lastReached;
  }

  @Override
  public boolean happensBefore(int first, int second) {
    sets.copy(REACHED, lob, second);
    coherence.addObserved(second, sets, REACHED);
    searchBack();
    return sets.has(REACHED, first);
  }

  /** ob = rfe ∪ coe ∪ fre ∪ lob backwards; co and fr within a thread are in lob. */
  private void searchBack() {
    sets.clear(DONE);
    for (int x = sets.nextOutside(REACHED, 0, sets, DONE);
        x >= 0;
        x = sets.nextOutside(REACHED, 0, sets, DONE)) {
      sets.add(DONE, x);
      sets.addAll(REACHED, lob, x);
      coherence.addObserved(x, sets, REACHED);
    }
  }

  private int lastReached() {
    for (int i = coherence.count(location) - 1; i >= 0; i--) {
      if (sets.has(REACHED, coherence.store(location, i))) {
        return i;
      }
    }
    return -1;
  }
}
