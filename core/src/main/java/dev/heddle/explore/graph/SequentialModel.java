package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * Models that ask for one order of all events: it contains mo, fr where reads are ordered, and what
 * each keeps of program order and of reads-from. All of it that is forced is kept closed: two
 * writes to a cell that are ordered in it are so in mo, and what is ordered before a read is not
 * behind its source.
 */
final class SequentialModel extends SaturatedModel {
  /** What is kept of program order and reads-from. */
  enum Kept {
    /** All: sequential consistency. */
    EVERYTHING(Ordering.RELEASE_ACQUIRE),
    /** All, but reads are free to be stale: strong release-acquire, acyclic(po ∪ rf ∪ mo). */
    WITHOUT_STALENESS(Ordering.RELEASE_ACQUIRE),
    /** A write stays in a buffer behind later reads: total store order. */
    BUFFERED_WRITES(Ordering.RELEASE_ACQUIRE),
    /** There is a buffer for each location: partial store order. */
    BUFFERED_PER_LOCATION(Ordering.RELAXED);

    private final Ordering ordering;

    Kept(Ordering ordering) {
      this.ordering = ordering;
    }
  }

  private final Kept kept;
  private final boolean isBuffered;

  /** Whether reads come before the writes that overwrite what they read. */
  private final boolean ordersReads;

  private final ClosedOrder order = new ClosedOrder();

  /** The length of the order's trail in front of each event. */
  private int[] marks = new int[64];

  /**
   * The latest event of the thread up to one that is no write which may wait in a buffer; or -1.
   */
  private int[] unbuffered = new int[64];

  /** Events behind which the event at hand comes; what comes before them does so, too. */
  private int[] predecessors = new int[16];

  private int predecessorCount;

  SequentialModel(Kept kept) {
    this.kept = kept;
    this.isBuffered = kept == Kept.BUFFERED_WRITES || kept == Kept.BUFFERED_PER_LOCATION;
    this.ordersReads = kept != Kept.WITHOUT_STALENESS;
  }

  @Override
  public Ordering ordering() {
    return kept.ordering;
  }

  // ---- The order ------------------------------------------------------------------------------

  @Override
  long mark() {
    return order.mark();
  }

  /** Allocating and freeing are not buffered, so that whoever knows an address comes behind. */
  @Override
  public boolean ordersLives() {
    return kept != Kept.BUFFERED_PER_LOCATION;
  }

  @Override
  public boolean ordersSizes() {
    return kept != Kept.BUFFERED_PER_LOCATION;
  }

  @Override
  void undoTo(long mark) {
    order.undoTo((int) mark, order.size());
  }

  @Override
  void forget(int e) {
    if (order.size() > e) {
      order.undoTo(marks[e], e);
    }
  }

  @Override
  boolean add(EventGraph graph, int e) {
    if (e >= marks.length) {
      marks = Arrays.copyOf(marks, 2 * e);
      unbuffered = Arrays.copyOf(unbuffered, 2 * e);
    }
    marks[e] = order.mark();
    int p = graph.previous(e);
    boolean mayWait = isPureWrite(graph, e) && !isSequentialWrite(graph, e);
    unbuffered[e] = mayWait ? p < 0 ? -1 : unbuffered[p] : e;
    order.add();
    findPredecessors(graph, e);
    for (int i = 0; i < predecessorCount; i++) {
      order.order(predecessors[i], e);
    }
    return addOwnOrders(graph, e) && (!graph.reads(e) || !ordersReads || orderRead(graph, e));
  }

  /**
   * What comes before a new event in mo comes before it. The latest slots come first: they mostly
   * have the others in front of them.
   */
  private boolean addOwnOrders(EventGraph graph, int e) {
    for (int change = graph.orders.mark() - 1; change >= graph.mark(e); change--) {
      if (isAbout(graph, change, e) && !addOrders(graph, change)) {
        return false;
      }
    }
    return true;
  }

