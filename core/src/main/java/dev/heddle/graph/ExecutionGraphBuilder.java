package dev.heddle.graph;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Collects the events of an execution as they are streamed in, in any order that has each thread's
 * events in program order, and checks that they form one.
 */
public final class ExecutionGraphBuilder {
  /** The name of the location that stands for SC fences. */
  public static final String FENCE_LOCATION = "(sc fence)";

  private static final int MAX_EVENTS = Integer.MAX_VALUE - 16;

  private final NameTable threads;
  private final NameTable locations;
  private int events;
  private byte[] label;
  private int[] thread;
  private int[] location;
  private int[] source;
  private int[] orderFrom = new int[0];
  private int[] orderTo = new int[0];
  private int orderEdges;
  private int fenceLocation = NONE;
  private int lastFence = INITIAL;
  private boolean hasRmw;
  private int plainWrites;
  private boolean hasScAccess;

  /** Every source so far is an earlier write of the location. */
  private boolean sourcesComeFirst = true;

  public ExecutionGraphBuilder(int expectedEvents) {
    this(new NameTable(), new NameTable(), expectedEvents);
  }

  ExecutionGraphBuilder(NameTable threads, NameTable locations, int expectedEvents) {
    this.threads = threads;
    this.locations = locations;
    int capacity = Math.max(16, expectedEvents);
    label = new byte[capacity];
    thread = new int[capacity];
    location = new int[capacity];
    source = new int[capacity];
  }

  /** The number of a thread name. */
  public int thread(String name) {
    return threads.intern(name);
  }

  /** The number of a location name. */
  public int location(String name) {
    return locations.intern(name);
  }

  public int events() {
    return events;
  }

  int label(int event) {
    return label[event];
  }

  public int read(int thread, int order, int location, int source) {
    return add(thread, EventLabel.READ | order, location, source);
  }

  public int write(int thread, int order, int location) {
    return add(thread, EventLabel.WRITE | order, location, NONE);
  }

  public int rmw(int thread, int order, int location, int source) {
    return add(thread, EventLabel.RMW | order, location, source);
  }

  /** A fence; a sequentially consistent one comes right after the one added last. */
  public int fence(int thread, int order) {
    return order == EventLabel.SEQUENTIALLY_CONSISTENT
        ? scFence(thread, lastFence)
        : add(thread, EventLabel.FENCE | order, NONE, NONE);
  }

  /**
   * An SC fence that directly follows another one, or is the first ({@link
   * ExecutionGraph#INITIAL}).
   */
  public int scFence(int thread, int previous) {
    if (fenceLocation == NONE) {
      fenceLocation = locations.intern(FENCE_LOCATION);
    }
    int label = EventLabel.RMW | EventLabel.SEQUENTIALLY_CONSISTENT;
    lastFence = add(thread, label, fenceLocation, previous);
    return lastFence;
  }

  /** Adds an event; {@code source} may be the number of an event that is still to come. */
  int add(int thread, int label, int location, int source) {
    int e = events;
    if (e == this.label.length) {
      grow();
    }
    this.label[e] = (byte) label;
    this.thread[e] = thread;
    this.location[e] = location;
    this.source[e] = source;
    hasRmw |= EventLabel.isRmw(label);
    plainWrites += EventLabel.operation(label) == EventLabel.WRITE ? 1 : 0;
    hasScAccess |= EventLabel.isSequentiallyConsistent(label) && location != fenceLocation;
    if (source >= 0) {
      sourcesComeFirst &=
          source < e && EventLabel.writes(this.label[source]) && this.location[source] == location;
    } else if (source == NONE) {
      sourcesComeFirst &= !EventLabel.reads(label);
    }
    events = e + 1;
    return e;
  }

  /** The source of an event whose source was not known when it was added. */
  void setSource(int event, int write) {
    source[event] = write;
    sourcesComeFirst = false;
  }

  int lastFence() {
    return lastFence;
  }

  /** Makes {@code from} precede {@code to} in program order, across threads. */
  public void programOrder(int from, int to) {
    if (orderEdges == orderFrom.length) {
      int capacity = Math.max(16, 2 * orderEdges);
      orderFrom = Arrays.copyOf(orderFrom, capacity);
      orderTo = Arrays.copyOf(orderTo, capacity);
    }
    orderFrom[orderEdges] = from;
    orderTo[orderEdges++] = to;
  }

  private void grow() {
    if (events >= MAX_EVENTS) {
      throw new IllegalStateException("a trace has at most " + MAX_EVENTS + " events");
    }
    int capacity = (int) Math.min(MAX_EVENTS, events + (events >> 1) + 16L);
    label = Arrays.copyOf(label, capacity);
    thread = Arrays.copyOf(thread, capacity);
    location = Arrays.copyOf(location, capacity);
    source = Arrays.copyOf(source, capacity);
  }

  /** The execution; events are named by their numbers. */
  public ExecutionGraph build() throws MalformedTraceException {
    return build(
        new TraceNames(threads, locations, null, null, null), e -> "event " + (e + 1), i -> "");
  }

  /**
   * @param place where an event is in the input, for messages
   * @param orderPlace where a program order edge is in the input, for messages
   */
  ExecutionGraph build(TraceNames names, IntFunction<String> place, IntFunction<String> orderPlace)
      throws MalformedTraceException {
    if (events == 0) {
      throw new MalformedTraceException("line 1: the trace has no event");
    }
    boolean linear = sourcesComeFirst || checkSources(place);
    for (int i = 0; i < orderEdges; i++) {
      linear &= orderFrom[i] < orderTo[i];
      label[orderFrom[i]] |= ExecutionGraph.ORDERED_AFTER;
      label[orderTo[i]] |= ExecutionGraph.ORDERED_BEFORE;
    }
    int[] order = null;
    int[] cycle = null;
    if (!linear) {
      Linearization program = new Linearization(this, false);
      if (!program.runAll()) {
        int edge = program.lastEdge(program.waitCycle());
        throw new MalformedTraceException(orderPlace.apply(edge) + "program order is cyclic");
      }
      Linearization causal = new Linearization(this, true);
      if (causal.runAll()) {
        order = causal.order();
      } else {
        cycle = withoutRepetition(causal.waitCycle());
      }
    }
    return order == null ? graph(names, null, cycle) : renumbered(names, order);
  }

