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
 */
final class Rc11Model implements GraphModel {
  private final boolean hasRaces;
  private final boolean isSequentialPossible;
  private final BitRows scb = new BitRows();
  private final BitRows hb = new BitRows();
  private final BitRows eco = new BitRows();
  private final BitRows psc = new BitRows();
  private final BitRows left = new BitRows();

  /** What comes before an event in po; po|≠loc. */
  private final BitRows before = new BitRows();

  private final BitRows elsewhere = new BitRows();
  private final BitRows past = new BitRows();
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
    before.reset(n);
    past.reset(n);
    left.reset(n);
    elsewhere.reset(n);
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
      addProgramOrder(graph, b);
      for (int a = 0; a < b; a++) {
        if (graph.happensBefore(a, b)) {
          hb.add(a, b);
          if (isSameLocation(graph, a, b)) {
            scb.add(a, b);
          }
        }
      }
    }
    for (int a = 0; a < graph.length; a++) {
      left.clearRow(0);
      for (int c = elsewhere.next(a, 0); c >= 0; c = elsewhere.next(a, c + 1)) {
        left.addRow(0, hb, c);
      }
      for (int d = left.next(0, 0); d >= 0; d = left.next(0, d + 1)) {
        scb.addRow(a, elsewhere, d);
      }
    }
    return hasFences;
  }

  /** po up to b, to which belong starts and ends of threads. */
  private void addProgramOrder(EventGraph graph, int b) {
    int p = graph.previous[b];
    past.clearRow(0);
    addPast(p >= 0 ? p : graph.spawnedBy[graph.thread[b]]);
    int joined = graph.joinedBy(b);
    if (joined >= 0) {
      addPast(graph.last[joined] >= 0 ? graph.last[joined] : graph.spawnedBy[joined]);
    }
    before.addRow(b, past, 0);
    for (int a = past.next(0, 0); a >= 0; a = past.next(0, a + 1)) {
      scb.add(a, b);
      if (!isSameLocation(graph, a, b)) {
        elsewhere.add(a, b);
      }
    }
  }

  private void addPast(int event) {
    if (event >= 0) {
      past.addRow(0, before, event);
      past.add(0, event);
    }
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
    left.clearRow(0);
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
    left.clearRow(0);
    addFencesBehind(graph, a, a);
    for (int x = hb.next(a, 0); x >= 0; x = hb.next(a, x + 1)) {
      left.addRow(0, eco, x);
    }
    for (int y = left.next(0, 0); y >= 0; y = left.next(0, y + 1)) {
      addFencesBehind(graph, a, y);
    }
  }
}
