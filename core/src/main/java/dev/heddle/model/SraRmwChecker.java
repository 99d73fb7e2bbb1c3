package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;

/**
 * Consistency in SRA of executions with RMWs: section 4.2 of Tunç et al., "Optimal Reads-From
 * Consistency Checking for C11-Style Memory Models", PLDI 2023. Sound and complete, O(k·n^(k+1));
 * the problem is NP-complete and W[1]-hard in k.
 *
 * <p>A modification order is allowed iff there is a total order of the events that extends hb ∪ mo,
 * puts a write w′ before w whenever w′ happens before a reader of w (read-coherence, condition 2a
 * of the paper), and has no write between an RMW and its source (atomicity, 2b). That is the search
 * for an SC order in which only the RMWs are bound to the last write, under more orderings; so
 * saturation and the guided construction come first here too, and decide the common case in about
 * O(n·k). See {@link TotalOrderChecker}.
 */
final class SraRmwChecker implements ConsistencyChecker {
  private final TotalOrderChecker checker;

  SraRmwChecker(boolean skipFresh) {
    this(skipFresh, true, TotalOrderChecker.BY_SIZE);
  }

  SraRmwChecker(boolean skipFresh, boolean guided, int cases) {
    checker = new TotalOrderChecker(Axiom.STRONG_WRITE_COHERENCE, true, skipFresh, guided, cases);
  }

  @Override
  public Consistency check(ExecutionGraph graph) {
    return checker.check(graph);
  }
}
