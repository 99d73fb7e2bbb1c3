package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.Arrays;

/**
 * Orderings that every total order of the events has to have if it extends po ∪ rf and lets each
 * constrained reader read the last write before it: phase P-I of GetWitness in Abdulla, Atig,
 * Jonsson, Lång, Ngo, Sagonas, "Optimal Stateless Model Checking for Reads-From Equivalence under
 * Sequential Consistency", OOPSLA 2019. For SC every reader is constrained; for SRA the RMWs are,
 * and the other reads contribute the orderings of read-coherence once.
 *
 * <ul>
 *   <li>R1: if e_W [shb] e_R and e′_W [rf] e_R then e_W [shb] e′_W.
 *   <li>R2: if e′_W [shb] e_W and e′_W [rf] e_R then e_R [shb] e_W.
 * </ul>
 *
 * shb is kept as timestamps, one row per event, and spreads along po, rf and the pairs that the
 * rules added. Both rules are applied at a write, for the last write of each thread that it or a
 * reader of it knows of; program order does the rest. Orderings can be assumed and taken back.
 */
final class Saturation {
  private static final int ROW = 0;
  private static final int KNOWN = 1;
  private static final int APPLIED = 2;

  final ExecutionGraph graph;
  final Readers readers;
  final WriteIndex writes;
  final int threads;
  private final int[] nextInThread;

  /** Program order across threads: the earlier event in the high half, ascending. */
  private final long[] order;

  /** shb: row e is the timestamp of event e. */
  private final TimestampRows rows;

  /** By write: what it and its readers know; row x for the initial write of location x. */
  private final TimestampRows known;

  private final int[] knownOf;

  /** By write: what it and its readers knew when the rules were applied. */
  private final TimestampRows applied;

  /** The pairs that the rules added: from, to, why; linked by source. */
  final DerivedPairs pairs;

  /** By write: the writes to which R2 has been applied for it; the last one, and the others. */
  private final int[] overwriting;

  private final IntList overwriter = new IntList();
  private final IntList previousOverwriting = new IntList();

  /** The last event that has come in, and the last one of each thread. */
  private int entered;

  private final int[] lastOfThread;
  private final int[] queue;
  private int queueStart;
  private int queued;
  private final long[] inQueue;
  private final IntList trail = new IntList();
  private boolean trailing;

  /** An event that precedes itself, or the initial write that a reader's knowledge excludes. */
  private int contradiction = NONE;

  Saturation(ExecutionGraph graph, boolean rmwsOnly) {
    this.graph = graph;
    threads = graph.threads();
    readers = new Readers(graph, rmwsOnly);
    writes = new WriteIndex(graph);
    nextInThread = graph.nextInThread();
    order = new long[graph.orderEdges()];
    for (int i = 0; i < order.length; i++) {
      order[i] = (long) graph.orderFrom(i) << 32 | graph.orderTo(i);
    }
    Arrays.sort(order);
    rows = new TimestampRows(threads, graph.events() + graph.locations());
    known = new TimestampRows(threads, graph.events() + graph.locations());
    applied = new TimestampRows(threads, graph.events() + graph.locations());
    knownOf = new int[graph.events()];
    pairs = new DerivedPairs(graph.events());
    overwriting = new int[graph.events()];
    overwriter.add(0);
    previousOverwriting.add(0);
    lastOfThread = new int[threads];
    Arrays.fill(lastOfThread, NONE);
    queue = new int[graph.events()];
    inQueue = new long[(graph.events() + 63) >> 6];
  }

  /**
   * Saturate(po ∪ rf); false if the result is cyclic. Events come in one by one, in number order,
   * and the relation on those that have come in is saturated before the next; so what an event
   * learns is handed on to events that are near.
   */
  boolean saturate() {
    HbTimestamps hb = HbTimestamps.of(graph, Synchronization.ALL);
    for (int x = 0; x < graph.locations(); x++) {
      known.allocate();
      applied.allocate();
    }
    for (int e = 0; e < graph.events(); e++) {
      hb.visit(e);
      if (!enter(e, hb) || !spread()) {
        return false;
      }
    }
    return true;
  }

  private boolean enter(int e, HbTimestamps hb) {
    entered = e;
    int t = graph.thread(e);
    hb.copyTo(rows, rows.allocate(), t);
    joinPredecessors(e);
    if (graph.writes(e)) {
      knownOf[e] = known.allocate();
      applied.allocate();
      learn(e, e, false);
      if (!apply(e)) {
        return false;
      }
    }
    if (!graph.reads(e)) {
      return true;
    }
    int w = readers.sourceOf(e);
    boolean learned;
    if (readers.isConstrained(e)) {
      learned = learn(w, e, graph.isRmw(e));
    } else {
      // Read-coherence speaks of hb only.
      hb.joinTo(known, knownRow(w), t);
      learned = true;
    }
    return (!learned || applyTo(w)) && overwrite(e, w);
  }

