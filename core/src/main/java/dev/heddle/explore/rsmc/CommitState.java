package dev.heddle.explore.rsmc;

import java.util.Arrays;

/**
 * A state σ = (λ, F, E, po, co, rf) of the execution model of section 2, and the run that led to
 * it. {@link #commit} adds an event to E and fetches as far as possible, and {@link #undo} takes
 * the last one back.
 */
final class CommitState extends FetchedEvents {
  /** The source of a load that reads an initial value. */
  static final int INITIAL = -1;

  private static final int COMMITTED = 0;
  private static final int STUCK = 1;

  /** What is fetched and neither committed nor stuck. */
  private static final int OPEN = 2;

  private static final int SETS = 3;

  private final CommitLocations locations;
  private InstructionFetch fetch;
  private final CoherenceLists coherence;

  /** All predecessors in commit-before, of events that are or were to be committed. */
  private final EventRows commitBefore;

  /** The same without what the source of a load adds. */
  private final EventRows prepared;

  private final EventRows sets = new EventRows(SETS, 1);
  private CommitModel model;

  // By event.
  private int[] location = new int[capacity()];
  private int[] parameter = new int[capacity()];
  private int[] depth = new int[capacity()];

  /** By thread. */
  private FetchPoint[] points = {};

  // The run, and what to go back to.
  private int[] run = new int[capacity()];
  private int length;
  private int[] sizeBefore = new int[capacity()];
  private int[] valuesBefore = new int[capacity()];
  private int[] learnedBefore = new int[capacity()];
  private FetchPoint[][] pointsBefore = new FetchPoint[capacity()][];
  private int stuck;
  private boolean sawCut;
  private boolean sawStray;
  private boolean sawHazard;

  CommitState(CommitLocations locations, CommitBefore cb) {
    super(cb);
    this.locations = locations;
    commitBefore = relation();
    prepared = relation();
    coherence = new CoherenceLists(this, Math.max(8, locations.count()));
  }

  /** Says how threads are fetched; to be called once, before the start. */
  void fetchBy(InstructionFetch how) {
    fetch = how;
  }

  /** Fetches what can be fetched before any event is committed. */
  void start(CommitModel judge) {
    model = judge;
    model.grow(capacity(), capacity() >> 6);
    FetchPoint[] first = fetch.start();
    for (FetchPoint point : first) {
      if (point != null) {
        addThread(point);
      }
    }
    for (FetchPoint point : first) {
      if (point != null) {
        fetch.advance(point);
      }
    }
  }

  @Override
  void addThread(FetchPoint point) {
    super.addThread(point);
    points = Arrays.copyOf(points, Math.max(points.length, point.thread + 1));
    points[point.thread] = point;
  }

  @Override
  void begin(int event) {
    location[event] = UNKNOWN;
    coherence.begin(event);
    sets.remove(COMMITTED, event);
    sets.remove(STUCK, event);
    sets.add(OPEN, event);
  }

  @Override
  void reserve(int more) {
    location = Arrays.copyOf(location, more);
    parameter = Arrays.copyOf(parameter, more);
    depth = Arrays.copyOf(depth, more);
    run = Arrays.copyOf(run, more);
    sizeBefore = Arrays.copyOf(sizeBefore, more);
    valuesBefore = Arrays.copyOf(valuesBefore, more);
    learnedBefore = Arrays.copyOf(learnedBefore, more);
    pointsBefore = Arrays.copyOf(pointsBefore, more);
    sets.grow(SETS, more >> 6);
    coherence.grow(more, more >> 6);
    model.grow(more, more >> 6);
  }

  // Committing.

  /**
   * Commits an enabled event that has been {@linkplain #prepare prepared}.
   *
   * @param with its source, its place in coherence, or the choice
   */
  void commit(int event, int with) {
    if (kind(event) != Kind.CHOICE) {
      location[event] = location(event);
    }
    note(event, with);
    sets.add(COMMITTED, event);
    switch (kind(event)) {
      case LOAD -> {
        commitBefore.copy(event, prepared, event);
        addSource(event, with);
        coherence.addLoad(event, location[event]);
        values().define(value(event), loaded(event));
      }
      case STORE -> coherence.insert(event, location[event], with);
      case CHOICE -> {}
    }
    advance(thread(event));
  }

