package dev.heddle.explore.graph;

import dev.heddle.explore.graph.GraphWindow.Extent;
import dev.heddle.machine.Code;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;

/**
 * A memory model for executions that only grow: what is checked of a graph at each step, and what
 * is left to the order of the steps.
 *
 * @param rules what is checked
 */
record OnlineModel(GraphModel rules, Mode mode) {
  /** What a read sees, and where a write comes in mo. */
  enum Mode {
    /** Whatever is coherent; mo is known as far as reads force it. */
    COHERENT,
    /** The newest write is last in mo, and what is read: sequential consistency. */
    NEWEST,
    /** Whatever is coherent; the newest write is last in mo: strong release-acquire. */
    NEWEST_LAST,
    /** Whatever is coherent and in accord with {@link SequentialOrder}; mo is total. */
    SEQUENTIAL_ORDER,
    /** What {@link StoreBuffers} let see. */
    BUFFERED,
    /** The same with a buffer for each location. */
    BUFFERED_PER_LOCATION
  }

  /** The model under which runs of any length go on. */
  static OnlineModel of(MemoryModel model, Code code, boolean racesAreViolations) {
    return switch (model) {
      case SC -> new OnlineModel(RELEASE_ACQUIRE, Mode.NEWEST);
      case SRA -> new OnlineModel(RELEASE_ACQUIRE, Mode.NEWEST_LAST);
      case TSO -> new OnlineModel(RELEASE_ACQUIRE, Mode.BUFFERED);
      case PSO -> new OnlineModel(new BufferedModel(), Mode.BUFFERED_PER_LOCATION);
      default -> {
        OnlineModel whole = ofWhole(model, code, racesAreViolations);
        yield whole.rules.isLocal()
            ? whole
            : new OnlineModel(new Rc11Model(racesAreViolations, false), Mode.SEQUENTIAL_ORDER);
      }
    };
  }

  /**
   * A model that misses no execution, for short runs whose whole graph is looked at in each step.
   */
  static OnlineModel ofWhole(MemoryModel model, Code code, boolean racesAreViolations) {
    return new OnlineModel(GraphModels.of(model, code, racesAreViolations), Mode.COHERENT);
  }

  /** Whether all executions can come out, and not only those that agree with an order of steps. */
  boolean isComplete() {
    return mode != Mode.SEQUENTIAL_ORDER;
  }

  private static final GraphModel RELEASE_ACQUIRE =
      new CoherentModel(Ordering.RELEASE_ACQUIRE, false);

  /** Partial store order: no more than coherence is asked of graphs, but a little less. */
  private record BufferedModel() implements GraphModel {
    @Override
    public Ordering ordering() {
      return Ordering.RELAXED;
    }

    @Override
    public boolean ordersSizes() {
      return false;
    }

    @Override
    public boolean ordersLives() {
      return false;
    }
  }

  EventGraph graph(Code code) {
    return graph(code, new CellTable());
  }

  /** A graph with what is known of memory. */
  EventGraph graph(Code code, CellTable cells) {
    return new EventGraph(new ValueDrivenThreads(code), cells, rules.ordering());
  }

  RandomRun run(EventGraph graph, Extent extent) {
    return new RandomRun(graph, rules, mode, extent);
  }
}
