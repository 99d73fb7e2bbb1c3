package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.IntList;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.Arrays;

/**
 * Consistency in RA, RC20 or Relaxed of an execution that grows event by event: may this read read
 * from that write now? The task of Algorithm 5 of Tunç et al., "Optimal Reads-From Consistency
 * Checking for C11-Style Memory Models", PLDI 2023. Sound and complete: after every event the
 * answers are those of {@link Rc20Checker} on the execution so far.
 *
 * <p>Symbols: 𝔹[c] is the paper's HBMO of a chain c without transitive closure, the join of ℍ𝔹[e]
 * over the events e whose m(e) is in c (see {@link Rc20Checker}); 𝔸[c] says from which access on
 * each thread has taken an effect in c. Chain c has to precede c′ if, for some thread, 𝔹[c′]
 * covers the access in 𝔸[c].
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>Instead of closing HBMO transitively at every read, the checker keeps, per location, one
 *       modification order that witnesses consistency so far. A read of w is consistent at once if
 *       no chain that the reader knows is after the chain of w in it. Otherwise the chains in
 *       between are scanned once: those that have to follow the chain of w form a set; the read is
 *       inconsistent iff the reader knows one of them, else that set moves behind what it knows.
 *   <li>The paper's algorithm is for RA, where the top of a chain happens before its RMWs, so that
 *       it suffices to hand new edges on to the writes after the top. The scan does not rely on
 *       that and covers RC20 and Relaxed too.
 *   <li>What the message of w covers is before w's chain already and is not looked up.
 * </ol>
 *
 * A read costs O(k), plus O(k) for each chain of the scan; a read of the newest write costs a join.
 */
public final class IncrementalChecker {
  private final int threads;

  /** A read can bring its write to others' knowledge, since not rf ⊆ hb. */
  private final boolean withReads;

  private final OnlineTimestamps hb;
  private final OnlineChains chains;
  private int events;
  private int locations;

  // By event; the write of a location is INITIAL or an event.
  private int[] source = new int[64];
  private int[] chainOf = new int[64];
  private int[] message = new int[64];

  /** By location: the chain of its initial write. */
  private int[] initialChain = new int[8];

  private final AccessLists lists = new AccessLists(0, 64);
  private final LastAccessBefore lastAccesses;

  private IncrementalChecker(Synchronization synchronization, int threads) {
    this.threads = threads;
    withReads = synchronization != Synchronization.ALL;
    hb = new OnlineTimestamps(synchronization, threads);
    chains = new OnlineChains(threads);
    lastAccesses = new LastAccessBefore(lists, 0, threads);
  }

  /** All accesses are taken for acquire and release. */
  public static IncrementalChecker releaseAcquire(int threads) {
    return new IncrementalChecker(Synchronization.ALL, threads);
  }

  /** Memory orders are those given with the events. */
  public static IncrementalChecker rc20(int threads) {
    return new IncrementalChecker(Synchronization.RECORDED, threads);
  }

  /** All accesses are taken for relaxed. */
  public static IncrementalChecker relaxed(int threads) {
    return new IncrementalChecker(Synchronization.NONE, threads);
  }

  public int events() {
    return events;
  }

  /** A new location; reads of its initial value have {@code INITIAL} as source. */
  public int newLocation() {
    int x = locations++;
    lists.ensureLists(Math.multiplyExact(locations, threads));
    lastAccesses.ensureLocations(locations);
    if (x == initialChain.length) {
      initialChain = Arrays.copyOf(initialChain, 2 * x);
    }
    chains.newLocation(x);
    initialChain[x] = chains.newChain(x, INITIAL);
    return x;
  }

  /** Whether the execution stays consistent if the thread now reads the write. */
  public boolean mayRead(int thread, int location, int write) {
    return positionToMoveTo(thread, location, write) != REFUSED;
  }

  /** Whether the execution stays consistent if an RMW of the thread now reads the write. */
  public boolean mayUpdate(int thread, int location, int write) {
    return chains.tail(chain(location, write)) == write && mayRead(thread, location, write);
  }

  /**
   * Like {@link #mayRead}, but without putting two unordered writes in another order than so far.
   */
  boolean mayReadInOrder(int thread, int location, int write) {
    return positionToMoveTo(thread, location, write) == IN_PLACE;
  }

  /** The newest write in the current order; every thread may read it, and an RMW may. */
  public int newest(int location) {
    return chains.tail(chains.last(location));
  }

  /** Adds a read if it keeps the execution consistent; its number, else -1. */
  public int read(int thread, int order, int location, int write) {
    return accept(thread, location, write)
        ? add(thread, EventLabel.READ | order, location, write)
        : -1;
  }

