package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * F and po of a state: the events that are fetched, in the order in which they are, and what is
 * settled of them then. Threads only ever fetch at their ends, so that going back is cutting off.
 */
abstract class FetchedEvents {
  /** A location that is not known yet. */
  static final int UNKNOWN = -1;

  /** What an event is. */
  enum Kind {
    LOAD,
    STORE,
    /** What a program or a processor leaves open, such as whether a conditional store succeeds. */
    CHOICE
  }

  /** The rows of {@link #kinds}. */
  static final int LOADS = Kind.LOAD.ordinal();

  static final int STORES = Kind.STORE.ordinal();

  private static final Kind[] KINDS = Kind.values();
  private static final Dependency[] DEPENDENCIES = Dependency.values();

  private final CommitBefore cb;
  private final DataflowGraph values = new DataflowGraph();
  private final EventRows[] dependencies = new EventRows[DEPENDENCIES.length];

  /** Direct predecessors in commit-before, without rf and what depends on locations. */
  private final EventRows before;

  private final List<EventRows> relations = new ArrayList<>();
  private final EventRows kinds = new EventRows(KINDS.length, 1);
  private int capacity = 64;
  private int size;

  // By event.
  private Kind[] kind = new Kind[capacity];
  private AccessOrder[] order = new AccessOrder[capacity];
  private int[] thread = new int[capacity];
  private int[] index = new int[capacity];
  private int[] address = new int[capacity];
  private int[] value = new int[capacity];

  /** The location of an access whose address depends on no load. */
  private int[] settledLocation = new int[capacity];

  /** The first event of the access that an event is a part of. */
  private int[] access = new int[capacity];

  private int[] partner = new int[capacity];
  private int[] bytes = new int[capacity];
  private int[] ways = new int[capacity];
  private boolean[] signed = new boolean[capacity];
  private LoadCondition[] condition = new LoadCondition[capacity];

  /** By thread: its events. */
  private int[][] byIndex = {};

  FetchedEvents(CommitBefore cb) {
    this.cb = cb;
    for (int i = 0; i < dependencies.length; i++) {
      dependencies[i] = relation();
    }
    before = relation();
  }

  /** A relation of events that has room for all of them. */
  final EventRows relation() {
    EventRows relation = new EventRows(capacity, 1);
    relations.add(relation);
    return relation;
  }

  /** Events take numbers below {@code more} from now on. */
  abstract void reserve(int more);

  /** An event has got its number, and nothing else is known of it. */
  abstract void begin(int event);

  /** The location at an address that is known; may be {@link CommitLocations#STRAY}. */
  abstract int locate(int event);

  /** Another thread begins. */
  void addThread(FetchPoint point) {
    int number = point.thread;
    if (number >= byIndex.length) {
      byIndex = Arrays.copyOf(byIndex, number + 1);
    }
    if (byIndex[number] == null) {
      byIndex[number] = new int[16];
    }
  }

  /**
   * @param extend whether the load extends a sign
   * @param when what the load does with what it finds, if it is not a plain one; else null
   */
  int fetchLoad(
      FetchPoint point,
      AccessOrder how,
      int addressOf,
      int length,
      boolean extend,
      LoadCondition when) {
    int event = load(point, how, addressOf, length);
    signed[event] = extend;
    condition[event] = when;
    precede(point, event, 1);
    return event;
  }

  /**
   * A load of several locations, with an event for each; they have consecutive numbers.
   *
   * @return the first one
   */
  int fetchLoads(FetchPoint point, AccessOrder how, int[] addresses, int length) {
    int first = size;
    for (int each : addresses) {
      load(point, how, each, length);
    }
    precede(point, first, addresses.length);
    return first;
  }

  private int load(FetchPoint point, AccessOrder how, int addressOf, int length) {
    int event = fetch(point, Kind.LOAD, how);
    address[event] = addressOf;
    value[event] = values.load(event);
    bytes[event] = length;
    signed[event] = false;
    relate(event);
    return event;
  }

  /**
   * @param reservation the load that the store forms an atomic pair with, or -1
   */
  int fetchStore(
      FetchPoint point, AccessOrder how, int addressOf, int length, int data, int reservation) {
    int event = store(point, how, addressOf, length, data, reservation);
    precede(point, event, 1);
    return event;
  }

  /**
   * A store to several locations, with an event for each; they have consecutive numbers.
   *
   * @param reservation the first of as many loads, with each of which a store forms an atomic pair,
   *     or -1
   */
  void fetchStores(
      FetchPoint point, AccessOrder how, int[] addresses, int length, int[] data, int reservation) {
    int first = size;
    for (int i = 0; i < addresses.length; i++) {
      int pair = reservation == FetchPoint.NONE ? reservation : reservation + i;
      store(point, how, addresses[i], length, data[i], pair);
    }
    precede(point, first, addresses.length);
  }

  private int store(
      FetchPoint point, AccessOrder how, int addressOf, int length, int data, int reservation) {
    int event = fetch(point, Kind.STORE, how);
    address[event] = addressOf;
    bytes[event] = length;
    value[event] = data;
    partner[event] = reservation;
    rows(Dependency.DATA).set(event, values.loads(data));
    relate(event);
    return event;
  }

