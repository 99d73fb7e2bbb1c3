package dev.heddle.explore.rsmc;

import java.util.Arrays;

/** The committed stores of each location in coherence order, and the committed loads there. */
final class CoherenceLists {
  /** Above all places: who reads ahead of a store precedes no other store yet. */
  private static final int UNPLACED = Integer.MAX_VALUE;

  private final CommitState state;
  private int[][] order;
  private int[] count;

  /** The committed loads and stores of each location. */
  private final EventRows accesses;

  /** The place of each store; {@link #UNPLACED} for those that are not committed. */
  private int[] place = new int[64];

  CoherenceLists(CommitState state, int locations) {
    this.state = state;
    order = new int[locations][8];
    count = new int[locations];
    accesses = new EventRows(locations, 1);
  }

  void grow(int events, int stride) {
    accesses.grow(accesses.rows(), stride);
    place = Arrays.copyOf(place, events);
  }

  /** Makes room for more locations. */
  void reserve(int locations) {
    int known = order.length;
    if (locations > known) {
      order = Arrays.copyOf(order, 2 * locations);
      count = Arrays.copyOf(count, 2 * locations);
      for (int i = known; i < order.length; i++) {
        order[i] = new int[8];
      }
      accesses.grow(order.length, accesses.stride());
    }
  }

  /** An event is fetched: it has no place. */
  void begin(int event) {
    place[event] = UNPLACED;
  }

  void insert(int store, int location, int at) {
    if (count[location] == order[location].length) {
      order[location] = Arrays.copyOf(order[location], 2 * count[location]);
    }
    int[] stores = order[location];
    for (int i = count[location]++; i > at; i--) {
      stores[i] = stores[i - 1];
      place[stores[i]] = i;
    }
    stores[at] = store;
    place[store] = at;
    accesses.add(location, store);
  }

  void remove(int store, int location) {
    int[] stores = order[location];
    count[location]--;
    for (int i = place[store]; i < count[location]; i++) {
      stores[i] = stores[i + 1];
      place[stores[i]] = i;
    }
    place[store] = UNPLACED;
    accesses.remove(location, store);
  }

  void addLoad(int load, int location) {
    accesses.add(location, load);
  }

  void removeLoad(int load, int location) {
    accesses.remove(location, load);
  }

  /** How many stores a location has, without the initial one. */
  int count(int location) {
    return count[location];
  }

  /** The store at a place; -1 is the place of {@link CommitState#INITIAL}. */
  int store(int location, int at) {
    return at < 0 ? CommitState.INITIAL : order[location][at];
  }

  int last(int location) {
    return store(location, count[location] - 1);
  }

  /** The place of a store; above all if it is not committed. */
  int place(int store) {
    return store == CommitState.INITIAL ? -1 : place[store];
  }

  /** The place of a committed store, or of the source of a committed load. */
  int placeSeen(int access) {
    return place(state.isStore(access) ? access : state.parameter(access));
  }

  /** Adds to a row what comes before a committed access in rfe, co and fr. */
  void addObserved(int access, EventRows rows, int row) {
    if (state.isLoad(access)) {
      int source = state.parameter(access);
      if (source != CommitState.INITIAL && state.thread(source) != state.thread(access)) {
        rows.add(row, source);
      }
      return;
    }
    int where = state.location(access);
    for (int e = accesses.next(where, 0); e >= 0; e = accesses.next(where, e + 1)) {
      if (placeSeen(e) < place[access]) {
        rows.add(row, e);
      }
    }
  }

  EventRows accesses() {
    return accesses;
  }
}
