package dev.heddle.explore.graph;

import dev.heddle.machine.Effects;
import dev.heddle.machine.Failure;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.machine.WideNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * An execution graph that grows and shrinks at its end: events with program order po and reads-from
 * rf, and for each cell the modification order mo as far as it is known. Events are numbered in the
 * order in which they were added, which extends po ∪ rf; the latest is removed first.
 *
 * <p>Invariant: whatever is added is coherent, that is, for each cell the known part of mo has no
 * cycle, and contains a pair whenever one write, or the source of one read, happens before another
 * write or before a read of it.
 */
final class EventGraph extends EventTable {
  final ValueDrivenThreads threads;
  final OperationSemantics semantics;
  final CellTable cells;
  final MixedSizes sizes = new MixedSizes(this);
  final ModificationOrders orders = new ModificationOrders();
  final HappensBeforeClocks clocks;
  final AccessJumps accesses = new AccessJumps(this);

  /** What tells the pasts of events apart. */
  final PastHashes hashes = new PastHashes(this);

  private final Ordering ordering;

  /** Whether nothing was dropped of what happened; else the graph can only grow. */
  boolean isWhole = true;

  private IntConsumer onRemoval = e -> {};

  // ---- Threads ------------------------------------------------------------------------------

  private ThreadNode[] current = new ThreadNode[8];

  private int[] last = new int[8];
  private int[] spawnedBy = new int[8];

  /** The events of each thread, in program order. */
  private int[][] ofThread = new int[8][16];

  private BranchPoint[] parked = new BranchPoint[8];

  /** One more than the highest number of a thread that was ever started. */
  int threadCount;

  /** Which events freed an object or made it; below 0 for none. */
  final ObjectLives lives = new ObjectLives();

  EventGraph(ValueDrivenThreads threads, CellTable cells, Ordering ordering) {
    this.threads = threads;
    this.cells = cells;
    this.ordering = ordering;
    this.semantics = new OperationSemantics(this::mutexKind);
    this.clocks = new HappensBeforeClocks(this, ordering.synchronizesAll());
    Arrays.fill(last, -1);
    for (int t = 0; t < threads.threads(); t++) {
      if (threads.initial(t) != null) {
        start(t, threads.initial(t), -1);
        if (threads.initial(t).effects() != null) {
          lives.made(threads.initial(t).effects(), -1, t);
        }
      }
    }
  }

  // ---- Threads ------------------------------------------------------------------------------

  private void start(int t, ThreadNode root, int event) {
    if (t >= current.length) {
      int known = current.length;
      int grown = Math.max(t + 1, 2 * known);
      current = Arrays.copyOf(current, grown);
      last = Arrays.copyOf(last, grown);
      spawnedBy = Arrays.copyOf(spawnedBy, grown);
      parked = Arrays.copyOf(parked, grown);
      ofThread = Arrays.copyOf(ofThread, grown);
      Arrays.fill(last, known, grown, -1);
      Arrays.setAll(ofThread, i -> i < known ? ofThread[i] : new int[16]);
    }
    clocks.reserveThread(t);
    threadCount = Math.max(threadCount, t + 1);
    current[t] = cells.inFront(threads, t, root);
    last[t] = -1;
    spawnedBy[t] = event;
    hashes.start(t);
  }

  /** Where a thread stands; null if it was never started. */
  ThreadNode current(int t) {
    return current[t];
  }

  /** The latest event of a thread, or -1. */
  int last(int t) {
    return last[t];
  }

  /** The event with which a thread was started, or -1. */
  int spawnedBy(int t) {
    return spawnedBy[t];
  }

  /** Where it was decided that a thread goes on waiting although it need not; else null. */
  BranchPoint parked(int t) {
    return parked[t];
  }

  /** A thread goes on waiting, as was decided somewhere. */
  void park(int t, BranchPoint decision) {
    parked[t] = decision;
  }

  void unpark(int t) {
    parked[t] = null;
  }

  /** Whether a thread is in front of an operation and may go on as far as the search goes. */
  boolean isReady(int t) {
    ThreadNode node = current[t];
    return node != null && node.status() == Status.READY && parked[t] == null;
  }

  /** The thread that a join waits for, or -1 if there is none of that number. */
  int joined(ThreadNode node) {
    long t = node.address() - 1;
    return t >= 0 && t < threadCount && current[(int) t] != null ? (int) t : -1;
  }

  /** Whether a thread, if it is about to join another one, need not wait for it. */
  boolean canJoin(int t) {
    int target = current[t].kind() == OperationKind.JOIN ? joined(current[t]) : -1;
    return target < 0 || current[target].status() == Status.FINISHED;
  }