  /** A choice between the numbers from 0 to {@code count} - 1. */
  int fetchChoice(FetchPoint point, int count) {
    int event = fetch(point, Kind.CHOICE, AccessOrder.PLAIN);
    ways[event] = count;
    before.copy(event, rows(Dependency.GUARD), event);
    point.add(Dependency.GUARD, DataflowGraph.only(event));
    return event;
  }

  private int fetch(FetchPoint point, Kind what, AccessOrder how) {
    if (size == capacity) {
      grow();
    }
    int event = size++;
    kind[event] = what;
    for (int i = 0; i < KINDS.length; i++) {
      kinds.remove(i, event);
    }
    kinds.add(what.ordinal(), event);
    order[event] = how;
    thread[event] = point.thread;
    index[event] = point.events;
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
      dependencies[i].set(event, point.predecessors(DEPENDENCIES[i]));
    }
    before.clear(event);
    begin(event);
    return event;
  }

  private void relate(int event) {
    long[] loads = values.loads(address[event]);
    rows(Dependency.ADDR).set(event, loads);
    if (loads.length == 0) {
      settledLocation[event] = locate(event);
    }
    cb.addPredecessors(this, event, before);
  }

  /** The events of an access precede all that is fetched from now on, and not each other. */
  private void precede(FetchPoint point, int first, int count) {
    for (int event = first; event < first + count; event++) {
      access[event] = first;
      point.add(Dependency.PO, DataflowGraph.only(event));
      point.add(Dependency.ADDR_PO, values.loads(address[event]));
      if (order[event].acquires()) {
        point.add(Dependency.ACQUIRED, DataflowGraph.only(event));
      } else if (order[event] == AccessOrder.RELEASE) {
        point.add(Dependency.RELEASED, DataflowGraph.only(event));
      }
    }
  }

  private void grow() {
    capacity *= 2;
    kind = Arrays.copyOf(kind, capacity);
    order = Arrays.copyOf(order, capacity);
    thread = Arrays.copyOf(thread, capacity);
    index = Arrays.copyOf(index, capacity);
    address = Arrays.copyOf(address, capacity);
    value = Arrays.copyOf(value, capacity);
    settledLocation = Arrays.copyOf(settledLocation, capacity);
    access = Arrays.copyOf(access, capacity);
    partner = Arrays.copyOf(partner, capacity);
    bytes = Arrays.copyOf(bytes, capacity);
    ways = Arrays.copyOf(ways, capacity);
    signed = Arrays.copyOf(signed, capacity);
    condition = Arrays.copyOf(condition, capacity);
    for (EventRows each : relations) {
      each.grow(capacity, capacity >> 6);
    }
    kinds.grow(KINDS.length, capacity >> 6);
    reserve(capacity);
  }

  /** Forgets all events but the first ones. */
  final void cutTo(int formerSize) {
    size = formerSize;
  }

  // What is known of events.

  final DataflowGraph values() {
    return values;
  }

  final CommitBefore cb() {
    return cb;
  }

  final int capacity() {
    return capacity;
  }

  final int size() {
    return size;
  }

  final Kind kind(int event) {
    return kind[event];
  }

  final boolean isLoad(int event) {
    return kind[event] == Kind.LOAD;
  }

  final boolean isStore(int event) {
    return kind[event] == Kind.STORE;
  }

  /** The events of each kind. */
  final EventRows kinds() {
    return kinds;
  }

  final AccessOrder order(int event) {
    return order[event];
  }

  final int thread(int event) {
    return thread[event];
  }

  /** The number of an event within its thread. */
  final int index(int event) {
    return index[event];
  }

  /** The event with a number of a thread. */
  final int event(int ofThread, int number) {
    return byIndex[ofThread][number];
  }

  /** The address of an access in the {@link DataflowGraph}. */
  final int address(int event) {
    return address[event];
  }

  /** The value of an access in the {@link DataflowGraph}. */
  final int value(int event) {
    return value[event];
  }

  final int bytes(int event) {
    return bytes[event];
  }

  /** How many ways a choice has. */
  final int ways(int choice) {
    return ways[choice];
  }

  /** Whether a load extends the sign of what it finds. */
  final boolean isSigned(int load) {
    return signed[load];
  }

  /** The location of an access whose address depends on no load, or {@link #UNKNOWN}. */
  final int settledLocation(int event) {
    return settledLocation[event];
  }

  /** Whether two accesses are the same one, or parts of one. */
  final boolean isSameAccess(int event, int other) {
    return access[event] == access[other];
  }

  /** The load that a store forms an atomic pair with, or -1. */
  final int partner(int store) {
    return partner[store];
  }

  /** What a load does with what it finds, or null if it is a plain one. */
  final LoadCondition condition(int load) {
    return condition[load];
  }

  final EventRows rows(Dependency which) {
    return dependencies[which.ordinal()];
  }

  /** Direct predecessors in commit-before that were known when the event was fetched. */
  final EventRows before() {
    return before;
  }
}
