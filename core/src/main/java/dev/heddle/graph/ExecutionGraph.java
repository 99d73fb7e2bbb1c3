package dev.heddle.graph;

import java.util.Arrays;

/**
 * A partial execution ⟨E, po, rf⟩: the events of a recorded run, their program order and, for each
 * read, the write it read from. Immutable; one array slot per event and property, no object per
 * event.
 *
 * <p><b>Numbering.</b> Events are {@code 0 … events()-1}. Unless {@link #causalityCycle()} says
 * that there is none, the numbers are a linearisation of po ∪ rf: an event has a higher number than
 * its predecessors in program order and than the write it reads. An event number therefore serves
 * as a timestamp too: along one thread it grows. {@link #recordedIndex} gives the place in the
 * input.
 *
 * <p><b>Initial values.</b> A read whose {@link #source} is {@link #INITIAL} saw the initial value
 * of its location. The initial write of location x precedes every event in program order; where it
 * has to be named, it is the number {@code ~x}.
 *
 * <p><b>SC fences.</b> A sequentially consistent fence is a release-acquire RMW on the location
 * {@link #fenceLocation()}, as in RC20.
 */
public final class ExecutionGraph {
  /** The source of a read of the initial value. */
  public static final int INITIAL = -1;

  /** No event, no location: the source of an event that does not read, the location of a fence. */
  public static final int NONE = Integer.MIN_VALUE;

  static final int ORDERED_BEFORE = 32;
  static final int ORDERED_AFTER = 64;
  private static final int LABEL = 31;

  private final int events;
  private final byte[] label;
  private final int[] thread;
  private final int[] location;
  private final int[] source;
  private final int[] recorded;
  private final int[] orderFrom;
  private final int[] orderTo;
  private final int[] causalityCycle;
  private final int fenceLocation;
  private final boolean hasRmw;
  private final int plainWrites;
  private final boolean hasScAccess;
  private final TraceNames names;

  ExecutionGraph(
      byte[] label,
      int[] thread,
      int[] location,
      int[] source,
      int events,
      int[] recorded,
      int[] orderFrom,
      int[] orderTo,
      int[] causalityCycle,
      int fenceLocation,
      boolean hasRmw,
      int plainWrites,
      boolean hasScAccess,
      TraceNames names) {
    this.label = label;
    this.thread = thread;
    this.location = location;
    this.source = source;
    this.events = events;
    this.recorded = recorded;
    this.orderFrom = orderFrom;
    this.orderTo = orderTo;
    this.causalityCycle = causalityCycle;
    this.fenceLocation = fenceLocation;
    this.hasRmw = hasRmw;
    this.plainWrites = plainWrites;
    this.hasScAccess = hasScAccess;
    this.names = names;
  }

  /** n. */
  public int events() {
    return events;
  }

  /** k. */
  public int threads() {
    return names.threads();
  }

  /** d. */
  public int locations() {
    return names.locations();
  }

  /** Operation and order; see {@link EventLabel}. */
  public int label(int event) {
    return label[event] & LABEL;
  }

  public int thread(int event) {
    return thread[event];
  }

  int[] threadOfEvents() {
    return thread;
  }

  /** The location of an access; {@link #NONE} for a fence. */
  public int location(int event) {
    return location[event];
  }

  /** rf⁻¹: the write that a read or RMW reads, {@link #INITIAL}, or {@link #NONE}. */
  public int source(int event) {
    return source[event];
  }

  public boolean reads(int event) {
    return EventLabel.reads(label[event]);
  }

  public boolean writes(int event) {
    return EventLabel.writes(label[event]);
  }

  public boolean isRmw(int event) {
    return EventLabel.isRmw(label[event]);
  }

  public boolean isFence(int event) {
    return EventLabel.isFence(label[event]);
  }

  /** Some event is an RMW. */
  public boolean hasRmw() {
    return hasRmw;
  }

  /** How many events write and do not read. */
  public int plainWrites() {
    return plainWrites;
  }

  /** Some read, write or RMW, other than the RMWs that stand for SC fences, is an SC access. */
  public boolean hasScAccess() {
    return hasScAccess;
  }

  /** The location of SC fences, or {@link #NONE} when there is none. */
  public int fenceLocation() {
    return fenceLocation;
  }

  /** The place of the event in the input, from 0. */
  public int recordedIndex(int event) {
    return recorded == null ? event : recorded[event];
  }

  /** The event at each place of the input. */
  public int[] inRecordedOrder() {
    int[] order = new int[events];
    for (int e = 0; e < events; e++) {
      order[recordedIndex(e)] = e;
    }
    return order;
  }

  /**
   * A cycle of po ∪ rf as events e₀, e₁, …, each before the next and the last before the first, or
   * null when there is none.
   */
  public int[] causalityCycle() {
    return causalityCycle == null ? null : causalityCycle.clone();
  }

  /** po ∪ rf has a cycle. */
  public boolean hasCausalityCycle() {
    return causalityCycle != null;
  }

  /** How many pairs across threads program order has: thread creation, join and the like. */
  public int orderEdges() {
    return orderTo.length;
  }

  public int orderFrom(int edge) {
    return orderFrom[edge];
  }

  /** Ascending in the edge. */
  public int orderTo(int edge) {
    return orderTo[edge];
  }

  /** Some edge ends in the event. */
  public boolean hasOrderBefore(int event) {
    return (label[event] & ORDERED_BEFORE) != 0;
  }

  /** Some edge starts in the event. */
  public boolean hasOrderAfter(int event) {
    return (label[event] & ORDERED_AFTER) != 0;
  }

  /** The first edge that ends in the event or, if there is none, the place where it would be. */
  public int firstOrderEdge(int event) {
    int at = Arrays.binarySearch(orderTo, event);
    if (at < 0) {
      return -at - 1;
    }
    while (at > 0 && orderTo[at - 1] == event) {
      at--;
    }
    return at;
  }

  public TraceNames names() {
    return names;
  }

  /** The next event of the same thread for each event, or {@code events()}. */
  public int[] nextInThread() {
    int[] next = new int[events];
    int[] first = new int[threads()];
    Arrays.fill(first, events);
    for (int e = events - 1; e >= 0; e--) {
      next[e] = first[thread[e]];
      first[thread[e]] = e;
    }
    return next;
  }

  /** The previous event of the same thread for each event, or {@link #NONE}. */
  public int[] previousInThread() {
    int[] previous = new int[events];
    int[] last = new int[threads()];
    Arrays.fill(last, NONE);
    for (int e = 0; e < events; e++) {
      previous[e] = last[thread[e]];
      last[thread[e]] = e;
    }
    return previous;
  }

  /** Thread, operation, order and location, as a reader of a report wants to see an event. */
  public String describe(int event) {
    if (event < 0) {
      return "the initial write of " + names.location(~event);
    }
    StringBuilder text = new StringBuilder(names.event(recordedIndex(event)));
    int l = label(event);
    boolean fence = location[event] == NONE || location[event] == fenceLocation;
    text.append(" (thread ").append(names.thread(thread[event])).append(": ");
    text.append(fence ? "fence" : EventLabel.operationName(l)).append(' ');
    text.append(EventLabel.orderName(l));
    return fence
        ? text.append(')').toString()
        : text.append(' ').append(names.location(location[event])).append(')').toString();
  }
}