  /**
   * rf as a part of commit-before. Where loads may read ahead of a store of their thread, they need
   * not wait for the store that they read from; but who reads from another store comes behind it in
   * coherence, and so behind the store of its thread.
   */
  private void addSource(int load, int source) {
    if (!cb().forwards()) {
      addBefore(load, source);
      return;
    }
    int own = ownStoreBefore(load);
    if (source != own) {
      addBefore(load, source);
      addBefore(load, own);
    }
  }

  /** An enabled access is looked at as if it had been committed. */
  void assume(int access, int with) {
    if (isStore(access)) {
      coherence.insert(access, location(access), with);
    } else {
      parameter[access] = with;
      coherence.addLoad(access, location(access));
    }
  }

  /** It is not any longer. */
  void forget(int access) {
    if (isStore(access)) {
      coherence.remove(access, location(access));
    } else {
      coherence.removeLoad(access, location(access));
    }
  }

  private void addBefore(int load, int store) {
    if (store >= 0) {
      commitBefore.addAll(load, commitBefore, store);
      commitBefore.add(load, store);
    }
  }

  /** Goes on without an event that no parameter fits: what is reached so is never complete. */
  void block(int event) {
    note(event, INITIAL);
    sets.add(STUCK, event);
    stuck++;
  }

  private void note(int event, int with) {
    sizeBefore[length] = size();
    valuesBefore[length] = values().size();
    learnedBefore[length] = values().learnedCount();
    pointsBefore[length] = points;
    parameter[event] = with;
    sets.remove(OPEN, event);
    depth[event] = length;
    run[length++] = event;
  }

  private void advance(int number) {
    if (fetch.canAdvance(points[number])) {
      points = points.clone();
      points[number] = points[number].copy();
      fetch.advance(points[number]);
    }
  }

  /** Takes the last event of the run back. */
  void undo() {
    int event = run[--length];
    if (sets.has(STUCK, event)) {
      sets.remove(STUCK, event);
      stuck--;
    } else {
      sets.remove(COMMITTED, event);
      if (kind(event) != Kind.CHOICE) {
        forget(event);
        location[event] = UNKNOWN;
      }
    }
    points = pointsBefore[length];
    sets.add(OPEN, event);
    sets.cut(OPEN, sizeBefore[length]);
    cutTo(sizeBefore[length]);
    values().undo(valuesBefore[length], learnedBefore[length]);
  }

  private long loaded(int load) {
    long stored = content(location[load], parameter[load]);
    return isSigned(load) ? locations.signed(stored, bytes(load)) : stored;
  }

  /** What a location contains after a store, or {@link #INITIAL}. */
  long content(int where, int store) {
    return store == INITIAL ? locations.initial(where) : written(store);
  }

  /** What a store whose data is known writes. */
  long written(int store) {
    boolean known = values().isKnown(value(store));
    assert known : "data is commit-before its store";
    return locations.stored(values().value(value(store)), bytes(store));
  }

  // What is known of events.

  /** Whether some accesses have several events. */
  boolean splitAccesses() {
    return locations.splitAccesses();
  }

  @Override
  int locate(int event) {
    int where = locations.at(values().value(address(event)), bytes(event));
    coherence.reserve(locations.count());
    return where;
  }

  /**
   * The location of an access; negative if its address is not known yet, or is none. It is kept
   * only while the access is committed: another source of a load can make it another one.
   */
  int location(int event) {
    int where = location[event];
    if (where == UNKNOWN) {
      where = settledLocation(event);
    }
    return where == UNKNOWN && values().isKnown(address(event)) ? locate(event) : where;
  }

  /** Whether an event is not committed and all that comes before it is. */
  boolean isEnabled(int event) {
    if (!sets.has(OPEN, event) || !before().isWithin(event, sets, COMMITTED)) {
      return false;
    }
    if (kind(event) == Kind.CHOICE) {
      return true;
    }
    int where = location(event);
    if (where < 0) {
      sawStray |= where == CommitLocations.STRAY;
      return false;
    }
    return cb().isSettledAt(this, event, where);
  }

  /** The first event from {@code from} on that is neither committed nor stuck, or -1. */
  int nextOpen(int from) {
    return sets.next(OPEN, from);
  }

