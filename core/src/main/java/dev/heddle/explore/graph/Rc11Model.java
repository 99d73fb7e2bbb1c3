package dev.heddle.explore.graph;

/**
 * RC11: coherence as written, and an order of the sequentially consistent accesses and fences.
 *
 * <p>Lahav, Vafeiadis, Kang, Hur, Dreyer: <em>Repairing sequential consistency in C/C++11</em>,
 * PLDI 2017; release sequences as in C++20. psc = psc_base ∪ psc_F is acyclic, where
 *
 * <pre>
 *   scb      = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ mo ∪ fr
 *   psc_base = ([E_sc] ∪ [F_sc]; hb?); scb; ([E_sc] ∪ hb?; [F_sc])
 *   psc_F    = [F_sc]; (hb ∪ hb; eco; hb); [F_sc]
 * </pre>
 *
 * <p>Starts and ends of threads belong to po here, as if threads were written one behind the other.
 *
 * <p>psc is kept closed ({@link PscOrder}); what it forces in mo is not derived from it but found
 * by the search of open pairs. An event that comes last in the witness's mo, or reads what does,
 * comes before nothing, and so needs no search.
 */
final class Rc11Model extends SaturatedModel {
  private final boolean hasRaces;
  private final boolean isSequentialPossible;
  private final PscOrder psc = new PscOrder();

  /**
   * @param isSequentialPossible whether the program has sequentially consistent operations at all
   */
  Rc11Model(boolean hasRaces, boolean isSequentialPossible) {
    this.hasRaces = hasRaces;
    this.isSequentialPossible = isSequentialPossible;
  }

  @Override
  public Ordering ordering() {
    return hasRaces ? Ordering.AS_WRITTEN : Ordering.PLAIN_AS_RELAXED;
  }

  @Override
  public boolean isLocal() {
    return !isSequentialPossible;
  }

  @Override
  public boolean hasRaces() {
    return hasRaces;
  }

  @Override
  public boolean isConsistent(EventGraph graph) {
    return !isSequentialPossible || super.isConsistent(graph);
  }

  @Override
  public boolean admitsOrders(EventGraph graph) {
    return !isSequentialPossible || super.admitsOrders(graph);
  }

  @Override
  long mark() {
    return psc.mark();
  }

  @Override
  void undoTo(long mark) {
    psc.undoTo(mark);
  }

  @Override
  void forget(int e) {
    psc.forget(e);
  }

  @Override
  boolean add(EventGraph graph, int e) {
    return psc.add(graph, e);
  }

  @Override
  boolean addOrders(EventGraph graph, int change) {
    ModificationOrders orders = graph.orders;
    for (long rest = orders.added(change); rest != 0; rest &= rest - 1) {
      int earlier = orders.firstSlot(change) + Long.numberOfTrailingZeros(rest);
      if (!psc.addOrder(graph, orders.cell(change), earlier, orders.slot(change))) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean derive(EventGraph graph, long mark) {
    return true;
  }

  @Override
  boolean extendWitness(EventGraph graph, int e) {
    int source = graph.source(e);
    boolean reads = graph.reads(e);
    boolean writes = graph.writes(e);
    if (reads && psc.hasLeft(e) && isOverwritten(graph, graph.cell(e), e)) {
      return false;
    }
    if (reads && writes) {
      witness.addAfter(source);
    } else {
      witness.addLast();
    }
    return true;
  }

  /** Whether some write other than e comes behind a write in the witness. */
  private boolean isOverwritten(EventGraph graph, Cell cell, int e) {
    int source = graph.source(e);
    if (cell.isLast(graph.sourceSlot(e), graph.slot(e))) {
      return false;
    }
    for (int s = 1; s < cell.slots; s++) {
      int w = cell.event(s);
      if (w != e && w != source && (source < 0 || witness.isBefore(source, w))) {
        return true;
      }
    }
    return false;
  }

  @Override
  boolean matters(EventGraph graph, Cell cell) {
    return psc.isConcernedWith(cell);
  }

  /** In the order of mo; other events come anywhere. */
  @Override
  int rank(EventGraph graph, int e) {
    return graph.slot(e) < 0 ? 0 : graph.cell(e).countBefore(graph.slot(e)) - 1;
  }
}
