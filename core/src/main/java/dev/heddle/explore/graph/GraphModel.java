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

  /** Whether plain accesses that race are violations. */
  default boolean hasRaces() {
    return false;
  }

  /** Whether the coherent graph, to which an event has just been added, is consistent. */
  default boolean isConsistent(EventGraph graph) {
    return true;
  }

  /** The event that has just been added is removed again. */
  default void removed(int event) {}
}