  private static int[] withoutRepetition(int[] cycle) {
    int count = 0;
    for (int i = 0; i < cycle.length; i++) {
      if (i == 0 || cycle[i] != cycle[i - 1]) {
        cycle[count++] = cycle[i];
      }
    }
    return Arrays.copyOf(cycle, count);
  }

  /** Every read has a write of its location as source; true if all sources come first. */
  private boolean checkSources(IntFunction<String> place) throws MalformedTraceException {
    boolean linear = true;
    for (int e = 0; e < events; e++) {
      int w = source[e];
      if (w >= 0) {
        if (w >= events) {
          throw new MalformedTraceException(place.apply(e) + ": the source is no event");
        }
        if (!EventLabel.writes(label[w])) {
          throw new MalformedTraceException(
              place.apply(e) + ": the source (" + place.apply(w) + ") is not a write");
        }
        if (location[w] != location[e]) {
          throw new MalformedTraceException(
              place.apply(e)
                  + ": the source ("
                  + place.apply(w)
                  + ") is a write of another location, "
                  + locations.name(location[w])
                  + " instead of "
                  + locations.name(location[e]));
        }
        linear &= w < e;
      } else if (w == NONE && EventLabel.reads(label[e])) {
        throw new MalformedTraceException(place.apply(e) + ": the read has no source");
      }
    }
    return linear;
  }

  private ExecutionGraph graph(TraceNames names, int[] recorded, int[] cycle) {
    int[] byTarget = edgesByTarget(orderTo, orderEdges);
    int[] from = new int[orderEdges];
    int[] to = new int[orderEdges];
    for (int i = 0; i < orderEdges; i++) {
      from[i] = orderFrom[byTarget[i]];
      to[i] = orderTo[byTarget[i]];
    }
    return new ExecutionGraph(
        label,
        thread,
        location,
        source,
        events,
        recorded,
        from,
        to,
        cycle,
        fenceLocation,
        hasRmw,
        plainWrites,
        hasScAccess,
        names);
  }

  private static int[] edgesByTarget(int[] target, int count) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = ((long) target[i] << 32) | i;
    }
    Arrays.sort(keys);
    int[] edges = new int[count];
    for (int i = 0; i < count; i++) {
      edges[i] = (int) keys[i];
    }
    return edges;
  }

  private ExecutionGraph renumbered(TraceNames names, int[] order) {
    int[] number = new int[events];
    for (int i = 0; i < events; i++) {
      number[order[i]] = i;
    }
    byte[] oldLabel = label;
    int[] oldThread = thread;
    int[] oldLocation = location;
    int[] oldSource = source;
    label = new byte[events];
    thread = new int[events];
    location = new int[events];
    source = new int[events];
    for (int i = 0; i < events; i++) {
      int e = order[i];
      label[i] = oldLabel[e];
      thread[i] = oldThread[e];
      location[i] = oldLocation[e];
      source[i] = oldSource[e] >= 0 ? number[oldSource[e]] : oldSource[e];
    }
    for (int i = 0; i < orderEdges; i++) {
      orderFrom[i] = number[orderFrom[i]];
      orderTo[i] = number[orderTo[i]];
    }
    return graph(names, order, null);
  }

  /** Schedules the events in an order that respects po, and rf if asked to. */
  private static final class Linearization extends EventScheduler {
    private final ExecutionGraphBuilder graph;
    private final boolean readsFrom;
    private final int[] order;
    private final int[] edges;
    private final int[] targets;
    private int count;

    Linearization(ExecutionGraphBuilder graph, boolean readsFrom) {
      super(graph.events, graph.threads.size(), graph.thread);
      this.graph = graph;
      this.readsFrom = readsFrom;
      order = new int[graph.events];
      edges = edgesByTarget(graph.orderTo, graph.orderEdges);
      targets = new int[edges.length];
      for (int i = 0; i < edges.length; i++) {
        targets[i] = graph.orderTo[edges[i]];
      }
    }

    int[] order() {
      return order;
    }

    @Override
    protected int blocker(int event) {
      if (readsFrom && graph.source[event] >= 0 && !hasRun(graph.source[event])) {
        return graph.source[event];
      }
      if ((graph.label[event] & ExecutionGraph.ORDERED_BEFORE) != 0) {
        int at = Arrays.binarySearch(targets, event);
        while (at > 0 && targets[at - 1] == event) {
          at--;
        }
        for (; at < targets.length && targets[at] == event; at++) {
          if (!hasRun(graph.orderFrom[edges[at]])) {
            return graph.orderFrom[edges[at]];
          }
        }
      }
      return -1;
    }

    @Override
    protected void run(int event) {
      order[count++] = event;
    }

    /** The edge of a cycle of program order that was given last. */
    int lastEdge(int[] cycle) {
      int last = -1;
      for (int i = 1; i < cycle.length; i += 2) {
        int to = cycle[(i + 1) % cycle.length];
        for (int edge = last + 1; edge < graph.orderEdges; edge++) {
          if (graph.orderFrom[edge] == cycle[i] && graph.orderTo[edge] == to) {
            last = edge;
            break;
          }
        }
      }
      return last;
    }
  }
}
