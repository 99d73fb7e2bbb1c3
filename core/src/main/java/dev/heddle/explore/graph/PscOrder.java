package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * psc of RC11, as far as mo is known, kept transitively closed while a graph grows and shrinks.
 *
 * <p>Its elements, here <em>nodes</em>, are the sequentially consistent events. For every event x,
 * left(x) = [E_sc] ∪ [F_sc]; hb? are the nodes from which a step of psc comes to x in front of scb.
 * A pair (x, y) of scb lets left(x) come before y, if that is a node, and before the fences after
 * y; it is remembered at y for fences that come later. Nothing happens after the newest event, so
 * what happens before an event never changes; only scb and eco grow with mo.
 */
final class PscOrder {
  // ---- Sets of nodes that each event has: rows of `sets` --------------------------------------

  /** The sequentially consistent fences that happen before the event. */
  private static final int FENCES_BEFORE = 0;

  /** The same, and the event itself if it is a node. */
  private static final int LEFT = 1;

  /** left of all that come before the event in program order. */
  private static final int LEFT_OF_THREAD = 2;

  /** left of the event and of the earlier accesses of its thread to its cell. */
  private static final int LEFT_OF_CELL = 3;

  /** left of all x with scb(x, y), of an event y. */
  private static final int BY_SCB = 4;

  /** The fences before all x with eco(x, y), of an event y. */
  private static final int BY_ECO = 5;

  /** The sequentially consistent fences that happen after the event. */
  private static final int FENCES_AFTER = 6;

  private static final int ROWS = 7;

  private final ClosedOrder psc = new ClosedOrder();
  private final BitTrail sets = new BitTrail();

  /** The node of an event, or -1. */
  private int[] node = new int[64];

  /** How many sequentially consistent fences there are. */
  private int fences;

  /** The latest such fence of the thread up to an event, or -1. */
  private int[] fenceUpTo = new int[64];

  /** What was there in front of each event: lengths of both trails, and nodes. */
  private long[] marks = new long[64];

  private int[] nodesBefore = new int[64];

  /** The first of the events in a row, up to this one in program order, at its location. */
  private int[] firstAtLocation = new int[64];

  // ---- Going back -----------------------------------------------------------------------------

  long mark() {
    return (long) psc.mark() << 32 | sets.mark();
  }

  void undoTo(long mark) {
    sets.undoTo((int) mark, sets.rows());
    psc.undoTo((int) (mark >>> 32), psc.size());
  }

  void forget(int e) {
    if (sets.rows() > ROWS * e) {
      sets.undoTo((int) marks[e], ROWS * e);
      psc.undoTo((int) (marks[e] >>> 32), nodesBefore[e]);
      fences -= fenceUpTo[e] == e ? 1 : 0;
    }
  }

  // ---- Events ---------------------------------------------------------------------------------

  /**
   * Adds the newest event with all that comes before it, also in mo and fr; false if psc has a
   * cycle then.
   */
  boolean add(EventGraph graph, int e) {
    reserve(e);
    marks[e] = mark();
    nodesBefore[e] = psc.size();
    boolean isNode = graph.isSequential(e);
    boolean isFence = isNode && graph.isFence(e);
    node[e] = isNode ? psc.add() : -1;
    fences += isFence ? 1 : 0;
    fenceUpTo[e] = isFence ? e : fenceOfThread(graph, e);
    for (int i = 0; i < ROWS; i++) {
      sets.addRow(psc.size());
    }
    int p = predecessor(graph, e);
    firstAtLocation[e] = p >= 0 && isSameLocation(graph, p, e) ? firstAtLocation[p] : e;
    if (psc.size() == 0) {
      return true;
    }
    findLeft(graph, e);
    findScb(graph, e);
    if (graph.cell(e) != null) {
      findConcurrent(graph, e, graph.cell(e));
    }
    if (isNode) {
      psc.orderAll(sets, row(e, BY_SCB), node[e]);
      if (isFence) {
        addFence(graph, e);
      }
    }
    return !graph.reads(e) || addRead(graph, e);
  }

  /** The latest sequentially consistent fence before an event in its thread, or -1. */
  private int fenceOfThread(EventGraph graph, int e) {
    return graph.previous(e) < 0 ? -1 : fenceUpTo[graph.previous(e)];
  }

  private void findLeft(EventGraph graph, int e) {
    for (int t = 0; fences > 0 && t < graph.threadCount; t++) {
      int last = graph.lastUpTo(t, graph.clocks.hb(e, t));
      int f = last == e ? fenceOfThread(graph, e) : last < 0 ? -1 : fenceUpTo[last];
      if (f >= 0) {
        include(e, FENCES_BEFORE, f, FENCES_BEFORE);
        sets.add(row(e, FENCES_BEFORE), node[f]);
      }
    }
    include(e, LEFT, e, FENCES_BEFORE);
    if (node[e] >= 0) {
      sets.add(row(e, LEFT), node[e]);
    }
    includeLeft(e, predecessor(graph, e));
    includeLeft(e, endOfJoined(graph, e));
    include(e, LEFT_OF_CELL, e, LEFT);
    if (graph.previousAccess(e) >= 0) {
      include(e, LEFT_OF_CELL, graph.previousAccess(e), LEFT_OF_CELL);
    }
  }

