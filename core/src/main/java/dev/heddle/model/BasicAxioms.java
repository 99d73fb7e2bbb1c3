package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import java.util.ArrayList;
import java.util.List;

/** Line 1 of every algorithm of the paper: po ∪ rf is acyclic and rf satisfies weak-atomicity. */
final class BasicAxioms {
  private BasicAxioms() {}

  /** Why one of the two does not hold, or null. */
  static Explanation violation(ExecutionGraph graph, RfChains chains) {
    Explanation cycle = causalityViolation(graph);
    return cycle != null ? cycle : atomicityViolation(graph, chains);
  }

  /** Why po ∪ rf is not acyclic, or null. */
  static Explanation causalityViolation(ExecutionGraph graph) {
    int[] cycle = graph.causalityCycle();
    return cycle == null ? null : Explanation.of(Axiom.PO_RF, causality(graph, cycle));
  }

  /** Why rf does not satisfy weak-atomicity, or null. */
  static Explanation atomicityViolation(ExecutionGraph graph, RfChains chains) {
    int second = chains.secondReader();
    return second == ExecutionGraph.NONE
        ? null
        : Explanation.of(Axiom.WEAK_ATOMICITY, twoReaders(graph, second));
  }

  private static List<Edge> causality(ExecutionGraph graph, int[] cycle) {
    List<Edge> steps = new ArrayList<>();
    for (int i = 0; i < cycle.length; i++) {
      int from = cycle[i];
      int to = cycle[(i + 1) % cycle.length];
      boolean ownThread = graph.thread(from) == graph.thread(to) && from < to;
      boolean readsFrom = !ownThread && graph.source(to) == from;
      steps.add(new Edge(readsFrom ? EdgeKind.RF : EdgeKind.PO, from, to));
    }
    return steps;
  }

  private static List<Edge> twoReaders(ExecutionGraph graph, int second) {
    int w = graph.source(second);
    int first = 0;
    while (!graph.isRmw(first)
        || graph.source(first) != w
        || graph.location(first) != graph.location(second)) {
      first++;
    }
    int write = w < 0 ? ~graph.location(second) : w;
    return List.of(new Edge(EdgeKind.RF, write, first), new Edge(EdgeKind.RF, write, second));
  }
}
