package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Makes synthetic traces of a {@link TraceShape}. The same shape gives the same trace.
 *
 * <p>A trace for SC is a random interleaving in which every read reads the last write, written down
 * in another order that respects po and rf, as a tracer with a buffer per thread would. A trace for
 * RA, RC20 or Relaxed grows under an {@link IncrementalChecker}: a read takes one of the recent
 * writes of its location if that is consistent. For SRA a read takes only what leaves the
 * modification order as it was written.
 */
public final class TraceGenerator {
  /** Stale reads take one of this many recent writes of their location. */
  private static final int RECENT = 8;

  private static final double READS_OF_ACCESSES = 0.6;

  private final TraceShape shape;
  private final SplittableRandom random;
  private final ExecutionGraphBuilder graph;

  private TraceGenerator(TraceShape shape) {
    this.shape = shape;
    random = new SplittableRandom(shape.seed());
    graph = new ExecutionGraphBuilder(shape.events());
    for (int t = 0; t < shape.threads(); t++) {
      graph.thread(Integer.toString(t + 1));
    }
    for (int x = 0; x < shape.locations(); x++) {
      graph.location("x" + x);
    }
  }

  public static ExecutionGraph generate(TraceShape shape) {
    TraceGenerator generator = new TraceGenerator(shape);
    if (shape.model() == MemoryModel.SC) {
      generator.interleave();
    } else {
      generator.grow();
    }
    try {
      return generator.graph.build();
    } catch (MalformedTraceException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Operation and order of the next event. */
  private int label() {
    double choice = random.nextDouble();
    if (choice < shape.rmwShare()) {
      return EventLabel.RMW | random.nextInt(4) * EventLabel.ACQUIRE;
    }
    if (choice < shape.rmwShare() + shape.fenceShare()) {
      return EventLabel.FENCE | (1 + random.nextInt(3)) * EventLabel.ACQUIRE;
    }
    boolean strong = random.nextBoolean();
    return random.nextDouble() < READS_OF_ACCESSES
        ? EventLabel.READ | (strong ? EventLabel.ACQUIRE : 0)
        : EventLabel.WRITE | (strong ? EventLabel.RELEASE : 0);
  }

  /** The event at which the violation is planted, with its two writes right before it. */
  private int violationAt() {
    return shape.violation() ? Math.max(2, shape.events() / 4 * 3) : -1;
  }

  /** SC: events wait in the queues of their threads and leave them in a random order. */
  private void interleave() {
    int n = shape.events();
    Interleaving made = new Interleaving(n);
    int violation = violationAt();
    int emitted = 0;
    for (int g = 0; emitted < n; ) {
      while (g < n && g - emitted < shape.window()) {
        int planted = violation - g;
        if (planted >= 0 && planted <= 2) {
          made.plant(g++, planted);
        } else {
          made.make(g++);
        }
      }
      made.emit(random.nextInt(shape.threads()));
      emitted++;
    }
  }

  /** An interleaving in the making: events by the number of their step. */
  private final class Interleaving {
    final int[] label;
    final int[] thread;
    final int[] location;
    final int[] source;

    /** The event in the graph, or -1 while it waits. */
    final int[] event;

    /** The next step of the same thread, by step; the first one that waits, by thread. */
    final int[] next;

    final int[] head;
    final int[] last;
    final int[] memory;

    Interleaving(int n) {
      label = new int[n];
      thread = new int[n];
      location = new int[n];
      source = new int[n];
      event = new int[n];
      next = new int[n];
      head = new int[shape.threads()];
      last = new int[shape.threads()];
      memory = new int[shape.locations()];
      Arrays.fill(event, -1);
      Arrays.fill(head, NONE);
      Arrays.fill(memory, INITIAL);
    }

    void make(int g) {
      set(g, random.nextInt(shape.threads()), label(), random.nextInt(shape.locations()));
    }

    /** One of the three steps of the violation: two writes of a thread, and a read of the first. */
    void plant(int g, int toGo) {
      if (toGo == 2) {
        int x = random.nextInt(shape.locations());
        set(g, random.nextInt(shape.threads()), EventLabel.WRITE, x);
      } else {
        int first = g - 2 + toGo;
        set(g, thread[first], toGo == 1 ? EventLabel.WRITE : EventLabel.READ, location[first]);
        source[g] = toGo == 0 ? first : NONE;
      }
    }

    private void set(int g, int t, int l, int x) {
      label[g] = l;
      thread[g] = t;
      location[g] = EventLabel.isFence(l) ? NONE : x;
      source[g] = EventLabel.reads(l) ? memory[x] : NONE;
      if (EventLabel.writes(l)) {
        memory[x] = g;
      }
      next[g] = NONE;
      if (head[t] == NONE) {
        head[t] = g;
      } else {
        next[last[t]] = g;
      }
      last[t] = g;
    }

    /** Moves an event to the graph, of the first thread from t on that has one ready. */
    void emit(int t) {
      int u = t;
      while (head[u] == NONE || (source[head[u]] >= 0 && event[source[head[u]]] < 0)) {
        u = u + 1 == shape.threads() ? 0 : u + 1;
      }
      int g = head[u];
      head[u] = next[g];
      int from = source[g] >= 0 ? event[source[g]] : source[g];
      event[g] = addEvent(u, label[g], location[g], from);
    }
  }

  private int addEvent(int t, int label, int x, int source) {
    int order = EventLabel.order(label);
    return switch (EventLabel.operation(label)) {
      case EventLabel.READ -> graph.read(t, order, x, source);
      case EventLabel.WRITE -> graph.write(t, order, x);
      case EventLabel.RMW -> graph.rmw(t, order, x, source);
      default -> graph.fence(t, order);
    };
  }

  /** Models below SC. */
  private void grow() {
    boolean inOrder = shape.model() == MemoryModel.SRA;
    IncrementalChecker checker =
        switch (shape.model()) {
          case RC20 -> IncrementalChecker.rc20(shape.threads());
          case RELAXED -> IncrementalChecker.relaxed(shape.threads());
          default -> IncrementalChecker.releaseAcquire(shape.threads());
        };
    int[] recent = new int[shape.locations() * RECENT];
    int[] writes = new int[shape.locations()];
    Arrays.fill(recent, INITIAL);
    for (int x = 0; x < shape.locations(); x++) {
      checker.newLocation();
    }
    int violation = violationAt() - 2;
    while (checker.events() < shape.events()) {
      int t = random.nextInt(shape.threads());
      int x = random.nextInt(shape.locations());
      if (violation >= 0
          && checker.events() >= violation
          && checker.events() + 3 <= shape.events()) {
        violation = -1;
        int first = addEvent(t, EventLabel.WRITE, x, NONE);
        checker.write(t, EventLabel.RELAXED, x);
        recent[x * RECENT + writes[x]++ % RECENT] = addEvent(t, EventLabel.WRITE, x, NONE);
        checker.write(t, EventLabel.RELAXED, x);
        addEvent(t, EventLabel.READ, x, first);
        // The checker must not see the read; an event without effect takes its number.
        checker.fence(t, EventLabel.RELAXED);
        continue;
      }
      int label = label();
      int order = EventLabel.order(label);
      int e;
      if (EventLabel.isFence(label)) {
        e = checker.fence(t, order);
        addEvent(t, label, NONE, NONE);
      } else if (!EventLabel.reads(label)) {
        e = checker.write(t, order, x);
        addEvent(t, label, x, NONE);
      } else {
        boolean rmw = EventLabel.isRmw(label);
        int w = recent[x * RECENT + random.nextInt(RECENT)];
        boolean allowed =
            inOrder
                ? !rmw && checker.mayReadInOrder(t, x, w)
                : rmw ? checker.mayUpdate(t, x, w) : checker.mayRead(t, x, w);
        w = allowed ? w : checker.newest(x);
        e = rmw ? checker.rmw(t, order, x, w) : checker.read(t, order, x, w);
        addEvent(t, label, x, w);
      }
      if (EventLabel.writes(label)) {
        recent[x * RECENT + writes[x]++ % RECENT] = e;
      }
    }
  }
}
