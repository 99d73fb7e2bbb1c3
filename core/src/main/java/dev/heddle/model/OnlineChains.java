package dev.heddle.model;

import static dev.heddle.model.AccessLists.END;

import dev.heddle.graph.IntList;
import java.util.Arrays;

/**
 * The rf-chains of a growing execution: what has to precede each, and per location an order of them
 * that has it so. Chains are numbered as they are made; the first one of a location is that of its
 * initial write and stays first.
 */
final class OnlineChains {
  private final int threads;
  private int chains;

  /** The last write of a chain. */
  private int[] tail = new int[64];

  private int[] location = new int[64];

  /** The place of a chain in the order of its location. */
  private int[] position = new int[64];

  /** 𝔹: row c covers the accesses that chain c has to follow, or that are in it. */
  private final TimestampRows required;

  /**
   * 𝔸: from which access on each thread has taken an effect in a chain. One thread: {@code
   * firstThread} and {@code firstAccess}; more: {@code firstRow} in {@code first}, else -1.
   */
  private int[] firstThread = new int[64];

  private int[] firstAccess = new int[64];
  private int[] firstRow = new int[64];

  /** Entries are END - access, so that 0 stands for none and the earlier access is the larger. */
  private final TimestampRows first;

  private int[][] order = new int[8][];
  private int[] size = new int[8];

  /** 𝔸 of the chains that a scan has found to follow, as in {@link #first}. */
  private final int[] following;

  private final IntList moving = new IntList();

  OnlineChains(int threads) {
    this.threads = threads;
    required = new TimestampRows(threads, Integer.MAX_VALUE);
    first = new TimestampRows(threads, Integer.MAX_VALUE);
    following = new int[threads];
  }

  void newLocation(int x) {
    if (x == order.length) {
      order = Arrays.copyOf(order, 2 * x);
      size = Arrays.copyOf(size, 2 * x);
    }
    order[x] = new int[2];
  }

  /** A chain that starts with a write, after all others; nobody has accessed it yet. */
  int newChain(int x, int top) {
    int c = chains++;
    if (c == tail.length) {
      int capacity = c + (c >> 1);
      tail = Arrays.copyOf(tail, capacity);
      location = Arrays.copyOf(location, capacity);
      position = Arrays.copyOf(position, capacity);
      firstThread = Arrays.copyOf(firstThread, capacity);
      firstAccess = Arrays.copyOf(firstAccess, capacity);
      firstRow = Arrays.copyOf(firstRow, capacity);
    }
    required.allocate();
    tail[c] = top;
    location[c] = x;
    firstThread[c] = -1;
    firstRow[c] = -1;
    if (size[x] == order[x].length) {
      order[x] = Arrays.copyOf(order[x], 2 * size[x]);
    }
    position[c] = size[x];
    order[x][size[x]++] = c;
    return c;
  }

  int tail(int chain) {
    return tail[chain];
  }

  void setTail(int chain, int rmw) {
    tail[chain] = rmw;
  }

  int position(int chain) {
    return position[chain];
  }

  boolean isLast(int chain) {
    return position[chain] == size[location[chain]] - 1;
  }

  /** The chains of a location in order. */
  int[] order(int x) {
    return Arrays.copyOf(order[x], size[x]);
  }

  /** The last chain of a location. */
  int last(int x) {
    return order[x][size[x] - 1];
  }

  /** Chain c has to follow what a timestamp covers. */
  void require(int chain, int[] clock, int at) {
    required.join(chain, clock, at);
  }

  /** An access of thread t has its effect in the chain. */
  void accessed(int chain, int t, int access) {
    if (firstThread[chain] < 0) {
      firstThread[chain] = t;
      firstAccess[chain] = access;
    } else if (firstThread[chain] != t) {
      if (firstRow[chain] < 0) {
        firstRow[chain] = first.allocate();
        setFirst(chain, firstThread[chain], firstAccess[chain]);
      }
      setFirst(chain, t, access);
    }
  }

  private void setFirst(int chain, int t, int access) {
    int[] chunk = first.chunk(firstRow[chain]);
    int at = first.offset(firstRow[chain]) + t;
    chunk[at] = Math.max(chunk[at], END - access);
  }

  /** Some access with an effect in the chain is covered. */
  private boolean isKnown(int chain, int[] clock, int at) {
    if (firstRow[chain] < 0) {
      int t = firstThread[chain];
      return t >= 0 && firstAccess[chain] < clock[at + t];
    }
    return covers(clock, at, first.chunk(firstRow[chain]), first.offset(firstRow[chain]));
  }

  private boolean covers(int[] clock, int at, int[] accesses, int from) {
    for (int u = 0; u < threads; u++) {
      if (END - accesses[from + u] < clock[at + u]) {
        return true;
      }
    }
    return false;
  }

  private void follow(int chain) {
    if (firstRow[chain] >= 0) {
      TimestampRows.joinInto(
          following, 0, first.chunk(firstRow[chain]), first.offset(firstRow[chain]), threads);
    } else if (firstThread[chain] >= 0) {
      int t = firstThread[chain];
      following[t] = Math.max(following[t], END - firstAccess[chain]);
    }
    moving.add(chain);
  }

  /**
   * Whether a chain can be moved behind position {@code end}: no chain in between that has to
   * follow it is known to the clock. The chains that have to move are kept for {@link #move}.
   */
  boolean canMove(int chain, int end, int[] clock, int at) {
    int x = location[chain];
    moving.truncate(0);
    if (position[chain] == 0) {
      return false;
    }
    Arrays.fill(following, 0);
    follow(chain);
    for (int i = position[chain] + 1; i <= end; i++) {
      int c = order[x][i];
      if (covers(required.chunk(c), required.offset(c), following, 0)) {
        if (isKnown(c, clock, at)) {
          return false;
        }
        follow(c);
      }
    }
    return true;
  }

  /** Moves what {@link #canMove} found behind {@code end}, everything else forward. */
  void move(int end) {
    int[] chainsInOrder = order[location[moving.get(0)]];
    int to = position[moving.get(0)];
    int next = 0;
    for (int i = to; i <= end; i++) {
      int c = chainsInOrder[i];
      if (next < moving.size() && moving.get(next) == c) {
        next++;
      } else {
        position[c] = to;
        chainsInOrder[to++] = c;
      }
    }
    for (int i = 0; i < moving.size(); i++) {
      int c = moving.get(i);
      position[c] = to;
      chainsInOrder[to++] = c;
    }
  }
}
