package dev.heddle.explore.graph;

/** Finds accesses of different sizes to the same bytes. */
final class MixedSizes {
  private final EventGraph graph;

  MixedSizes(EventGraph graph) {
    this.graph = graph;
  }

  /** Refuses an event that conflicts with an access of another size. */
  void check(int e, Cell cell) {
    if (cell.overlapping == null) {
      return;
    }
    boolean writes = (graph.type[e] & EventGraph.WRITE) != 0;
    for (Cell other : cell.overlapping) {
      if (other.slots > 1 || (writes && other.readCount > 0)) {
        throw UnsupportedUnderModelException.at(
            graph.threads.code(),
            graph.before[e],
            "an access to bytes that are also accessed in another size",
            "sc");
      }
    }
  }
}