  /** The timestamp of an event that comes in; what has come in before is saturated. */
  private void joinPredecessors(int e) {
    int t = graph.thread(e);
    if (lastOfThread[t] != NONE) {
      rows.join(e, rows.chunk(lastOfThread[t]), rows.offset(lastOfThread[t]));
    }
    lastOfThread[t] = e;
    int w = graph.source(e);
    if (w >= 0) {
      rows.join(e, rows.chunk(w), rows.offset(w));
    }
    if (graph.hasOrderBefore(e)) {
      for (int i = graph.firstOrderEdge(e); i < graph.orderEdges() && graph.orderTo(i) == e; i++) {
        int before = graph.orderFrom(i);
        rows.join(e, rows.chunk(before), rows.offset(before));
      }
    }
  }

  /** R2 for a reader that comes in after writes that overwrite its source. */
  private boolean overwrite(int e, int w) {
    if (!readers.isConstrained(e)) {
      return true;
    }
    if (w < 0) {
      int x = ~w;
      for (int u = 0; u < threads; u++) {
        int first = writes.first(x, u) < writes.end(x, u) ? writes.at(writes.first(x, u)) : e;
        if (first < e && !addFromRead(e, first, w)) {
          return false;
        }
      }
      return true;
    }
    for (int i = overwriting[w]; i != 0; i = previousOverwriting.get(i)) {
      if (!addFromRead(e, overwriter.get(i), w)) {
        return false;
      }
    }
    return true;
  }

  private boolean addFromRead(int reader, int w, int overwritten) {
    return reader == w
        || isBefore(reader, w)
        || add(reader, w, DerivedPairs.FROM_READ, overwritten);
  }

  private int knownRow(int write) {
    return write < 0 ? ~write : knownOf[write];
  }

  /** Event {@code a} is before {@code b}, or is b. */
  boolean isBefore(int a, int b) {
    return a < row(b, graph.thread(a));
  }

  /** Entry u of the timestamp of an event. */
  int row(int event, int u) {
    return rows.chunk(event)[rows.offset(event) + u];
  }

  /** Event that precedes itself, or ~x, once saturation has failed. */
  int contradiction() {
    return contradiction;
  }

  private boolean applyTo(int write) {
    return write < 0 ? checkInitial(~write) : apply(write);
  }

  /** R1 for the initial write of x: nothing may come before it. */
  private boolean checkInitial(int x) {
    for (int u = 0; u < threads; u++) {
      int limit = known.chunk(x)[known.offset(x) + u];
      if (writes.lastBefore(x, u, limit) != NONE) {
        contradiction = ~x;
        return false;
      }
    }
    return true;
  }

  /** A write of x that a reader of its initial value knows. */
  int beforeInitial(int x) {
    for (int u = 0; u < threads; u++) {
      int w = writes.lastBefore(x, u, known.chunk(x)[known.offset(x) + u]);
      if (w != NONE) {
        return w;
      }
    }
    throw new IllegalStateException();
  }

  /** R1 and R2 with e′_W or e_W = w, for the last write of each thread that w has to follow. */
  private boolean apply(int w) {
    int x = graph.location(w);
    int row = knownOf[w];
    int[] limits = known.chunk(row);
    int at = known.offset(row);
    int[] done = applied.chunk(row);
    for (int u = 0; u < threads; u++) {
      int limit = limits[at + u];
      int old = done[at + u];
      if (limit > old) {
        change(APPLIED, applied, row, u, limit);
        int before = writes.lastBefore(x, u, limit);
        if (before == w) {
          before = writes.lastBefore(x, u, w);
        }
        if (before != NONE && before >= old && !follow(w, before)) {
          return false;
        }
      }
    }
    return applyAfterInitial(w, x);
  }

  /** R1 and R2 for a write that w has to follow. */
  private boolean follow(int w, int before) {
    if (!isBefore(before, w) && !add(before, w, DerivedPairs.READ, NONE)) {
      return false;
    }
    return isOverwritten(before, w) || overwriteBy(w, before);
  }

  /**
   * The write that overwrote {@code before} last is before w, and so are all readers. Without this,
   * each write of a location would go through what every thread ever wrote last.
   */
  private boolean isOverwritten(int before, int w) {
    int last = overwriting[before];
    return last != 0 && isBefore(overwriter.get(last), w);
  }

  /** R2 for the readers of {@code before} that have come in; the others will find w. */
  private boolean overwriteBy(int w, int before) {
    if (!trailing) {
      previousOverwriting.add(overwriting[before]);
      overwriting[before] = overwriter.size();
      overwriter.add(w);
    }
    for (int r = readers.firstLast(before); r != NONE; r = readers.nextLast(r)) {
      if (r <= entered && !addFromRead(r, w, before)) {
        return false;
      }
    }
    return true;
  }

  /** R2 for the readers of the initial write, at the first write of each thread. */
  private boolean applyAfterInitial(int w, int x) {
    if (w != entered || writes.at(writes.first(x, graph.thread(w))) != w) {
      return true;
    }
    for (int r = readers.firstLast(~x); r != NONE; r = readers.nextLast(r)) {
      if (r <= entered && !addFromRead(r, w, ~x)) {
        return false;
      }
    }
    return true;
  }

