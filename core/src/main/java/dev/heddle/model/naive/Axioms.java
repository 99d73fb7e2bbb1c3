package dev.heddle.model.naive;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Axiom;
import dev.heddle.model.MemoryModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The relations and axioms of figure 2 for one execution and one model, literally. Nodes are the
 * events of the graph, followed by the initial write of each location, which precedes all events in
 * program order.
 */
public final class Axioms {
  private final ExecutionGraph graph;
  private final MemoryModel model;
  private final int nodes;
  private final BitRelation po;
  private final BitRelation rf;
  private final BitRelation sw;
  private final BitRelation hb;
  private final BitRelation rfHb;
  private final BitRelation rfHbOptional;
  private final boolean causal;
  private final boolean weaklyAtomic;
  private final boolean weaklyReadCoherent;

  public Axioms(ExecutionGraph graph, MemoryModel model) {
    this.graph = graph;
    this.model = model;
    nodes = graph.events() + graph.locations();
    po = programOrder();
    rf = readsFrom();
    sw = synchronizesWith();
    hb = po.union(sw).closure();
    rfHb = rf.optional().then(hb);
    rfHbOptional = rf.optional().then(hb.optional());
    causal = po.union(rf).isAcyclic();
    weaklyAtomic = isWeaklyAtomic();
    weaklyReadCoherent = isWeaklyReadCoherent();
  }

  public int nodes() {
    return nodes;
  }

  /** The node of an event, or of the initial write of x if it is given as {@code ~x}. */
  public int node(int event) {
    return event >= 0 ? event : graph.events() + ~event;
  }

  public BitRelation po() {
    return po;
  }

  public BitRelation rf() {
    return rf;
  }

  public BitRelation sw() {
    return sw;
  }

  public BitRelation hb() {
    return hb;
  }

  public int location(int node) {
    return node < graph.events() ? graph.location(node) : node - graph.events();
  }

  public boolean writes(int node) {
    return node >= graph.events() || graph.writes(node);
  }

  public boolean isRmw(int node) {
    return node < graph.events() && graph.isRmw(node);
  }

  private BitRelation programOrder() {
    BitRelation result = new BitRelation(nodes);
    for (int a = 0; a < graph.events(); a++) {
      for (int x = 0; x < graph.locations(); x++) {
        result.add(node(~x), a);
      }
      for (int b = 0; b < graph.events(); b++) {
        if (graph.thread(a) == graph.thread(b) && graph.recordedIndex(a) < graph.recordedIndex(b)) {
          result.add(a, b);
        }
      }
    }
    for (int i = 0; i < graph.orderEdges(); i++) {
      result.add(graph.orderFrom(i), graph.orderTo(i));
    }
    return result.closure();
  }

  private BitRelation readsFrom() {
    BitRelation result = new BitRelation(nodes);
    for (int e = 0; e < graph.events(); e++) {
      if (graph.reads(e)) {
        result.add(source(e), e);
      }
    }
    return result;
  }

  /** rf⁻¹ as a node. */
  public int source(int e) {
    int w = graph.source(e);
    return w == ExecutionGraph.INITIAL ? node(~graph.location(e)) : w;
  }

  /** The order of an event under the model: recorded, or all acquire-release, or all relaxed. */
  private int order(int node) {
    if (node >= graph.events()) {
      return EventLabel.RELAXED;
    }
    return switch (model.synchronization()) {
      case ALL -> EventLabel.ACQUIRE_RELEASE;
      case RECORDED -> graph.label(node);
      case NONE -> EventLabel.RELAXED;
    };
  }

  /** sw = [E⊒REL]; ([F]; po)?; rf⁺; (po; [F])?; [E⊒ACQ]. */
  private BitRelation synchronizesWith() {
    BitRelation releases = new BitRelation(nodes);
    BitRelation acquires = new BitRelation(nodes);
    BitRelation fences = new BitRelation(nodes);
    for (int e = 0; e < graph.events(); e++) {
      if (EventLabel.releases(order(e))) {
        releases.add(e, e);
      }
      if (EventLabel.acquires(order(e))) {
        acquires.add(e, e);
      }
      if (graph.isFence(e)) {
        fences.add(e, e);
      }
    }
    return releases
        .then(fences.then(po).optional())
        .then(rf.closure())
        .then(po.then(fences).optional())
        .then(acquires);
  }