  /** The thread that an event joins, or -1. */
  int joinedBy(int e) {
    return before(e).kind() == OperationKind.JOIN ? joined(before(e)) : -1;
  }

  /** The latest event of a thread up to its event of a number, or -1. */
  int lastUpTo(int t, int number) {
    int e = last[t];
    return e < 0 || number >= index(e) ? e : number == 0 ? -1 : ofThread[t][number - 1];
  }

  /** The kind of a mutex: what was written last behind it. */
  private int mutexKind(ThreadNode lock) {
    long position = threads.locateKind(lock);
    if (position < 0) {
      return 0;
    }
    Cell kind = cell(position, 8);
    return (int) content(kind, kind.slots - 1) & 0xff;
  }

  // ---- Cells --------------------------------------------------------------------------------

  /** The cell at a position. */
  Cell cell(long position, int bytes) {
    Cell c = cells.of(position, bytes);
    if (!c.isFilled) {
      c.isFilled = true;
      sizes.fill(c);
    }
    return c;
  }

  /** The cell that an operation is about, which must be somewhere. */
  Cell cell(ThreadNode node) {
    return cell(threads.locate(node), node.isWide() ? WideNumbers.BYTES : node.bytes());
  }

  /** Where the cell of an operation begins. */
  static long address(ThreadNode node) {
    return node.isWide() ? node.wideAddress() : node.address();
  }

  /** The slot that an event, which may be none, has in a cell; below 0 if it has none there. */
  int slotOf(Cell c, int e) {
    return e < 0 ? Cell.INITIAL : cell(e) == c ? slot(e) : c.slotOf(e);
  }

  // ---- Values -------------------------------------------------------------------------------

  /** The content of a cell after the write in a slot. */
  long content(Cell c, int s) {
    if (s == Cell.INITIAL) {
      return threads.initialContent(c.position, c.bytes);
    }
    return c.isShadow(s) ? c.shadows.content(s) : written(c.event(s));
  }

  /** Which bytes of that are not initialised. */
  int missing(Cell c, int s) {
    if (s == Cell.INITIAL) {
      return threads.missingInitially(c.position, c.bytes);
    }
    return c.isShadow(s) ? c.shadows.missing(s) : missing(c.event(s));
  }

  /** The slot that an event reads from. */
  int sourceSlot(int e) {
    return slotOf(cell(e), source(e));
  }

  // ---- Growing ------------------------------------------------------------------------------

  /** A new event of a thread that accesses no cell; {@link #finish} follows. */
  int begin(int t, int eventType, int eventOrder) {
    int e = append(t, last[t], current[t], eventType, eventOrder, orders.mark());
    clocks.begin(e);
    last[t] = e;
    if (isWhole) {
      if (index(e) > ofThread[t].length) {
        ofThread[t] = Arrays.copyOf(ofThread[t], 2 * index(e));
      }
      ofThread[t][index(e) - 1] = e;
    }
    return e;
  }

  /**
   * An access joins its cell; mo grows by what must be so: what happens before the access comes in
   * front of the write that it is or reads from.
   *
   * @param from the event to read from, or {@link #INITIAL}, if it reads
   * @return whether the graph is coherent with it; if not, it is for the caller to abandon it
   */
  boolean access(int e, Cell c, int from) {
    boolean reads = reads(e);
    boolean writes = writes(e);
    int sourceSlot = reads ? slotOf(c, from) : Cell.INITIAL;
    int floor = c.floor();
    if (reads && (sourceSlot < floor || (writes && c.consumer(sourceSlot) != 0))) {
      return false;
    }
    setCell(e, c, c.lastAccess(thread(e)));
    accesses.add(e);
    if (reads) {
      setSource(e, from);
      c.addRead(e);
      clocks.readsFrom(e, from);
    }
    if (writes) {
      setSlot(e, reads ? orders.addSlot(c, e) : orders.add(c, e));
      if (!reads && !c.hasPlainWrites) {
        c.hasPlainWrites = true;
        cells.plainWrites.meet(address(before(e)), c.bytes);
      }
    }
    if (floor != Cell.INITIAL && slot(e) >= 0 && !reads) {
      orders.order(c, floor, slot(e));
    }
    boolean coherent = !ordering.hasCoherence() || orderPast(e, c, reads ? sourceSlot : slot(e));
    if (reads && writes) {
      orders.chain(c, sourceSlot, slot(e));
    }
    c.setLastAccess(thread(e), e);
    if (!isAtomic(e)) {
      c.notePlain(thread(e), index(e));
    }
    return coherent;
  }