  private void includeLeft(int e, int p) {
    if (p >= 0) {
      include(e, LEFT_OF_THREAD, p, LEFT_OF_THREAD);
      include(e, LEFT_OF_THREAD, p, LEFT);
    }
  }

  /** The event before one in its thread, or the one that started the thread; or -1. */
  private static int predecessor(EventGraph graph, int e) {
    int p = graph.previous(e);
    return p >= 0 ? p : graph.spawnedBy(graph.thread(e));
  }

  /** The last event of the thread that an event joins, or -1. */
  private static int endOfJoined(EventGraph graph, int e) {
    int joined = graph.joinedBy(e);
    int end = joined < 0 ? -1 : graph.last(joined);
    return joined < 0 || end >= 0 ? end : graph.spawnedBy(joined);
  }

  /** po, po|≠loc; hb; po|≠loc and hb|loc to an event. */
  private void findScb(EventGraph graph, int e) {
    include(e, BY_SCB, e, LEFT_OF_THREAD);
    int d = predecessor(graph, e);
    if (d >= 0 && isSameLocation(graph, d, e)) {
      d = predecessor(graph, firstAtLocation[d]);
    }
    includeBehind(graph, e, d);
    includeBehind(graph, e, endOfJoined(graph, e));
    for (int t = 0; graph.cell(e) != null && t < graph.threadCount; t++) {
      int x = t == graph.thread(e) ? -1 : latestAccess(graph, e, t);
      if (x >= 0) {
        include(e, BY_SCB, x, LEFT_OF_CELL);
      }
    }
  }

  /** What has an event at another location behind it which happens before d. */
  private void includeBehind(EventGraph graph, int e, int d) {
    for (int t = 0; d >= 0 && t < graph.threadCount; t++) {
      int c = graph.lastUpTo(t, graph.clocks.hb(d, t));
      if (c >= 0) {
        // All that come in front of the last events at one location have.
        include(e, BY_SCB, firstAtLocation[c], LEFT_OF_THREAD);
      }
    }
  }

  /** The latest access of a thread to the cell of an event that happens before it, or -1. */
  private static int latestAccess(EventGraph graph, int e, int t) {
    return graph.accesses.upTo(graph.cell(e).lastAccess(t), graph.clocks.hb(e, t));
  }

  /**
   * What comes before an event in mo, fr and eco, of all accesses to its cell that do not happen
   * before it. What the others add is known: scb has hb|loc, psc_F has hb.
   */
  private void findConcurrent(EventGraph graph, int e, Cell cell) {
    for (int t = 0; t < graph.threadCount; t++) {
      int x = t == graph.thread(e) ? -1 : cell.lastAccess(t);
      for (int known = graph.clocks.hb(e, t); x >= 0 && graph.index(x) > known; ) {
        addConcurrent(graph, e, cell, x);
        x = graph.previousAccess(x);
      }
    }
  }

  private void addConcurrent(EventGraph graph, int e, Cell cell, int x) {
    int first = graph.reads(x) ? graph.sourceSlot(x) : graph.slot(x);
    int last = graph.writes(x) ? graph.slot(x) : first;
    if (graph.writes(e) && cell.isBefore(first, graph.slot(e))) {
      include(e, BY_SCB, x, LEFT);
    }
    if (graph.reads(e)) {
      int source = graph.sourceSlot(e);
      boolean isSource = graph.writes(x) && last == source;
      if (isSource || cell.isBefore(first, source)) {
        include(e, BY_ECO, x, FENCES_BEFORE);
      }
    }
  }

  /**
   * hb?; [F_sc] behind scb, and psc_F. Where the thread has an earlier fence, that one is behind
   * all that happens before it.
   */
  private void addFence(EventGraph graph, int e) {
    psc.orderAll(sets, row(e, FENCES_BEFORE), node[e]);
    int earlier = fenceOfThread(graph, e);
    for (int t = 0; t < graph.threadCount; t++) {
      int known = earlier < 0 ? 0 : graph.clocks.hb(earlier, t);
      int y = graph.lastUpTo(t, graph.clocks.hb(e, t));
      for (y = y == e ? graph.previous(e) : y; y >= 0 && graph.index(y) > known; ) {
        sets.add(row(y, FENCES_AFTER), node[e]);
        psc.orderAll(sets, row(y, BY_SCB), node[e]);
        psc.orderAll(sets, row(y, BY_ECO), node[e]);
        y = graph.previous(y);
      }
    }
  }

  // ---- mo, fr and eco -------------------------------------------------------------------------

