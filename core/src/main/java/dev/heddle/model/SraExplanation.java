package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.Explanation.Lemma;
import dev.heddle.model.Explanation.Rule;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.ArrayList;
import java.util.List;

/** Turns the threads that wait for each other in {@link SraChecker} into a cycle of hb ∪ mo. */
final class SraExplanation {
  private final ExecutionGraph graph;
  private final HbPaths paths;

  SraExplanation(ExecutionGraph graph) {
    this.graph = graph;
    paths = new HbPaths(graph, Synchronization.ALL);
  }

  /** A reader of the initial write of location x knows another write of x. */
  Explanation beforeInitial(int x, int write) {
    Lemma lemma = lemma(write, ~x, INITIAL);
    return Explanation.of(
        Axiom.STRONG_WRITE_COHERENCE,
        List.of(lemma),
        List.of(new Edge(EdgeKind.MO, write, ~x), new Edge(EdgeKind.PO, ~x, write)));
  }

  /**
   * @param waits h₀, f₀, h₁, f₁, … where hᵢ is fᵢ or program-ordered before it, and fᵢ has to run
   *     before hᵢ₊₁
   */
  Explanation cycle(int[] waits) {
    List<Lemma> lemmas = new ArrayList<>();
    List<Edge> cycle = new ArrayList<>();
    for (int i = 0; i < waits.length; i += 2) {
      int head = waits[i];
      int first = waits[i + 1];
      int next = waits[(i + 2) % waits.length];
      if (head != first) {
        cycle.add(new Edge(EdgeKind.PO, head, first));
      }
      if (graph.source(next) == first) {
        cycle.add(new Edge(EdgeKind.RF, first, next));
      } else if (isOrdered(first, next)) {
        cycle.add(new Edge(EdgeKind.PO, first, next));
      } else {
        lemmas.add(lemma(first, next, next));
        cycle.add(new Edge(EdgeKind.MO, first, next));
      }
    }
    return Explanation.of(Axiom.STRONG_WRITE_COHERENCE, lemmas, cycle);
  }

  private boolean isOrdered(int from, int to) {
    for (int i = graph.firstOrderEdge(to); i < graph.orderEdges() && graph.orderTo(i) == to; i++) {
      if (graph.orderFrom(i) == from) {
        return true;
      }
    }
    return false;
  }

  /** (from, to) ∈ mo, because of a reader of {@code to}, whose source is the given one. */
  private Lemma lemma(int from, int to, int source) {
    HbTimestamps hb = HbTimestamps.of(graph, Synchronization.ALL);
    int x = graph.location(from);
    int reader = NONE;
    for (int e = 0; reader == NONE; e++) {
      hb.visit(e);
      if (graph.source(e) == source && graph.location(e) == x && hb.isBefore(from, e)) {
        reader = e;
      }
    }
    return new Lemma(from, to, Rule.READ_COHERENCE, reader, paths.between(from, reader));
  }
}
