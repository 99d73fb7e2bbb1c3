package dev.heddle.bench.consistency;

import static dev.heddle.graph.ExecutionGraph.INITIAL;

import dev.heddle.explore.graph.RecordedRun;
import dev.heddle.graph.EventLabel;
import dev.heddle.graph.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A baseline for growing executions in RC20: the modification order as a graph whose transitive
 * closure is kept all the time, by a vector clock for each write. Luo, Demsky: <em>C11Tester: A
 * Race Detector for C/C++ Atomics</em>, ASPLOS 2021, section 4, written from the paper; what the
 * paper leaves open is as in its sources.
 *
 * <ul>
 *   <li>A read, or a write, brings an edge for each thread: from the latest write that the thread
 *       made or read at the location and that happens before, to the write that is read, or made.
 *   <li>An edge that says something new is added, and the clock of its target, with what has
 *       changed, is handed on along all edges behind it.
 *   <li>Edges from a write that an RMW has read are edges from that RMW, and edges to an RMW are
 *       edges to what it has read.
 * </ul>
 *
 * How accesses are kept and looked up, in detail:
 *
 * <ul>
 *   <li>Each thread has a linked list of its accesses for each location. The latest access that
 *       happens before is looked for from the newest on, one by one.
 *   <li>A read passes over threads of which nothing has been learnt since the access before it.
 *   <li>A read that sees what the access before it has read is not kept.
 * </ul>
 */
final class ClosedOrderChecker implements RecordedRun.Checker {
  private final int threads;
  private int events;

  // ---- Happens-before; by event, or by thread
  private int[] thread = new int[1024];
  private int[] index = new int[1024];
  private int[] source = new int[1024];
  private boolean[] writes = new boolean[1024];
  private boolean[] isRmw = new boolean[1024];

  /** What an acquire read of a write learns; null for nothing. */
  private int[][] message = new int[1024][];

  private final int[] indexOf;
  private final int[][] clock;

  /** What an acquire fence would learn, and what was known at the last release fence. */
  private final int[][] acquirable;

  private final int[][] fenced;

  /** An access: the event, and the write that it is or reads. */
  private record Access(int event, int thread, int index, int write) {}

  /** An element of a list of accesses. */
  private record Link(Access access, Link earlier) {}

  /** The newest access of each thread to each location. */
  private final List<Link[]> newest = new ArrayList<>();

  /** What each thread knew at the last of these. */
  private final List<int[][]> knownThen = new ArrayList<>();

  // ---- The modification order; by event that writes

  /** For each thread, the index of its last write that comes before this one, or is it. */
  private int[][] closed = new int[1024][];

  private IntList[] edges = new IntList[1024];

  /** The RMW that has read a write, or -1. */
  private int[] rmw = new int[1024];

  /** Writes that come before one. */
  private final int[] prior;

  /** A stack of writes whose clocks have changed. */
  private final IntList changed = new IntList();

  ClosedOrderChecker(int threads) {
    this.threads = threads;
    prior = new int[threads];
    indexOf = new int[threads];
    clock = new int[threads][threads];
    acquirable = new int[threads][threads];
    fenced = new int[threads][];
  }

  @Override
  public void newLocation() {
    newest.add(new Link[threads]);
    knownThen.add(new int[threads][]);
  }

  @Override
  public int read(int t, int label, int location, int from) {
    int before = lastOwn(t, location);
    boolean seesSame = before >= 0 && !writes[before] && source[before] == from;
    boolean knowsOwn = before >= 0 && before != from;
    int priors = findPriors(t, location, from, knowsOwn ? knownThen.get(location)[t] : null);
    if (!mayComeBehind(priors, from)) {
      return -1;
    }
    int e = begin(t);
    source[e] = from;
    writes[e] = EventLabel.writes(label);
    isRmw[e] = writes[e];
    if (from != INITIAL) {
      order(priors, from);
      if (message[from] != null) {
        join(acquirable[t], message[from]);
        if ((label & EventLabel.ACQUIRE) != 0) {
          join(clock[t], message[from]);
        }
      }
    }
    if (writes[e]) {
      release(e, t, label, from);
      closed[e] = new int[threads];
      if (from != INITIAL) {
        follow(from, e);
      }
      order(findPriors(t, location, e, null), e);
      comesAfterOwn(e, t);
    }
    if (writes[e] || !seesSame) {
      note(e, t, location);
    }
    return e;
  }

  @Override
  public int write(int t, int label, int location) {
    int e = begin(t);
    writes[e] = true;
    release(e, t, label, INITIAL);
    closed[e] = new int[threads];
    order(findPriors(t, location, e, null), e);
    comesAfterOwn(e, t);
    note(e, t, location);
    return e;
  }

  @Override
  public int fence(int t, int label) {
    int e = begin(t);
    if ((label & EventLabel.ACQUIRE) != 0) {
      join(clock[t], acquirable[t]);
    }
    if ((label & EventLabel.RELEASE) != 0) {
      fenced[t] = clock[t].clone();
    }
    return e;
  }

