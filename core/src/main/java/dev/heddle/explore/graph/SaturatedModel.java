package dev.heddle.explore.graph;

import java.util.Arrays;

/**
 * A model that asks for more than coherence: that an order which contains mo has no cycle. The part
 * of it that is forced is kept closed while the graph grows and shrinks, so that an event costs
 * what it adds. Where mo is total that decides. Where pairs of mo are open, some way to order them
 * must be without a cycle, too: a linear order of the events that the last such way gave is kept as
 * a witness, and the new event is put into it. Only if it has no place there, the open pairs are
 * searched, each decision followed by what it forces.
 */
abstract class SaturatedModel implements GraphModel {
  /** A linear order in which mo is one that makes the graph consistent. */
  final LinearOrder witness = new LinearOrder();

  /** Up to where the trail of mo has been taken into account. */
  private int taken;

  /** How long the trail of mo was when each event was complete. */
  private int[] complete = new int[64];

  /** For sorting events by rank. */
  private int[] start = new int[66];

  private int[] sorted = new int[64];

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public boolean isConsistent(EventGraph graph) {
    int e = graph.length - 1;
    removed(e);
    long closed = mark();
    if (!add(graph, e) || !addOrdersOfOthers(graph, e) || !saturate(graph, closed)) {
      return false;
    }
    if (e >= complete.length) {
      complete = Arrays.copyOf(complete, 2 * e);
    }
    complete[e] = graph.orders.mark();
    boolean isWitnessed = witness.size() == e && extendWitness(graph, e) && agrees(graph, e);
    return isWitnessed || graph.orders.openPairs() == 0 || isPossible(graph);
  }

  /** What an event has forced between other writes. */
  private boolean addOrdersOfOthers(EventGraph graph, int e) {
    taken = graph.orders.mark();
    for (int change = graph.mark(e); change < taken; change++) {
      if (!isAbout(graph, change, e) && !addOrders(graph, change)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a change of mo lets writes come before an event. */
  static boolean isAbout(EventGraph graph, int change, int e) {
    return graph.orders.slot(change) == graph.slot(e) && graph.orders.cell(change) == graph.cell(e);
  }

  /**
   * Whether the witness has what an event has forced in mo; if not, it is without the event. Where
   * the event stands there, all that comes before it in mo does so: it comes last, or behind the
   * source that it updates.
   */
  private boolean agrees(EventGraph graph, int e) {
    ModificationOrders orders = graph.orders;
    for (int change = graph.mark(e); change < orders.mark(); change++) {
      Cell cell = orders.cell(change);
      int later = cell.event(orders.slot(change));
      boolean isKnown = isAbout(graph, change, e);
      for (long rest = isKnown ? 0 : orders.added(change); rest != 0; rest &= rest - 1) {
        int earlier = cell.event(orders.firstSlot(change) + Long.numberOfTrailingZeros(rest));
        if (earlier >= 0 && !witness.isBefore(earlier, later)) {
          witness.shrinkTo(e);
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean admitsOrders(EventGraph graph) {
    taken = graph.length == 0 ? 0 : complete[graph.length - 1];
    int known = taken;
    long closed = mark();
    boolean admits = saturate(graph, closed) && isPossible(graph);
    undoTo(closed);
    taken = known;
    return admits;
  }

  @Override
  public void removed(int e) {
    witness.shrinkTo(Math.min(witness.size(), e));
    forget(e);
  }

  // ---- The order that must not have a cycle ---------------------------------------------------

  /** The length of the trail of what is forced. */
  abstract long mark();

  /** Takes back what has been forced since then, for the same events. */
  abstract void undoTo(long mark);

  /** Takes back all that is known of an event, if anything is. */
  abstract void forget(int e);

  /**
   * Adds an event with its program order, reads-from and what comes before it in mo; false if there
   * is a cycle.
   */
  abstract boolean add(EventGraph graph, int e);

  /** Slots have come in front of a slot, in a change of mo; false if there is a cycle. */
  abstract boolean addOrders(EventGraph graph, int change);

  /** Orders in mo what must be because of changes since a mark; false if that cannot be. */
  abstract boolean derive(EventGraph graph, long mark);

  /** Puts a new event into the witness; false if there is no place for it. */
  abstract boolean extendWitness(EventGraph graph, int e);

  /** Whether open pairs of a cell could lead to a cycle at all. */
  abstract boolean matters(EventGraph graph, Cell cell);

  /** A number such that events sorted by it are a witness, where no pairs are open. */
  abstract int rank(EventGraph graph, int e);

  private boolean saturate(EventGraph graph, long from) {
    ModificationOrders orders = graph.orders;
    long closed = from;
    while (true) {
      while (taken < orders.mark()) {
        if (!addOrders(graph, taken++)) {
          return false;
        }
      }
      long now = mark();
      if (now == closed) {
        return true;
      }
      if (!derive(graph, closed)) {
        return false;
      }
      closed = now;
    }
  }

  // ---- Open pairs -----------------------------------------------------------------------------

  /** Whether mo can be made total; everything is then as before, and the witness shows how. */
  private boolean isPossible(EventGraph graph) {
    for (int c = 0; c < graph.cells.size(); c++) {
      Cell cell = graph.cells.get(c);
      if (cell.openPairs > 0 && matters(graph, cell)) {
        for (int b = 2; b < cell.slots; b++) {
          for (int a = 1; a < b; a++) {
            if (cell.isOpen(a, b)) {
              boolean isFirst = !isInWitness(cell, b) || isBeforeInWitness(cell, a, b);
              return isPossible(graph, cell, isFirst ? a : b, isFirst ? b : a)
                  || isPossible(graph, cell, isFirst ? b : a, isFirst ? a : b);
            }
          }
        }
      }
    }
    takeWitness(graph);
    return true;
  }

  private boolean isInWitness(Cell cell, int slot) {
    return cell.event(slot) < witness.size();
  }

  private boolean isBeforeInWitness(Cell cell, int a, int b) {
    return witness.isBefore(cell.event(a), cell.event(b));
  }

  /** The same with a slot before another one. */
  private boolean isPossible(EventGraph graph, Cell cell, int a, int b) {
    int ordered = graph.orders.mark();
    int known = taken;
    long closed = mark();
    boolean isPossible =
        graph.orders.order(cell, a, b) && saturate(graph, closed) && isPossible(graph);
    graph.orders.undoTo(ordered);
    undoTo(closed);
    taken = known;
    return isPossible;
  }

  /** Sorts events by rank; cells that do not matter are ordered as their writes were added. */
  private void takeWitness(EventGraph graph) {
    int ordered = graph.orders.mark();
    for (int c = 0; c < graph.cells.size(); c++) {
      orderAsAdded(graph, graph.cells.get(c));
    }
    int n = graph.length;
    if (sorted.length < n) {
      sorted = new int[2 * n];
      start = new int[2 * n + 2];
    }
    Arrays.fill(start, 0, n + 1, 0);
    for (int e = 0; e < n; e++) {
      start[rank(graph, e) + 1]++;
    }
    for (int i = 1; i <= n; i++) {
      start[i] += start[i - 1];
    }
    for (int e = 0; e < n; e++) {
      sorted[start[rank(graph, e)]++] = e;
    }
    witness.set(sorted, n);
    graph.orders.undoTo(ordered);
  }

  private static void orderAsAdded(EventGraph graph, Cell cell) {
    for (int b = 2; cell.openPairs > 0 && b < cell.slots; b++) {
      for (int a = 1; a < b; a++) {
        if (cell.isOpen(a, b)) {
          graph.orders.order(cell, a, b);
        }
      }
    }
  }
}
