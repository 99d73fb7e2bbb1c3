package dev.heddle.explore.graph;

import dev.heddle.machine.OperationKind;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import java.util.Arrays;

/**
 * Keeps a graph that only grows from becoming large: drops the writes that nobody reads any more,
 * and the events that no further one depends on. For models that ask for coherence alone, or leave
 * the rest to the order of the steps of a run.
 *
 * <p>A write is <em>overwritten for</em> a thread if something that happens before the next event
 * of the thread comes behind it in mo. Nobody will read a write that is overwritten for all threads
 * that go on; and where a thread has seen such a write, it has seen, or will have, a later one, so
 * that nothing is lost with it. A thread that waits for the end of another one has, when it goes
 * on, all behind it that the other one has now.
 *
 * <p>If a cell has too many other writes, then the oldest are <em>given up</em>: the graph goes on
 * as one in which nobody reads them any more, and in which they come before all others in mo. They
 * are taken from the beginning of an order that mo, as far as it is known, allows; so there is such
 * a graph, and what threads know of them needs no more thought. This is what a run of the whole
 * graph can do and a windowed one cannot: read what is more than {@link Extent#writes} writes old.
 * Where there is no mo, nothing is given up, since somebody might wait for it.
 *
 * <p>Of the accesses of a thread to a cell those stay that a question about what it has seen can
 * find, and the newest of each kind, with which later accesses may race.
 */
final class GraphWindow {
  /**
   * How much to keep.
   *
   * @param writes how many to a cell that could still be read
   * @param slots cells with fewer are not looked at between two moves of the window
   * @param events the least number of events between two moves
   */
  record Extent(int writes, int slots, int events) {
    static final Extent USUAL = new Extent(64, 16, 4096);
  }

  /** What the run itself keeps of events. */
  interface Run {
    /**
     * Takes the slots that can still be read out of a set of all slots of a cell.
     *
     * @return false if that is not known better than by what is overwritten
     */
    boolean retainReadable(Cell cell, long[] slots);

    /**
     * Events have other numbers.
     *
     * @param knownToAll for each thread, how many of its events all threads that go on know
     */
    void moved(Renumbering numbers, int[] knownToAll);
  }

  private final EventGraph graph;
  private final Run run;
  private final Extension extension;
  private final boolean hasCoherence;
  private final Extent extent;
  private final Renumbering numbers;

  /** What each thread that goes on will have behind it, and which threads those are. */
  private int[][] known = new int[8][];

  private int[] live = new int[8];
  private int liveCount;

  /** For each thread, how many of its events all of them know. */
  private int[] knownToAll = new int[8];

  /** Of the cell at hand: which slots go, as bits. */
  private long[] dropped = new long[4];

  private long[] overwritten = new long[4];

  private long eventsDropped;
  private int nextLength;

  GraphWindow(EventGraph graph, GraphModel model, Extension extension, Extent extent, Run run) {
    this.graph = graph;
    this.run = run;
    this.extent = extent;
    this.numbers = new Renumbering(graph);
    this.nextLength = extent.events;
    this.extension = extension;
    this.hasCoherence = model.ordering().hasCoherence();
  }

  /** How many events the run has had, those included that are gone. */
  long events() {
    return eventsDropped + graph.length;
  }

  /** An event has been added. */
  void added() {
    if (graph.cells.hasOverlaps()) {
      return; // Slots of such cells belong to writes of others.
    }
    Cell cell = graph.cell(graph.length - 1);
    if (cell != null && cell.slots >= Math.max(extent.slots, cell.fullAt)) {
      findKnowledge();
      trim(cell);
    }
    if (graph.length >= nextLength) {
      slide();
    }
  }

  // ---- What threads know ----------------------------------------------------------------------

