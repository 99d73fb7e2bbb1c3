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
 */
final class Rc11Model implements GraphModel {
  private final boolean hasRaces;
  private final boolean isSequentialPossible;
  private final BitRows scb = new BitRows();
  private final BitRows hb = new BitRows();
  private final BitRows eco = new BitRows();
  private final BitRows psc = new BitRows();
  private final BitRows left = new BitRows();
  private final OrderSearch search = new OrderSearch(this::isAcyclic);

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
    return !isSequentialPossible || countSequential(graph) < 2 || search.exists(graph);
  }

  private static int countSequential(EventGraph graph) {
    int count = 0;
    for (int e = 0; e < graph.length; e++) {
      count += isSequential(graph, e) ? 1 : 0;
    }
    return count;
  }

  private static boolean isSequential(EventGraph graph, int e) {
    return (graph.order[e] & Ordering.SEQUENTIAL) != 0;
  }

  private static boolean isFence(EventGraph graph, int e) {
    return (graph.type[e] & EventGraph.FENCE) != 0;
  }

  private boolean isAcyclic(EventGraph graph) {
    int n = graph.length;
    hb.reset(n);
    scb.reset(n);
    eco.reset(n);
    psc.reset(n);
    boolean hasFences = addOrders(graph);
    addEco(graph);
    for (int a = 0; a < n; a++) {
      if (isSequential(graph, a)) {
        addBase(graph, a, hasFences);
        if (hasFences && isFence(graph, a)) {
          addFences(graph, a);
        }
      }
    }
    return psc.isAcyclic();
  }

  /** hb, and all of scb but mo and fr; gives whether there are sequentially consistent fences. */
  private boolean addOrders(EventGraph graph) {
    boolean hasFences = false;
    for (int b = 0; b < graph.length; b++) {
      hasFences |= isSequential(graph, b) && isFence(graph, b);
      int d = graph.previous[b];
      while (d >= 0 && isSameLocation(graph, d, b)) {
        d = graph.previous[d];
      }
      for (int a = 0; a < b; a++) {
        if (graph.happensBefore(a, b)) {
          hb.add(a, b);
          if (graph.thread[a] == graph.thread[b] || isSameLocation(graph, a, b)) {
            scb.add(a, b);
          }
        }
        if (d >= 0 && graph.thread[a] != graph.thread[b] && isBetween(graph, a, d)) {
          scb.add(a, b);
        }
      }
    }
    return hasFences;
  }

  /** Whether some event behind a in its thread, at another location, happens before d. */
  private static boolean isBetween(EventGraph graph, int a, int d) {
    for (int c = graph.lastUpTo(graph.thread[a], graph.clocks.hb(d, graph.thread[a]));
        c > a;
        c = graph.previous[c]) {
      if (!isSameLocation(graph, a, c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSameLocation(EventGraph graph, int a, int b) {
    return graph.cell[a] != null && graph.cell[a] == graph.cell[b];
  }

  /** mo and fr belong to scb, and with rf to eco. */
  private void addEco(EventGraph graph) {
    for (int c = 0; c < graph.cells.size(); c++) {
      Cell cell = graph.cells.get(c);
      for (int b = 1; b < cell.slots; b++) {
        for (int a = 1; a < cell.slots; a++) {
          if (cell.isBefore(a, b)) {
            addBoth(cell.event[a], cell.event[b]);
          }
        }
      }
      for (int i = 0; i < cell.readCount; i++) {
        int r = cell.reads[i];
        int source = graph.sourceSlot(r);
        for (int s = 1; s < cell.slots; s++) {
          if (cell.isBefore(source, s) && cell.event[s] != r) {
            addBoth(r, cell.event[s]);
          }
        }
        for (int j = 0; j < cell.readCount; j++) {
          // mo; rf and fr; rf, so that eco is closed.
          int other = cell.reads[j];
          if (other != r && cell.isBefore(source, graph.sourceSlot(other))) {
            eco.add(r, other);
          }
        }
        for (int s = 1; s < cell.slots; s++) {
          if ((s == source || cell.isBefore(s, source)) && cell.event[s] != r) {
            eco.add(cell.event[s], r);
          }
        }
      }
    }
  }

  private void addBoth(int a, int b) {
    scb.add(a, b);
    eco.add(a, b);
  }

  /** ([E_sc] ∪ [F_sc]; hb?); scb; ([E_sc] ∪ hb?; [F_sc]) from a on. */
  private void addBase(EventGraph graph, int a, boolean hasFences) {
    left.reset(graph.length);
    left.addRow(0, scb, a);
    if (isFence(graph, a)) {
      for (int x = hb.next(a, 0); x >= 0; x = hb.next(a, x + 1)) {
        left.addRow(0, scb, x);
      }
    }
    for (int y = left.next(0, 0); y >= 0; y = left.next(0, y + 1)) {
      if (isSequential(graph, y)) {
        psc.add(a, y);
      }
      if (hasFences) {
        addFencesBehind(graph, a, y);
      }
    }
  }

  private void addFencesBehind(EventGraph graph, int a, int y) {
    for (int f = hb.next(y, 0); f >= 0; f = hb.next(y, f + 1)) {
      if (isSequential(graph, f) && isFence(graph, f)) {
        psc.add(a, f);
      }
    }
  }

  /** [F_sc]; (hb ∪ hb; eco; hb); [F_sc] from a on. */
  private void addFences(EventGraph graph, int a) {
    left.reset(graph.length);
    addFencesBehind(graph, a, a);
    for (int x = hb.next(a, 0); x >= 0; x = hb.next(a, x + 1)) {
      left.addRow(0, eco, x);
    }
    for (int y = left.next(0, 0); y >= 0; y = left.next(0, y + 1)) {
      addFencesBehind(graph, a, y);
    }
  }
}
