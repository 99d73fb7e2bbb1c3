package dev.heddle.explore.graph;

/**
 * A memory model: what it asks of a graph beyond coherence. The graph grows and shrinks at its end;
 * a model that keeps something of its own is told.
 */
interface GraphModel {
  /** Which orders the accesses of a program have. */
  Ordering ordering();

  /**
   * Whether coherence is all that the model asks for. Then what an event may read does not depend
   * on events that do not happen before it, other than through mo.
   */
  default boolean isLocal() {
    return true;
  }

  /**
   * Whether writes that happen before one another reach memory in that order, whatever their size.
   */
  default boolean ordersSizes() {
    return true;
  }

  /**
   * Whether the lives of objects are ordered by happens-before; otherwise what comes before in po ∪
   * rf counts.
   */
  default boolean ordersLives() {
    return ordering().knowsSynchronization();
  }

  /** Whether plain accesses that race are violations. */
  default boolean hasRaces() {
    return false;
  }

  /** Whether the coherent graph, to which an event has just been added, is consistent. */
  default boolean isConsistent(EventGraph graph) {
    return true;
  }

  /** What the model flags in the graph, to which an access has just been added; null if nothing. */
  default String flag(EventGraph graph) {
    return null;
  }

  /** There is no way to go on for a thread that need not wait; the graph itself is consistent. */
  default void isStuck(EventGraph graph, int thread) {}

  /** Whether the graph stays consistent with more of mo known than when events were added. */
  default boolean admitsOrders(EventGraph graph) {
    return isConsistent(graph);
  }

  /** The newest event is removed. */
  default void removed(int event) {}
}
