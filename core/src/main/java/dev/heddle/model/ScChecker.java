package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;

/**
 * Sequential consistency of a recorded execution: acy(po ∪ rf ∪ mo ∪ fr) for some mo, that is, a
 * total order in which every read reads the last write before it. See {@link TotalOrderChecker}.
 */
final class ScChecker implements ConsistencyChecker {
  private final TotalOrderChecker checker;

  ScChecker() {
    this(true, true, TotalOrderChecker.BY_SIZE);
  }

  ScChecker(boolean skipFresh, boolean guided, int cases) {
    checker = new TotalOrderChecker(Axiom.SEQUENTIAL_CONSISTENCY, false, skipFresh, guided, cases);
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    return checker.check(graph);
  }
}
