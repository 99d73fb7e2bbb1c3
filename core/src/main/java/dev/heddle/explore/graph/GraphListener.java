package dev.heddle.explore.graph;

/** Wants to see the executions of an exploration. */
interface GraphListener {
  GraphListener NONE = graph -> {};

  /** An execution has been explored; in the thread that did it. */
  void visited(EventGraph graph);

  /** The exploration starts again, since searches have relied on what is not so. */
  default void restarted() {}
}
