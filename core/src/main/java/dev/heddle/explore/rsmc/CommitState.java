package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A state σ = (λ, F, E, po, co, rf) of the execution model of section 2, and the run that led to
 * it. Events are numbered in the order in which they are fetched; {@link #commit} adds one to E,
 * fetches as far as possible, and {@link #undo} takes the last one back.
 */
final class CommitState {
  /** The source of a load that reads an initial value. */
  static final int INITIAL = -1;

  private static final int UNKNOWN = -1;
  private static final int COMMITTED = 0;
  private static final int STUCK = 1;

  /** What an event is. */
  enum Kind {
    LOAD,
    STORE,
    /** Whether a conditional store succeeds. */
    CHOICE
  }

  private final CommitLocations locations;
  private final CommitBefore cb;
  private final DataflowGraph values = new DataflowGraph();
  private InstructionFetch fetch;
  private final CoherenceLists coherence;
  private final List<EventRows> rows = new ArrayList<>();
  private final EventRows[] dependencies = new EventRows[Dependency.values().length];

  /** Direct predecessors in commit-before, without rf and po-loc. */
  private final EventRows before;

  /** All predecessors in commit-before, of events that are or were to be committed. */
  private final EventRows commitBefore;

  private final EventRows sets;
  private CommitModel model;

  // By event.
  private int capacity = 64;
  private int size;
  private Kind[] kind = new Kind[capacity];
  private int[] thread = new int[capacity];
  private int[] index = new int[capacity];
  private int[] address = new int[capacity];
  private int[] value = new int[capacity];
  private int[] location = new int[capacity];

  /** The location of an access whose address depends on no load. */
  private int[] settledLocation = new int[capacity];

  private int[] parameter = new int[capacity];
  private int[] partner = new int[capacity];
  private int[] depth = new int[capacity];
  private int[] bytes = new int[capacity];
  private boolean[] signed = new boolean[capacity];
  private LoadCondition[] condition = new LoadCondition[capacity];

  // By thread.
  private FetchPoint[] points = {};
  private int[][] byIndex = {};

  // The run, and what to go back to.
  private int[] run = new int[capacity];
  private int length;
  private int[] sizeBefore = new int[capacity];
  private int[] valuesBefore = new int[capacity];
  private int[] learnedBefore = new int[capacity];
  private FetchPoint[][] pointsBefore = new FetchPoint[capacity][];
  private int stuck;
  private boolean sawCut;
  private boolean sawStray;

  CommitState(CommitLocations locations, CommitBefore cb) {
    this.locations = locations;
    this.cb = cb;
    for (int i = 0; i < dependencies.length; i++) {
      dependencies[i] = relation();
    }
    before = relation();
    commitBefore = relation();
    sets = new EventRows(2, 1);
    rows.add(sets);
    coherence = new CoherenceLists(this, Math.max(8, locations.count()));
  }

  /** Says how threads are fetched; to be called once, before the start. */
  void fetchBy(InstructionFetch how) {
    fetch = how;
  }

  private EventRows relation() {
    EventRows relation = new EventRows(capacity, 1);
    rows.add(relation);
    return relation;
  }

  /** Fetches what can be fetched before any event is committed. */
  void start(CommitModel judge) {
    model = judge;
    model.grow(capacity, capacity >> 6);
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

  // Fetching.

  /** Another thread begins. */
  void addThread(FetchPoint point) {
    int number = point.thread;
    if (number >= byIndex.length) {
      byIndex = Arrays.copyOf(byIndex, number + 1);
    }
    if (byIndex[number] == null) {
      byIndex[number] = new int[16];
    }
    points = Arrays.copyOf(points, Math.max(points.length, number + 1));
    points[number] = point;
  }

  /**
   * @param extend whether the load extends a sign
   * @param when what the load does with what it finds, if it is not a plain one; else null
   */
  int fetchLoad(FetchPoint point, int addressOf, int size, boolean extend, LoadCondition when) {
    int event = fetch(point, Kind.LOAD);
    address[event] = addressOf;
    value[event] = values.load(event);
    bytes[event] = size;
    signed[event] = extend;
    condition[event] = when;
    access(point, event);
    return event;
  }

  /**
   * @param reservation the load that the store forms an atomic pair with, or -1
   */
  int fetchStore(FetchPoint point, int addressOf, int size, int data, int reservation) {
    int event = fetch(point, Kind.STORE);
    address[event] = addressOf;
    bytes[event] = size;
    value[event] = data;
    partner[event] = reservation;
    rows(Dependency.DATA).set(event, values.loads(data));
    access(point, event);
    return event;
  }

  int fetchChoice(FetchPoint point) {
    int event = fetch(point, Kind.CHOICE);
    before.copy(event, rows(Dependency.GUARD), event);
    point.add(Dependency.GUARD, DataflowGraph.only(event));
    return event;
  }

  private int fetch(FetchPoint point, Kind what) {
    if (size == capacity) {
      grow();
    }
    int event = size++;
    kind[event] = what;
    thread[event] = point.thread;
    index[event] = point.events;
    location[event] = UNKNOWN;
    settledLocation[event] = UNKNOWN;
    partner[event] = FetchPoint.NONE;
    condition[event] = null;
    int[] ofThread = byIndex[point.thread];
    if (point.events == ofThread.length) {
      ofThread = Arrays.copyOf(ofThread, 2 * ofThread.length);
      byIndex[point.thread] = ofThread;
    }
    ofThread[point.events++] = event;
    for (int i = 0; i < dependencies.length; i++) {
      dependencies[i].set(event, point.predecessors[i]);
    }
    before.clear(event);
    sets.remove(COMMITTED, event);
    sets.remove(STUCK, event);
    return event;
  }

  private void access(FetchPoint point, int event) {
    long[] loads = values.loads(address[event]);
    rows(Dependency.ADDR).set(event, loads);
    if (loads.length == 0) {
      settledLocation[event] = location(event);
      location[event] = settledLocation[event];
    }
    cb.addPredecessors(this, event, before);
    point.add(Dependency.PO, DataflowGraph.only(event));
    point.add(Dependency.ADDR_PO, loads);
  }

  private void grow() {
    capacity *= 2;
    kind = Arrays.copyOf(kind, capacity);
    thread = Arrays.copyOf(thread, capacity);
    index = Arrays.copyOf(index, capacity);
    address = Arrays.copyOf(address, capacity);
    value = Arrays.copyOf(value, capacity);
    location = Arrays.copyOf(location, capacity);
    settledLocation = Arrays.copyOf(settledLocation, capacity);
    parameter = Arrays.copyOf(parameter, capacity);
    partner = Arrays.copyOf(partner, capacity);
    depth = Arrays.copyOf(depth, capacity);
    bytes = Arrays.copyOf(bytes, capacity);
    signed = Arrays.copyOf(signed, capacity);
    condition = Arrays.copyOf(condition, capacity);
    run = Arrays.copyOf(run, capacity);
    sizeBefore = Arrays.copyOf(sizeBefore, capacity);
    valuesBefore = Arrays.copyOf(valuesBefore, capacity);
    learnedBefore = Arrays.copyOf(learnedBefore, capacity);
    pointsBefore = Arrays.copyOf(pointsBefore, capacity);
    for (EventRows each : rows) {
      each.grow(each == sets ? 2 : capacity, capacity >> 6);
    }
    coherence.grow(capacity, capacity >> 6);
    model.grow(capacity, capacity >> 6);
  }

  // Committing.

  /**
   * Commits an enabled event.
   *
   * @param with its source, its place in coherence, or the choice
   */
  void commit(int event, int with) {
    if (kind[event] != Kind.CHOICE) {
      location[event] = location(event);
    }
    note(event, with);
    sets.add(COMMITTED, event);
    switch (kind[event]) {
      case LOAD -> {
        prepare(event);
        if (with != INITIAL) {
          commitBefore.addAll(event, commitBefore, with);
          commitBefore.add(event, with);
        }
        coherence.addLoad(event, location[event]);
        values.define(value[event], loaded(event));
      }
      case STORE -> coherence.insert(event, location[event], with);
      case CHOICE -> {}
    }
    advance(thread[event]);
  }

  /** Goes on without an event that no parameter fits: what is reached so is never complete. */
  void block(int event) {
    note(event, INITIAL);
    sets.add(STUCK, event);
    stuck++;
  }

  private void note(int event, int with) {
    sizeBefore[length] = size;
    valuesBefore[length] = values.size();
    learnedBefore[length] = values.learnedCount();
    pointsBefore[length] = points;
    parameter[event] = with;
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
      switch (kind[event]) {
        case LOAD -> coherence.removeLoad(event, location[event]);
        case STORE -> coherence.remove(event, location[event]);
        case CHOICE -> {}
      }
      location[event] = settledLocation[event];
    }
    points = pointsBefore[length];
    size = sizeBefore[length];
    values.undo(valuesBefore[length], learnedBefore[length]);
  }

  private long loaded(int load) {
    long stored = content(location[load], parameter[load]);
    return signed[load] ? locations.signed(stored) : stored;
  }

  /** What a location contains after a committed store, or {@link #INITIAL}. */
  long content(int where, int store) {
    return store == INITIAL ? locations.initial(where) : written(store);
  }

  /** What a store whose data is known writes. */
  long written(int store) {
    boolean known = values.isKnown(value[store]);
    assert known : "data is commit-before its store";
    return locations.stored(values.value(value[store]));
  }

  // What is known of events.

  /**
   * The location of an access; negative if its address is not known yet, or is none. It is kept
   * only while the access is committed: another source of a load can make it another one.
   */
  int location(int event) {
    if (location[event] == UNKNOWN && values.isKnown(address[event])) {
      int where = locations.at(values.value(address[event]), bytes[event]);
      coherence.reserve(locations.count());
      return where;
    }
    return location[event];
  }

  /** Whether an event is not committed and all that comes before it is. */
  boolean isEnabled(int event) {
    if (sets.has(COMMITTED, event)
        || sets.has(STUCK, event)
        || !before.isWithin(event, sets, COMMITTED)) {
      return false;
    }
    if (kind[event] == Kind.CHOICE) {
      return true;
    }
    int where = location(event);
    if (where < 0) {
      sawStray |= where == CommitLocations.STRAY;
      return false;
    }
    EventRows po = rows(Dependency.PO);
    if (cb.keepsLocations()) {
      for (int e = po.nextOutside(event, 0, sets, COMMITTED);
          e >= 0;
          e = po.nextOutside(event, e + 1, sets, COMMITTED)) {
        if (isAccessTo(e, where)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether an event is an access to a location, or to none, behind which nothing happens. */
  private boolean isAccessTo(int event, int where) {
    int other = location(event);
    return other == where || other == CommitLocations.STRAY;
  }

  /** Settles what is before an enabled event in commit-before, apart from its source. */
  void prepare(int event) {
    commitBefore.copy(event, before, event);
    if (kind[event] != Kind.CHOICE && cb.keepsLocations()) {
      int where = location(event);
      EventRows po = rows(Dependency.PO);
      for (int e = po.next(event, 0); e >= 0; e = po.next(event, e + 1)) {
        if (location(e) == where) {
          commitBefore.add(event, e);
        }
      }
    }
    commitBefore.addThrough(event, commitBefore, event, commitBefore, commitBefore);
  }

  EventRows rows(Dependency which) {
    return dependencies[which.ordinal()];
  }

  EventRows commitBefore() {
    return commitBefore;
  }

  CoherenceLists coherence() {
    return coherence;
  }

  int size() {
    return size;
  }

  Kind kind(int event) {
    return kind[event];
  }

  boolean isLoad(int event) {
    return kind[event] == Kind.LOAD;
  }

  boolean isStore(int event) {
    return kind[event] == Kind.STORE;
  }

  boolean isCommitted(int event) {
    return sets.has(COMMITTED, event);
  }

  int thread(int event) {
    return thread[event];
  }

  /** The number of an event within its thread. */
  int index(int event) {
    return index[event];
  }

  /** The event with a number of a thread. */
  int event(int ofThread, int number) {
    return byIndex[ofThread][number];
  }

  /** The fetched store that forms an atomic pair with a load, or -1. */
  int pairedStore(int load) {
    int number = index[load] + 1;
    if (number >= points[thread[load]].events) {
      return FetchPoint.NONE;
    }
    int next = event(thread[load], number);
    return isStore(next) && partner[next] == load ? next : FetchPoint.NONE;
  }

  /** What a committed event was committed with. */
  int parameter(int event) {
    return parameter[event];
  }

  /** The load that a store forms an atomic pair with, or -1. */
  int partner(int store) {
    return partner[store];
  }

  /** The value of an access in the {@link DataflowGraph}. */
  int value(int event) {
    return value[event];
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
          && condition[e] != null
          && condition[e].writes(content(where, source))) {
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
    return length == size;
  }

  DataflowGraph values() {
    return values;
  }

  /** Where a thread stands, or null if it has not begun. */
  FetchPoint point(int ofThread) {
    return ofThread < points.length ? points[ofThread] : null;
  }

  /** One more than the highest number of a thread that has begun. */
  int threads() {
    return points.length;
  }

  /** What a load does with what it finds, or null if it is a plain one. */
  LoadCondition condition(int load) {
    return condition[load];
  }

  /** The loop of a thread would have gone on. */
  void noteCut() {
    sawCut = true;
  }

  /** The final content of a location. */
  long memory(int where) {
    int last = coherence.last(where);
    return last == INITIAL ? locations.initial(where) : written(last);
  }

  /** Whether a loop would have gone on in some state. */
  boolean sawCut() {
    return sawCut;
  }

  /** Whether an access had an address that is none in some state. */
  boolean sawStray() {
    return sawStray;
  }
}