  private void findKnowledge() {
    int threads = graph.threadCount;
    if (known.length < threads) {
      known = Arrays.copyOf(known, 2 * threads);
      live = new int[2 * threads];
      knownToAll = new int[2 * threads];
    }
    liveCount = 0;
    for (int t = 0; t < threads; t++) {
      ThreadNode node = graph.current(t);
      if (node != null) {
        int[] clock = known[t];
        if (clock == null || clock.length < threads) {
          clock = new int[2 * threads];
          known[t] = clock;
        }
        for (int u = 0; u < threads; u++) {
          clock[u] = graph.clocks.hbOfThread(t, u);
        }
        if (node.status() == Status.READY) {
          live[liveCount++] = t;
        }
      }
    }
    while (learnByJoining(threads)) {}
    Arrays.fill(knownToAll, 0, threads, Integer.MAX_VALUE);
    for (int i = 0; i < liveCount; i++) {
      for (int u = 0; u < threads; u++) {
        knownToAll[u] = Math.min(knownToAll[u], known[live[i]][u]);
      }
    }
  }

  /** Whoever is about to join a thread will know what that one knows. */
  private boolean learnByJoining(int threads) {
    boolean isNew = false;
    for (int i = 0; i < liveCount; i++) {
      ThreadNode node = graph.current(live[i]);
      int target = node.kind() == OperationKind.JOIN ? graph.joined(node) : -1;
      for (int u = 0; target >= 0 && u < threads; u++) {
        if (known[target][u] > known[live[i]][u]) {
          known[live[i]][u] = known[target][u];
          isNew = true;
        }
      }
    }
    return isNew;
  }

  // ---- Cells ----------------------------------------------------------------------------------

  /** Drops slots of a cell. */
  private void trim(Cell cell) {
    if (liveCount == 0) {
      return;
    }
    int words = (cell.slots + 63) >> 6;
    if (dropped.length < words) {
      dropped = new long[2 * words];
      overwritten = new long[2 * words];
    }
    Arrays.fill(dropped, 0, words, -1L);
    int rest = cell.slots & 63;
    if (rest != 0) {
      dropped[words - 1] = (1L << rest) - 1;
    }
    boolean isKnown = run.retainReadable(cell, dropped);
    if (!isKnown) {
      findOverwritten(cell, words);
    }
    dropped[0] &= ~1L;
    int left = cell.slots - 1;
    for (int k = 0; k < words; k++) {
      left -= Long.bitCount(dropped[k]);
    }
    boolean isTooMuch = left > extent.writes && hasCoherence && !isKnown;
    int first = isTooMuch ? giveUp(cell, left - extent.writes / 2) : 0;
    graph.stopRemembering();
    graph.orders.forgetTrail();
    cell.drop(dropped, first, graph);
    cell.fullAt = Math.max(extent.slots, 2 * cell.slots);
  }

  /** Drops what is overwritten for all threads that go on. */
  private void findOverwritten(Cell cell, int words) {
    for (int i = 0; i < liveCount; i++) {
      Arrays.fill(overwritten, 0, words, 0);
      for (int u = 0; u < graph.threadCount; u++) {
        findOverwritten(cell, u, known[live[i]][u]);
      }
      for (int k = 0; k < words; k++) {
        dropped[k] &= overwritten[k];
      }
    }
  }

  /** What the events of a thread, up to one of them, overwrite. */
  private void findOverwritten(Cell cell, int u, int upTo) {
    if (hasCoherence) {
      int m = graph.latestBefore(cell, u, upTo);
      cell.addBefore(Math.max(m, Cell.INITIAL), overwritten);
      return;
    }
    for (int s = 1; s < cell.slots; s++) {
      if (extension.isOverwritten(cell, cell.event(s), u, upTo)) {
        overwritten[s >> 6] |= 1L << s;
      }
    }
  }

  /**
   * Drops so many more slots, but never the newest: chains in an order that mo allows, of those
   * that may come first always the oldest.
   *
   * @return a slot that stays although others of its chain were given up, or 0
   */
  private int giveUp(Cell cell, int excess) {
    int newest = cell.slots - 1;
    int left = excess;
    while (left > 0) {
      for (int s = firstChain(cell); s != 0; s = cell.consumer(s)) {
        if (left == 0 || s == newest) {
          comesFirst(cell, s);
          return s;
        }
        left--;
        dropped[s >> 6] |= 1L << s;
      }
    }
    return 0;
  }