  /** Adds an RMW if it keeps the execution consistent; its number, else -1. */
  public int rmw(int thread, int order, int location, int write) {
    return chains.tail(chain(location, write)) == write && accept(thread, location, write)
        ? add(thread, EventLabel.RMW | order, location, write)
        : -1;
  }

  /** Adds a write, which always keeps the execution consistent; its number. */
  public int write(int thread, int order, int location) {
    return add(thread, EventLabel.WRITE | order, location, NONE);
  }

  /** Adds a fence; its number. An SC fence is an RMW of a location of its own. */
  public int fence(int thread, int order) {
    int e = newEvent();
    hb.enter(thread, e);
    hb.fence(thread, EventLabel.FENCE | order);
    return e;
  }

  /** The writes of a location in a modification order that witnesses consistency so far. */
  public int[] modificationOrder(int location) {
    IntList writes = new IntList();
    int[] order = chains.order(location);
    for (int i = order.length - 1; i >= 0; i--) {
      for (int w = chains.tail(order[i]); w >= 0; w = source[w]) {
        writes.add(w);
      }
    }
    int[] result = new int[writes.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = writes.get(result.length - 1 - i);
    }
    return result;
  }

  private int chain(int x, int write) {
    return write == INITIAL ? initialChain[x] : chainOf[write];
  }

  private static final int REFUSED = -1;
  private static final int IN_PLACE = -2;

  /**
   * Whether thread t may read w: not at all, with the chains where they are, or with the chain of w
   * moved behind the position that is the result.
   */
  private int positionToMoveTo(int t, int x, int w) {
    int chain = chain(x, w);
    if (chains.isLast(chain) && chains.tail(chain) == w) {
      return IN_PLACE;
    }
    int last = lastKnown(t, x, w, chain);
    if (last <= chains.position(chain)) {
      return last == REFUSED ? REFUSED : IN_PLACE;
    }
    return chains.canMove(chain, last, hb.clock(), hb.offset(t)) ? last : REFUSED;
  }

  /** The last position of a chain that the thread knows; REFUSED if w is overwritten in its own. */
  private int lastKnown(int t, int x, int w, int chain) {
    int[] clock = hb.clock();
    int at = hb.offset(t);
    int sent = w == INITIAL ? OnlineTimestamps.NO_MESSAGE : message[w];
    int last = 0;
    for (int u = 0; u < threads; u++) {
      if (clock[at + u] > hb.message(sent, u)) {
        int access = lastAccesses.get(t, x, u, clock[at + u]);
        if (access != NONE) {
          int c = chainOf[access];
          if (c != chain) {
            last = Math.max(last, chains.position(c));
          } else if (effect(access) > w) {
            return REFUSED;
          }
        }
      }
    }
    return last;
  }

  private boolean accept(int t, int x, int w) {
    int end = positionToMoveTo(t, x, w);
    if (end >= 0) {
      chains.move(end);
    }
    return end != REFUSED;
  }

  private int add(int t, int label, int x, int w) {
    int e = newEvent();
    int chain = w == NONE ? chains.newChain(x, e) : chain(x, w);
    int sent = w < 0 ? OnlineTimestamps.NO_MESSAGE : message[w];
    chains.require(chain, hb.clock(), hb.offset(t));
    hb.enter(t, e);
    source[e] = w;
    chainOf[e] = chain;
    if (w >= 0) {
      hb.read(t, label, sent);
    }
    if (EventLabel.writes(label)) {
      message[e] = hb.write(t, label, sent);
      chains.setTail(chain, e);
    } else {
      message[e] = READ;
    }
    if (EventLabel.writes(label) || (withReads && w >= 0)) {
      addEntry(t, x, e);
    }
    return e;
  }

  private static final int READ = Integer.MIN_VALUE;

  private int effect(int access) {
    return message[access] == READ ? source[access] : access;
  }

  /** Puts an access into its list unless the last one there has the same effect. */
  private void addEntry(int t, int x, int e) {
    int list = x * threads + t;
    int last = lists.last(list);
    if (last == NONE || effect(last) != effect(e)) {
      lists.add(list, e);
      chains.accessed(chainOf[e], t, e);
    }
  }

  private int newEvent() {
    int e = events++;
    if (e == source.length) {
      int capacity = e + (e >> 1);
      source = Arrays.copyOf(source, capacity);
      chainOf = Arrays.copyOf(chainOf, capacity);
      message = Arrays.copyOf(message, capacity);
      lists.ensureEvents(capacity);
    }
    return e;
  }
}