  private boolean orderPast(int e, Cell c, int target) {
    for (int t = 0; t < threadCount; t++) {
      int m = latestBefore(c, t, clocks.hb(e, t));
      if (m >= 0 && m != target && !orders.order(c, m, target)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The slot that a thread wrote or read last in a cell, up to its event of that number; -1 if it
   * has not accessed the cell.
   */
  int latestBefore(Cell c, int t, int upTo) {
    int x = accesses.upTo(c.lastAccess(t), upTo);
    return x < 0 ? -1 : writes(x) ? slot(x) : sourceSlot(x);
  }

  /** The thread goes on from its event. */
  void finish(int e, ThreadNode next) {
    clocks.finish(e);
    hashes.add(e);
    int t = thread(e);
    current[t] = cells.inFront(threads, t, next);
    Effects effects = next.effects();
    if (effects != null) {
      apply(effects, e, t);
    }
  }

  private void apply(Effects effects, int e, int t) {
    threads.bear(effects);
    lives.made(effects, e, t);
    for (int i = 0; i < effects.threadsStarted(); i++) {
      ThreadNode root = effects.rootStarted(i);
      start(effects.threadStarted(i), root, e);
      if (root.effects() != null) {
        apply(root.effects(), e, effects.threadStarted(i));
      }
    }
  }

  private void takeBack(Effects effects) {
    for (int i = effects.threadsStarted() - 1; i >= 0; i--) {
      int t = effects.threadStarted(i);
      ThreadNode root = effects.rootStarted(i);
      if (root.effects() != null) {
        takeBack(root.effects());
      }
      current[t] = null;
    }
    threads.takeBack(effects);
  }

  /** Ends a thread whose operation goes wrong. */
  void fail(int e, Failure failure) {
    finish(e, threads.failed(before(e), failure));
  }

  /** Forgets what is known of threads beyond this graph, if that is much. */
  void trim() {
    if (threads.isFull()) {
      threads.forget(nodes());
    }
  }

  /** The graph only grows from now on, and threads never do again what they have done. */
  void stopRemembering() {
    if (isWhole) {
      isWhole = false;
      threads.stopRemembering(nodes());
    }
  }

  private List<ThreadNode> nodes() {
    List<ThreadNode> inUse = new ArrayList<>();
    for (int e = 0; e < length; e++) {
      inUse.add(before(e));
    }
    for (int t = 0; t < threadCount; t++) {
      if (current[t] != null) {
        inUse.add(current[t]);
      }
    }
    return inUse;
  }

  /** Events have other numbers, up to so many. */
  void renumber(Renumbering numbers, int kept) {
    for (int t = 0; t < threadCount; t++) {
      last[t] = numbers.of(last[t]);
      spawnedBy[t] = numbers.of(spawnedBy[t]);
    }
    lives.renumber(numbers, length);
    skipDropped(numbers);
    for (int e = 0; e < length; e++) {
      int to = numbers.of(e);
      if (to >= 0) {
        move(e, numbers);
        accesses.add(to);
        hashes.move(e, to);
        clocks.move(e, to, numbers.of(clocks.releaseFence(e)));
      }
    }
    truncate(kept);
    orders.forgetTrail();
  }

  // ---- Shrinking ----------------------------------------------------------------------------

  /** Somebody wants to know of each event that is removed, before it is. */
  void onRemoval(IntConsumer listener) {
    onRemoval = listener;
  }

  /** Removes the latest event, which is finished. */
  void remove() {
    int e = length - 1;
    Effects effects = current[thread(e)].effects();
    if (effects != null) {
      takeBack(effects);
    }
    abandon();
  }

  /** Removes the latest event before it is finished. */
  void abandon() {
    int e = --length;
    int t = thread(e);
    Cell c = cell(e);
    onRemoval.accept(e);
    orders.undoTo(mark(e));
    if (c != null) {
      c.setLastAccess(t, previousAccess(e));
      if (reads(e)) {
        c.removeRead();
      }
      if (slot(e) >= 0) {
        if (c.hasOverlaps()) {
          MixedSizes.remove(e, c);
        }
        orders.removeSlot(c);
        if (reads(e)) {
          c.release(sourceSlot(e));
        }
      }
    }
    lives.removed(e, threads);
    current[t] = before(e);
    last[t] = previous(e);
  }

  void shrinkTo(int newLength) {
    while (length > newLength) {
      remove();
    }
  }

  /** Whether the model has a modification order at all. */
  boolean hasOrders() {
    return ordering.hasCoherence();
  }

  // ---- Relations ----------------------------------------------------------------------------

  /** Whether a comes before b in (po ∪ rf)*, where b comes later or is a. */
  boolean isInPast(int a, int b) {
    return clocks.porf(b, thread(a)) >= index(a);
  }

  /** Whether a happens before b, which was added later. */
  boolean happensBefore(int a, int b) {
    return clocks.hb(b, thread(a)) >= index(a);
  }
}