  /** A chain comes before all others that stay. */
  private void comesFirst(Cell cell, int s) {
    for (int y = 1; y < cell.slots; y++) {
      if (!isDropped(y) && !cell.isSameChain(s, y) && !graph.orders.order(cell, s, y)) {
        throw new IllegalStateException("a chain that may come first comes behind another one");
      }
    }
  }

  /** What is left of the chain with the oldest end, among those that may come first: its start. */
  private int firstChain(Cell cell) {
    for (int s = 1; s < cell.slots; s++) {
      if (!isDropped(s) && cell.consumer(s) == 0) {
        int first = startOfChain(cell, s);
        if (nothingLeftBefore(cell, first)) {
          return first;
        }
      }
    }
    throw new IllegalStateException("no write comes first");
  }

  private boolean isDropped(int s) {
    return (dropped[s >> 6] >>> s & 1) != 0;
  }

  private int startOfChain(Cell cell, int s) {
    int start = s;
    while (cell.root(start) != start) {
      int source = graph.sourceSlot(cell.event(start));
      if (source == Cell.INITIAL || isDropped(source)) {
        return start;
      }
      start = source;
    }
    return start;
  }

  private boolean nothingLeftBefore(Cell cell, int s) {
    for (int k = 0; k < cell.words(s) && k << 6 < cell.slots; k++) {
      long left = cell.word(s, k) & ~dropped[k];
      if ((k == 0 ? left & ~1L : left) != 0) {
        return false;
      }
    }
    return true;
  }

  // ---- Events ---------------------------------------------------------------------------------

  /** Drops events. */
  private void slide() {
    findKnowledge();
    for (int c = 0; c < graph.cells.size(); c++) {
      Cell cell = graph.cells.get(c);
      if (cell.slots > 2) {
        trim(cell);
      }
    }
    int length = graph.length;
    numbers.begin();
    keepThreads();
    for (int c = 0; c < graph.cells.size(); c++) {
      keepAccesses(graph.cells.get(c));
    }
    graph.lives.keep(numbers, e -> graph.index(e) <= knownToAll[graph.thread(e)], graph);
    int kept = numbers.apply();
    run.moved(numbers, knownToAll);
    graph.stopRemembering();
    eventsDropped += length - kept;
    nextLength = extent.events + 2 * kept + graph.lives.objects();
  }

  private void keepThreads() {
    for (int t = 0; t < graph.threadCount; t++) {
      if (graph.current(t) != null) {
        int e = graph.last(t) >= 0 ? graph.last(t) : graph.spawnedBy(t);
        if (e >= 0) {
          numbers.keep(e);
          int fence = graph.clocks.releaseFence(e);
          if (fence >= 0) {
            numbers.keep(fence);
          }
        }
      }
    }
  }

  private void keepAccesses(Cell cell) {
    for (int s = 1; s < cell.slots; s++) {
      numbers.keep(cell.event(s));
    }
    for (int t = 0; t < graph.threadCount; t++) {
      int kinds = 0;
      int newer = -1;
      for (int x = cell.lastAccess(t); x >= 0; x = graph.previousAccess(x)) {
        int kind = 1 << ((graph.type(x) & 3) | ((graph.order(x) & Ordering.ATOMIC) << 2));
        if ((kinds & kind) == 0 && graph.index(x) > knownToAll[t]) {
          numbers.keep(x);
        }
        kinds |= kind;
        // Of those that have seen the same, the first is the one to find.
        if (newer >= 0 && hasCoherence && seen(newer) > 0 && seen(x) != seen(newer)) {
          numbers.keep(newer);
        }
        newer = x;
      }
      if (newer >= 0 && hasCoherence && seen(newer) > 0) {
        numbers.keep(newer);
      }
    }
  }

  private int seen(int x) {
    return graph.writes(x) ? graph.slot(x) : graph.sourceSlot(x);
  }
}