  /** A read comes before all writes that come behind its source. */
  private boolean orderRead(EventGraph graph, int e) {
    Cell cell = graph.cell(e);
    int source = graph.sourceSlot(e);
    for (int s = 1; s < cell.slots; s++) {
      if (cell.isBefore(source, s) && cell.event(s) != e && !order.order(e, cell.event(s))) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean addOrders(EventGraph graph, int change) {
    Cell cell = graph.orders.cell(change);
    int firstSlot = graph.orders.firstSlot(change);
    long added = graph.orders.added(change);
    int write = cell.event(graph.orders.slot(change));
    for (long rest = added; rest != 0; rest &= ~Long.highestOneBit(rest)) {
      int earlier = cell.event(firstSlot + 63 - Long.numberOfLeadingZeros(rest));
      if (earlier >= 0 && !order.order(earlier, write)) {
        return false;
      }
    }
    for (int i = 0; ordersReads && i < cell.readCount; i++) {
      int r = cell.read(i);
      int bit = graph.sourceSlot(r) - firstSlot;
      boolean isBefore = bit >= 0 && bit < 64 && (added >>> bit & 1) != 0 && r != write;
      if (isBefore && !order.order(r, write)) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean derive(EventGraph graph, long mark) {
    int now = order.mark();
    int latest = -1;
    for (int change = (int) mark; change < now; change++) {
      int e = order.changed(change);
      if (e != latest && !derive(graph, e, graph.cell(e))) {
        return false;
      }
      latest = e;
    }
    return true;
  }

  /** More events come before this one: they are in front of it, or of its source, in mo. */
  private boolean derive(EventGraph graph, int e, Cell cell) {
    boolean writes = graph.writes(e);
    if (cell == null || !(writes || ordersReads)) {
      return true;
    }
    int target = writes ? graph.slot(e) : graph.sourceSlot(e);
    for (int s = 1; s < cell.slots; s++) {
      if (s != target
          && order.isBefore(cell.event(s), e)
          && !cell.isBefore(s, target)
          && !graph.orders.order(cell, s, target)) {
        return false;
      }
    }
    return true;
  }

  // ---- The witness ----------------------------------------------------------------------------

  /**
   * What reads nothing comes last. A read comes in front of the first write behind its source, and
   * so does a read-modify-write.
   */
  @Override
  boolean extendWitness(EventGraph graph, int e) {
    int end = limit(graph, e);
    if (end < 0) {
      witness.addLast();
      return true;
    }
    findPredecessors(graph, e);
    if (graph.writes(e) && ordersReads) {
      addReadersOfSource(graph, e);
    }
    int behind = -1;
    for (int i = 0; i < predecessorCount; i++) {
      if (behind < 0 || witness.isBefore(behind, predecessors[i])) {
        behind = predecessors[i];
      }
    }
    if (behind >= 0 && !witness.isBefore(behind, end)) {
      return false;
    }
    witness.addAfter(behind);
    return true;
  }

  /** The first write in the witness in front of which an event must come, or -1. */
  private int limit(EventGraph graph, int e) {
    int wanted = ordersReads ? EventGraph.READ : EventGraph.READ | EventGraph.WRITE;
    if ((graph.type(e) & wanted) != wanted) {
      return -1;
    }
    Cell cell = graph.cell(e);
    int source = graph.source(e);
    int first = -1;
    for (int s = 1; s < cell.slots; s++) {
      int w = cell.event(s);
      if (w != e
          && w != source
          && (source < 0 || witness.isBefore(source, w))
          && (first < 0 || witness.isBefore(w, first))) {
        first = w;
      }
    }
    return first;
  }

  private void addReadersOfSource(EventGraph graph, int e) {
    Cell cell = graph.cell(e);
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.read(i);
      if (r != e && graph.source(r) == graph.source(e)) {
        addPredecessor(r);
      }
    }
  }

  @Override
  boolean matters(EventGraph graph, Cell cell) {
    return true;
  }

  @Override
  int rank(EventGraph graph, int e) {
    return order.countBefore(e);
  }

  // ---- Program order and reads-from -----------------------------------------------------------

  /** Finds the latest events that come before one in its thread, by its start, joins and source. */
  private void findPredecessors(EventGraph graph, int e) {
    predecessorCount = 0;
    if (isBuffered) {
      addUnbuffered(graph, e);
    } else if (graph.previous(e) >= 0) {
      addPredecessor(graph.previous(e));
    }
    if (predecessorCount == 0) {
      addAll(graph, graph.spawnedBy(graph.thread(e)));
    }
    int joined = graph.joinedBy(e);
    if (joined >= 0) {
      addAll(graph, graph.last(joined) >= 0 ? graph.last(joined) : graph.spawnedBy(joined));
    }
    int source = graph.source(e);
    if (source >= 0 && !(isBuffered && graph.thread(source) == graph.thread(e))) {
      addPredecessor(source);
    }
  }

  /** What comes before an event in its thread although there are buffers. */
  private void addUnbuffered(EventGraph graph, int e) {
    boolean isDrained = drains(graph, e);
    boolean isBehindSequential = false;
    for (int a = graph.previous(e); a >= 0; a = graph.previous(a)) {
      if (kept == Kept.BUFFERED_PER_LOCATION && !isDrained) {
        a = unbuffered[a];
        if (a < 0) {
          return;
        }
      }
      boolean isSequential = isSequentialWrite(graph, a);
      boolean isKept = isDrained || isSequential || !isDelayed(graph, a, e);
      if (isKept) {
        addPredecessor(a);
      }
      // All that comes before a sequential write comes before the next event, so before a later
      // one.
      if (drains(graph, a)
          || (isSequential && isBehindSequential)
          || (isKept && hasAllBehind(graph, a, e, isDrained))) {
        return;
      }
      isBehindSequential |= isSequential;
      isDrained |= isSequential;
    }
  }

  /**
   * Under total store order all that comes before a write in program order comes before it, and
   * what comes before a read is all that comes before a later one. Under partial store order the
   * latter holds of all that need not wait, unless buffers have been drained in between.
   */
  private boolean hasAllBehind(EventGraph graph, int a, int e, boolean isDrained) {
    return kept == Kept.BUFFERED_PER_LOCATION
        ? !isPureWrite(graph, a) && !isDrained
        : isPureWrite(graph, a) || (!graph.writes(e) && !drains(graph, e));
  }

  /** An event and all that comes before it in its thread, when nothing of it is in a buffer. */
  private void addAll(EventGraph graph, int e) {
    for (int a = e; a >= 0; a = graph.previous(a)) {
      addPredecessor(a);
      if (!isBuffered
          || drains(graph, a)
          || (kept == Kept.BUFFERED_WRITES && isPureWrite(graph, a))) {
        return;
      }
    }
  }

  private void addPredecessor(int a) {
    if (predecessorCount == predecessors.length) {
      predecessors = Arrays.copyOf(predecessors, 2 * predecessorCount);
    }
    predecessors[predecessorCount++] = a;
  }

  /** Whether a write may reach memory behind a later event of its thread. */
  private boolean isDelayed(EventGraph graph, int a, int b) {
    if (!isPureWrite(graph, a) || drains(graph, b)) {
      return false;
    }
    return !graph.writes(b) || kept == Kept.BUFFERED_PER_LOCATION;
  }

  private static boolean isPureWrite(EventGraph graph, int e) {
    return (graph.type(e) & 3) == EventGraph.WRITE;
  }

  /** Whether all buffers of the thread are empty when the event happens. */
  private static boolean drains(EventGraph graph, int e) {
    boolean isUpdate = (graph.type(e) & 3) == (EventGraph.READ | EventGraph.WRITE);
    boolean isFence = graph.isFence(e) && graph.isSequential(e);
    return isUpdate || isFence || graph.joinedBy(e) >= 0;
  }

  private static boolean isSequentialWrite(EventGraph graph, int e) {
    return graph.writes(e) && graph.isSequential(e);
  }
}