  /** The writes that a read comes before, in fr, and the reads of these, in eco. */
  private boolean addRead(EventGraph graph, int e) {
    Cell cell = graph.cell(e);
    int source = graph.sourceSlot(e);
    if (cell.isLast(source, graph.slot(e))) {
      return true;
    }
    for (int s = 1; hasLeft(e) && s < cell.slots; s++) {
      int y = cell.event(s);
      if (y != e && cell.isBefore(source, s)) {
        int before = sets.mark();
        include(y, BY_SCB, e, LEFT);
        if (before != sets.mark() && !orderScb(y)) {
          return false;
        }
      }
    }
    for (int i = 0; !sets.isEmpty(row(e, FENCES_BEFORE)) && i < cell.readCount; i++) {
      int r = cell.read(i);
      if (r != e && cell.isBefore(source, graph.sourceSlot(r))) {
        include(r, BY_ECO, e, FENCES_BEFORE);
        if (!orderFencesAfter(r, BY_ECO)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Slot a comes before slot b in mo, and the reads of a in fr; false if psc has a cycle then. */
  boolean addOrder(EventGraph graph, Cell cell, int a, int b) {
    if (psc.size() == 0) {
      return true;
    }
    int y = cell.event(b);
    int before = sets.mark();
    if (a != Cell.INITIAL) {
      include(y, BY_SCB, cell.event(a), LEFT);
    }
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.read(i);
      if (r != y && graph.sourceSlot(r) == a) {
        include(y, BY_SCB, r, LEFT);
      }
    }
    if (before != sets.mark() && !orderScb(y)) {
      return false;
    }
    // Which fences come before an event is known when it is added: where there are none, eco adds
    // none.
    for (int i = 0; fences > 0 && i < cell.readCount; i++) {
      int r = cell.read(i);
      if (graph.sourceSlot(r) == b && !addEco(graph, cell, a, r)) {
        return false;
      }
    }
    return true;
  }

  /** mo; rf and fr; rf to a read, from a slot and its reads. */
  private boolean addEco(EventGraph graph, Cell cell, int a, int reader) {
    int before = sets.mark();
    if (a != Cell.INITIAL) {
      include(reader, BY_ECO, cell.event(a), FENCES_BEFORE);
    }
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.read(i);
      if (r != reader && graph.sourceSlot(r) == a) {
        include(reader, BY_ECO, r, FENCES_BEFORE);
      }
    }
    return before == sets.mark() || orderFencesAfter(reader, BY_ECO);
  }

  private boolean orderScb(int y) {
    return (node[y] < 0 || psc.orderAll(sets, row(y, BY_SCB), node[y]))
        && orderFencesAfter(y, BY_SCB);
  }

  /** A set of an event comes before all fences after the event. */
  private boolean orderFencesAfter(int y, int set) {
    int after = row(y, FENCES_AFTER);
    for (int k = 0; k < sets.words(); k++) {
      for (long rest = sets.word(after, k); rest != 0; rest &= rest - 1) {
        int fence = (k << 6) + Long.numberOfTrailingZeros(rest);
        if (!psc.orderAll(sets, row(y, set), fence)) {
          return false;
        }
      }
    }
    return true;
  }

  // ---- Questions ------------------------------------------------------------------------------

  /** Whether a step of psc can come to an event in front of scb. */
  boolean hasLeft(int e) {
    return !sets.isEmpty(row(e, LEFT));
  }

  /** Whether mo of a cell can lead to steps of psc. */
  boolean isConcernedWith(Cell cell) {
    boolean isLeft = false;
    boolean isRight = false;
    for (int s = 1; s < cell.slots; s++) {
      isLeft |= hasLeft(cell.event(s));
      isRight |= hasRight(cell.event(s));
    }
    for (int i = 0; i < cell.readCount; i++) {
      isLeft |= hasLeft(cell.read(i));
      isRight |= hasRight(cell.read(i));
    }
    return isLeft && isRight;
  }

  private boolean hasRight(int e) {
    return node[e] >= 0 || !sets.isEmpty(row(e, FENCES_AFTER));
  }

  // ---- Details --------------------------------------------------------------------------------

  private static int row(int e, int set) {
    return ROWS * e + set;
  }

  private void include(int e, int set, int other, int otherSet) {
    sets.addAll(row(e, set), sets, row(other, otherSet));
  }

  private static boolean isSameLocation(EventGraph graph, int a, int b) {
    return graph.cell(a) != null && graph.cell(a) == graph.cell(b);
  }

  private void reserve(int e) {
    if (e >= node.length) {
      node = Arrays.copyOf(node, 2 * e);
      marks = Arrays.copyOf(marks, 2 * e);
      nodesBefore = Arrays.copyOf(nodesBefore, 2 * e);
      fenceUpTo = Arrays.copyOf(fenceUpTo, 2 * e);
      firstAtLocation = Arrays.copyOf(firstAtLocation, 2 * e);
    }
  }
}