  /** Modification order as a relation, given the writes of each location in order. */
  public BitRelation modificationOrder(List<int[]> orders) {
    BitRelation mo = new BitRelation(nodes);
    for (int x = 0; x < orders.size(); x++) {
      int[] order = orders.get(x);
      for (int i = 0; i < order.length; i++) {
        mo.add(node(~x), order[i]);
        for (int j = i + 1; j < order.length; j++) {
          mo.add(order[i], order[j]);
        }
      }
    }
    return mo;
  }

  /** fr = (rf⁻¹; mo) \ [id]. */
  public BitRelation fromReads(BitRelation mo) {
    return rf.inverse().then(mo).withoutIdentity();
  }

  /** The axioms of the model that the execution with this modification order violates. */
  public List<Axiom> violated(BitRelation mo) {
    BitRelation fr = fromReads(mo);
    List<Axiom> result = new ArrayList<>();
    for (Axiom axiom : axioms()) {
      if (!holds(axiom, mo, fr)) {
        result.add(axiom);
      }
    }
    return result;
  }

  /** The execution with this modification order is consistent in the model. */
  public boolean isConsistent(BitRelation mo) {
    BitRelation fr = fromReads(mo);
    for (Axiom axiom : axioms()) {
      if (!holds(axiom, mo, fr)) {
        return false;
      }
    }
    return true;
  }

  /** No modification order can make the execution consistent, whatever it is. */
  public boolean isHopeless() {
    return !causal || (model == MemoryModel.WRA && !(weaklyAtomic && weaklyReadCoherent));
  }

  /** What the model is made of. */
  public Axiom[] axioms() {
    return switch (model) {
      case SC -> new Axiom[] {Axiom.SEQUENTIAL_CONSISTENCY};
      case SRA ->
          new Axiom[] {
            Axiom.PO_RF, Axiom.STRONG_WRITE_COHERENCE, Axiom.READ_COHERENCE, Axiom.ATOMICITY
          };
      case WRA -> new Axiom[] {Axiom.PO_RF, Axiom.WEAK_READ_COHERENCE, Axiom.WEAK_ATOMICITY};
      default ->
          new Axiom[] {Axiom.PO_RF, Axiom.WRITE_COHERENCE, Axiom.READ_COHERENCE, Axiom.ATOMICITY};
    };
  }

  private boolean holds(Axiom axiom, BitRelation mo, BitRelation fr) {
    return switch (axiom) {
      case PO_RF -> causal;
      case WEAK_ATOMICITY -> weaklyAtomic;
      case WEAK_READ_COHERENCE -> weaklyReadCoherent;
      case READ_COHERENCE -> fr.isIrreflexiveThen(rfHb);
      case WRITE_COHERENCE -> mo.isIrreflexiveThen(rfHbOptional);
      case STRONG_WRITE_COHERENCE -> hb.union(mo).isAcyclic();
      case ATOMICITY -> fr.isIrreflexiveThen(mo);
      case SEQUENTIAL_CONSISTENCY -> po.union(rf).union(mo).union(fr).isAcyclic();
    };
  }

  private boolean isWeaklyAtomic() {
    for (int u = 0; u < graph.events(); u++) {
      for (int v = 0; v < u; v++) {
        if (graph.isRmw(u) && graph.isRmw(v) && source(u) == source(v)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isWeaklyReadCoherent() {
    BitRelation hbloc = new BitRelation(nodes);
    BitRelation writes = new BitRelation(nodes);
    for (int a = 0; a < nodes; a++) {
      if (writes(a)) {
        writes.add(a, a);
      }
      for (int b = 0; b < nodes; b++) {
        if (hb.contains(a, b) && location(a) >= 0 && location(a) == location(b)) {
          hbloc.add(a, b);
        }
      }
    }
    return hbloc.then(writes).then(hb).then(rf.inverse()).isIrreflexive();
  }
}
