package dev.heddle.explore.graph;

/**
 * Models that ask for one order of all events: it contains mo, fr where reads are ordered, and what
 * each keeps of program order and of reads-from.
 */
final class SequentialModel implements GraphModel {
  /** What is kept of program order and reads-from. */
  enum Kept {
    /** All: sequential consistency. */
    EVERYTHING(Ordering.RELEASE_ACQUIRE),
    /** All, but reads are free to be stale: strong release-acquire, acyclic(po ∪ rf ∪ mo). */
    WITHOUT_STALENESS(Ordering.RELEASE_ACQUIRE),
    /** A write stays in a buffer behind later reads: total store order. */
    BUFFERED_WRITES(Ordering.RELEASE_ACQUIRE),
    /** There is a buffer for each location: partial store order. */
    BUFFERED_PER_LOCATION(Ordering.RELAXED);

    private final Ordering ordering;

    Kept(Ordering ordering) {
      this.ordering = ordering;
    }
  }

  private final Kept kept;
  private final BitRows order = new BitRows();
  private final OrderSearch search = new OrderSearch(this::isAcyclic);

  SequentialModel(Kept kept) {
    this.kept = kept;
  }

  @Override
  public Ordering ordering() {
    return kept.ordering;
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public boolean isConsistent(EventGraph graph) {
    return search.exists(graph);
  }

  private boolean isAcyclic(EventGraph graph) {
    order.reset(graph.length);
    for (int b = 0; b < graph.length; b++) {
      addProgramOrder(graph, b);
      int source = graph.source[b];
      boolean isExternal = source >= 0 && graph.thread[source] != graph.thread[b];
      if (source >= 0 && (isExternal || !isBuffered())) {
        order.add(source, b);
      }
    }
    for (int c = 0; c < graph.cells.size(); c++) {
      addModificationOrder(graph, graph.cells.get(c));
    }
    return order.isAcyclic();
  }

  private void addModificationOrder(EventGraph graph, Cell cell) {
    for (int b = 1; b < cell.slots; b++) {
      for (int a = 1; a < cell.slots; a++) {
        if (cell.isBefore(a, b)) {
          order.add(cell.event[a], cell.event[b]);
        }
      }
    }
    if (kept == Kept.WITHOUT_STALENESS) {
      return;
    }
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.reads[i];
      int source = graph.sourceSlot(r);
      for (int s = 1; s < cell.slots; s++) {
        if (cell.isBefore(source, s) && cell.event[s] != r) {
          order.add(r, cell.event[s]);
        }
      }
    }
  }

  private boolean isBuffered() {
    return kept == Kept.BUFFERED_WRITES || kept == Kept.BUFFERED_PER_LOCATION;
  }

  /** What comes before an event in its thread, in the one that started it and in those it joins. */
  private void addProgramOrder(EventGraph graph, int b) {
    boolean isDrained = false;
    for (int a = graph.previous[b]; a >= 0; a = graph.previous[a]) {
      if (!isDelayed(graph, a, b) || isDrained || isSequentialWrite(graph, a)) {
        order.add(a, b);
      }
      isDrained |= drains(graph, a) || isSequentialWrite(graph, a);
    }
    for (int a = graph.spawnedBy[graph.thread[b]]; a >= 0; a = graph.previous[a]) {
      order.add(a, b);
    }
    int joined = graph.joinedBy(b);
    for (int a = joined < 0 ? -1 : graph.last[joined]; a >= 0; a = graph.previous[a]) {
      order.add(a, b);
    }
  }

  /** Whether a write may reach memory behind a later event of its thread. */
  private boolean isDelayed(EventGraph graph, int a, int b) {
    boolean isPureWrite = (graph.type[a] & 3) == EventGraph.WRITE;
    if (!isBuffered() || !isPureWrite || drains(graph, b)) {
      return false;
    }
    return (graph.type[b] & EventGraph.WRITE) == 0 || kept == Kept.BUFFERED_PER_LOCATION;
  }

  /** Whether all buffers of the thread are empty when the event happens. */
  private static boolean drains(EventGraph graph, int e) {
    boolean isUpdate = (graph.type[e] & 3) == (EventGraph.READ | EventGraph.WRITE);
    boolean isFence =
        (graph.type[e] & EventGraph.FENCE) != 0 && (graph.order[e] & Ordering.SEQUENTIAL) != 0;
    return isUpdate || isFence || graph.joinedBy(e) >= 0;
  }

  private static boolean isSequentialWrite(EventGraph graph, int e) {
    return (graph.type[e] & EventGraph.WRITE) != 0 && (graph.order[e] & Ordering.SEQUENTIAL) != 0;
  }
}