  // ---- Happens-before -------------------------------------------------------------------------

  private int begin(int t) {
    int e = events++;
    if (e == thread.length) {
      int size = e + (e >> 1);
      thread = Arrays.copyOf(thread, size);
      index = Arrays.copyOf(index, size);
      source = Arrays.copyOf(source, size);
      writes = Arrays.copyOf(writes, size);
      isRmw = Arrays.copyOf(isRmw, size);
      message = Arrays.copyOf(message, size);
      closed = Arrays.copyOf(closed, size);
      edges = Arrays.copyOf(edges, size);
      rmw = Arrays.copyOf(rmw, size);
    }
    thread[e] = t;
    index[e] = ++indexOf[t];
    clock[t][t] = index[e];
    rmw[e] = -1;
    return e;
  }

  private void release(int e, int t, int label, int from) {
    int[] sent = (label & EventLabel.RELEASE) != 0 ? clock[t] : fenced[t];
    message[e] = sent == null ? null : sent.clone();
    if (from >= 0 && message[from] != null) {
      if (message[e] == null) {
        message[e] = message[from];
      } else {
        join(message[e], message[from]);
      }
    }
  }

  private static void join(int[] into, int[] other) {
    for (int u = 0; u < into.length; u++) {
      into[u] = Math.max(into[u], other[u]);
    }
  }

  private void note(int e, int t, int location) {
    Link[] lists = newest.get(location);
    lists[t] = new Link(new Access(e, t, index[e], writes[e] ? e : source[e]), lists[t]);
    int[][] known = knownThen.get(location);
    if (known[t] == null) {
      known[t] = new int[threads];
    }
    System.arraycopy(clock[t], 0, known[t], 0, threads);
  }

  /** The last access of a thread to a location that was kept; -1 if there is none. */
  private int lastOwn(int t, int location) {
    Link last = newest.get(location)[t];
    return last == null ? -1 : last.access().event();
  }

  /** The write that thread u made or read last at a location, as far as known; -1 if none. */
  private int latest(int location, int u, int[] known) {
    Link link = newest.get(location)[u];
    while (link != null && link.access().index() > known[link.access().thread()]) {
      link = link.earlier();
    }
    return link == null ? -1 : link.access().write();
  }

  // ---- The modification order -----------------------------------------------------------------

  /** A write has been ordered behind the earlier ones of its thread, and counts from now on. */
  private void comesAfterOwn(int e, int t) {
    closed[e][t] = index[e];
    handOn(e);
  }

  /**
   * Finds what a thread knows of a location: a write for each thread, other than a given one.
   *
   * @param then what the thread knew when it last brought edges to all of that; null for never
   */
  private int findPriors(int t, int location, int write, int[] then) {
    int count = 0;
    for (int u = 0; u < threads; u++) {
      if (then != null && u != t && then[u] == clock[t][u]) {
        continue;
      }
      int w = latest(location, u, clock[t]);
      if (w >= 0 && w != write) {
        prior[count++] = w;
      }
    }
    return count;
  }

  /** Whether a write may come behind what was found. */
  private boolean mayComeBehind(int count, int write) {
    for (int i = 0; i < count; i++) {
      if (write == INITIAL || isBefore(write, prior[i])) {
        return false;
      }
    }
    return true;
  }

  private void order(int count, int write) {
    for (int i = 0; i < count; i++) {
      addOrder(prior[i], write);
    }
  }

  private boolean isBefore(int a, int b) {
    return closed[b][thread[a]] >= index[a];
  }

  private void addOrder(int a, int b) {
    if (isBefore(a, b)) {
      return;
    }
    int from = a;
    while (rmw[from] >= 0 && rmw[from] != b) {
      from = rmw[from];
    }
    int to = b;
    while (isRmw[to] && source[to] >= 0) {
      to = source[to];
    }
    addEdge(from, to);
    if (take(closed[from], to)) {
      handOn(to);
    }
  }

  private void addEdge(int a, int b) {
    if (edges[a] == null) {
      edges[a] = new IntList();
    }
    edges[a].add(b);
  }

  private boolean take(int[] more, int b) {
    boolean isNew = false;
    int[] own = closed[b];
    for (int u = 0; u < threads; u++) {
      if (more[u] > own[u]) {
        own[u] = more[u];
        isNew = true;
      }
    }
    return isNew;
  }

  private void handOn(int first) {
    changed.add(first);
    while (changed.size() > 0) {
      int a = changed.get(changed.size() - 1);
      changed.truncate(changed.size() - 1);
      IntList behind = edges[a];
      for (int i = 0; behind != null && i < behind.size(); i++) {
        if (take(closed[a], behind.get(i))) {
          changed.add(behind.get(i));
        }
      }
    }
  }

  /** An RMW comes right behind what it reads: what came behind that comes behind the RMW. */
  private void follow(int from, int e) {
    rmw[from] = e;
    edges[e] = edges[from];
    edges[from] = null;
    addEdge(from, e);
    take(closed[from], e);
    handOn(e);
  }
}