  private boolean add(int from, int to, int why, int overwritten) {
    pairs.add(from, to, why, overwritten);
    return joinRow(from, to);
  }

  /** The timestamp of {@code to} takes in that of {@code from}; false if that covers {@code to}. */
  private boolean joinRow(int from, int to) {
    if (isBefore(to, from)) {
      contradiction = to;
      return false;
    }
    int[] source = rows.chunk(from);
    int at = rows.offset(from);
    int[] target = rows.chunk(to);
    int offset = rows.offset(to);
    boolean changed = false;
    for (int u = 0; u < threads; u++) {
      if (source[at + u] > target[offset + u]) {
        change(ROW, rows, to, u, source[at + u]);
        changed = true;
      }
    }
    if (changed) {
      enqueue(to);
    }
    return true;
  }

  private void change(int table, TimestampRows rowTable, int row, int u, int value) {
    int[] chunk = rowTable.chunk(row);
    int at = rowTable.offset(row) + u;
    if (trailing) {
      trail.add(table);
      trail.add(row);
      trail.add(u);
      trail.add(chunk[at]);
    }
    chunk[at] = value;
  }

  private void enqueue(int event) {
    if ((inQueue[event >> 6] >>> event & 1) == 0) {
      inQueue[event >> 6] |= 1L << event;
      int end = queueStart + queued;
      queue[end >= queue.length ? end - queue.length : end] = event;
      queued++;
    }
  }

  private boolean spread() {
    while (queued > 0) {
      if (!spreadFrom(dequeue())) {
        return false;
      }
    }
    return true;
  }

  private int dequeue() {
    int e = queue[queueStart];
    queueStart = queueStart + 1 == queue.length ? 0 : queueStart + 1;
    queued--;
    inQueue[e >> 6] &= ~(1L << e);
    return e;
  }

  /** The place of the first pair of {@link #order} that starts in this event. */
  private int firstOrder(int e) {
    int place = Arrays.binarySearch(order, (long) e << 32);
    return place < 0 ? -place - 1 : place;
  }

  private boolean spreadFrom(int e) {
    int next = nextInThread[e];
    if (next <= entered && !joinRow(e, next)) {
      return false;
    }
    if (graph.hasOrderAfter(e)) {
      for (int i = firstOrder(e); i < order.length && order[i] >>> 32 == e; i++) {
        int to = (int) order[i];
        if (to <= entered && !joinRow(e, to)) {
          return false;
        }
      }
    }
    for (int p = pairs.first(e); p != NONE; p = pairs.next(p)) {
      if (!joinRow(e, pairs.to(p))) {
        return false;
      }
    }
    if (graph.writes(e)) {
      for (int i = readers.first(e); i < readers.end(e) && readers.at(i) <= entered; i++) {
        if (!joinRow(e, readers.at(i))) {
          return false;
        }
      }
      if (learn(e, e, false) && !apply(e)) {
        return false;
      }
    }
    if (readers.isConstrained(e)) {
      int w = readers.sourceOf(e);
      if (learn(w, e, graph.isRmw(e)) && !applyTo(w)) {
        return false;
      }
    }
    return true;
  }

  /** What an event knows becomes known to a write, an RMW's own number left out. */
  private boolean learn(int write, int event, boolean withoutSelf) {
    int row = knownRow(write);
    int[] target = known.chunk(row);
    int at = known.offset(row);
    int[] source = rows.chunk(event);
    int from = rows.offset(event);
    int self = withoutSelf ? graph.thread(event) : NONE;
    boolean changed = false;
    for (int u = 0; u < threads; u++) {
      int value = u == self ? source[from + u] - 1 : source[from + u];
      if (value > target[at + u]) {
        change(KNOWN, known, row, u, value);
        changed = true;
      }
    }
    return changed;
  }

  /** Assumes that a write is before another one of its location; false if that is contradictory. */
  boolean assume(int earlier, int later) {
    trailing = true;
    return add(earlier, later, DerivedPairs.ASSUMED, NONE) && spread();
  }

  /** The state that {@link #undo} goes back to. */
  int mark() {
    return trail.size();
  }

  int pairMark() {
    return pairs.size();
  }

  /** Takes back what has happened since the marks were made. */
  void undo(int mark, int pairMark) {
    for (int i = trail.size() - 4; i >= mark; i -= 4) {
      TimestampRows table =
          switch (trail.get(i)) {
            case ROW -> rows;
            case KNOWN -> known;
            default -> applied;
          };
      int row = trail.get(i + 1);
      table.chunk(row)[table.offset(row) + trail.get(i + 2)] = trail.get(i + 3);
    }
    trail.truncate(mark);
    pairs.truncate(pairMark);
    while (queued > 0) {
      dequeue();
    }
    contradiction = NONE;
  }
}