  /** The first event of a row from {@code from} on that is not committed, or -1. */
  int nextUncommitted(EventRows relation, int event, int from) {
    return relation.nextOutside(event, from, sets, COMMITTED);
  }

  /** Settles what is before an enabled event in commit-before, apart from its source. */
  void prepare(int event) {
    commitBefore.copy(event, before(), event);
    if (kind(event) != Kind.CHOICE) {
      cb().addAtLocation(this, event, commitBefore);
    }
    commitBefore.addThrough(event, commitBefore, event, commitBefore, commitBefore);
    prepared.copy(event, commitBefore, event);
  }

  /** The last store of the same thread and location before an access, or -1. */
  int ownStoreBefore(int access) {
    int where = location(access);
    for (int i = index(access) - 1; i >= 0; i--) {
      int e = event(thread(access), i);
      if (isStore(e) && location(e) == where) {
        return e;
      }
    }
    return FetchPoint.NONE;
  }

  /** Whether the two are accesses of one location. */
  boolean isSameLocation(int event, int other) {
    return kind(event) != Kind.CHOICE
        && kind(other) != Kind.CHOICE
        && location(event) == location(other);
  }

  EventRows commitBefore() {
    return commitBefore;
  }

  CoherenceLists coherence() {
    return coherence;
  }

  boolean isCommitted(int event) {
    return sets.has(COMMITTED, event);
  }

  /** The fetched store that forms an atomic pair with a load, or -1. */
  int pairedStore(int load) {
    int choice = pairedChoice(load);
    int next = behind(choice < 0 ? load : choice);
    return next >= 0 && isStore(next) && partner(next) == load ? next : FetchPoint.NONE;
  }

  /** The fetched choice between a load and the store that forms an atomic pair with it, or -1. */
  int pairedChoice(int load) {
    int next = condition(load) == null ? FetchPoint.NONE : behind(load);
    return next >= 0 && kind(next) == Kind.CHOICE ? next : FetchPoint.NONE;
  }

  /** The next fetched event of the same thread, or -1. */
  private int behind(int event) {
    int number = index(event) + 1;
    return number < points[thread(event)].events ? event(thread(event), number) : FetchPoint.NONE;
  }

  /** What a committed event was committed with. */
  int parameter(int event) {
    return parameter[event];
  }

  /** How many events are committed, or blocked. */
  int length() {
    return length;
  }

  int run(int at) {
    return run[at];
  }

  /** Where in the run a committed event is. */
  int depth(int event) {
    return depth[event];
  }

  // What a run came to.

  /** Whether an event was left out because no parameter fits it. */
  boolean isStuck() {
    return stuck > 0;
  }

  /** The committed load that forms an atomic pair with a store behind that source, or -1. */
  int consumer(int where, int source) {
    EventRows accesses = coherence.accesses();
    for (int e = accesses.next(where, 0); e >= 0; e = accesses.next(where, e + 1)) {
      if (isLoad(e)
          && parameter[e] == source
          && condition(e) != null
          && condition(e).writes(content(where, source))) {
        return e;
      }
    }
    return FetchPoint.NONE;
  }

  /** Whether every thread has ended with all its events committed. */
  boolean isComplete() {
    if (stuck > 0) {
      return false;
    }
    for (FetchPoint point : points) {
      if (point != null && !fetch.isFinished(point)) {
        return false;
      }
    }
    return length == size();
  }

  /** Where a thread stands, or null if it has not begun. */
  FetchPoint point(int ofThread) {
    return ofThread < points.length ? points[ofThread] : null;
  }

  /** One more than the highest number of a thread that has begun. */
  int threads() {
    return points.length;
  }

  /** The loop of a thread would have gone on. */
  void noteCut() {
    sawCut = true;
  }

  /** Something has been fetched that may go wrong, and only a look at the execution tells. */
  void noteHazard() {
    sawHazard = true;
  }

  /** The final content of a location. */
  long memory(int where) {
    return content(where, coherence.last(where));
  }

  /** Whether a loop would have gone on in some state. */
  boolean sawCut() {
    return sawCut;
  }

  /** Whether complete runs may be executions in which something is wrong. */
  boolean sawHazard() {
    return sawHazard;
  }

  /** Whether an access had an address that is none in some state. */
  boolean sawStray() {
    return sawStray;
  }
}
