package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import java.util.List;

/**
 * The three phases of GetWitness (section 5 of Abdulla et al., OOPSLA 2019) for models that ask for
 * a total order of all events which extends po ∪ rf and in which each constrained reader reads the
 * last write before it. Sound and complete; polynomial for a fixed number of threads.
 *
 * <p>P-I saturates, which finds almost every inconsistency; {@link GuidedWitness} and {@link
 * OrderCases}, P-II, find almost every witness; {@link CutSearch}, P-III, decides what is left.
 */
final class TotalOrderChecker {
  /** Let the proof by cases meet 1000 contradictions, and one per event, before it gives way. */
  static final int BY_SIZE = -1;

  private final Axiom axiom;
  private final boolean rmwsOnly;
  private final boolean skipFresh;
  private final boolean guided;
  private final int cases;

  /**
   * @param rmwsOnly only RMWs are constrained readers, as in SRA, instead of all reads
   * @param skipFresh an execution without stale reads is accepted at once
   * @param guided whether the linear-time attempt is made
   * @param cases how many contradictions P-II may meet, or {@link #BY_SIZE}
   */
  TotalOrderChecker(Axiom axiom, boolean rmwsOnly, boolean skipFresh, boolean guided, int cases) {
    this.axiom = axiom;
    this.rmwsOnly = rmwsOnly;
    this.skipFresh = skipFresh;
    this.guided = guided;
    this.cases = cases;
  }

  Consistency check(ExecutionGraph graph) {
    Explanation broken = BasicAxioms.violation(graph, RfChains.of(graph));
    if (broken != null) {
      return new Inconsistent(broken);
    }
    if (skipFresh && !StaleSpans.hasStaleRead(graph)) {
      return new Consistent(ModificationOrder.recorded(graph));
    }
    Saturation order = new Saturation(graph, rmwsOnly);
    if (!order.saturate()) {
      return new Inconsistent(new SaturationExplanation(order, axiom).explain());
    }
    if (guided) {
      GuidedWitness witness = new GuidedWitness(order);
      if (witness.runAll()) {
        return new Consistent(witness.modificationOrder());
      }
    }
    int budget = cases == BY_SIZE ? 1000 + graph.events() : cases;
    OrderCases orderCases = new OrderCases(order, axiom, budget);
    return switch (orderCases.search()) {
      case WITNESS -> new Consistent(linearized(order));
      case REFUTED -> new Inconsistent(orderCases.refutation());
      case UNDECIDED -> decide(order);
    };
  }

  private static ModificationOrder linearized(Saturation order) {
    GuidedWitness witness = new GuidedWitness(order);
    if (!witness.runAll()) {
      throw new IllegalStateException("a saturated total order has no linearisation");
    }
    return witness.modificationOrder();
  }

  private Consistency decide(Saturation order) {
    CutSearch search = new CutSearch(order);
    return search.search()
        ? new Consistent(search.modificationOrder())
        : new Inconsistent(new Explanation(axiom, List.of(), List.of(), List.of()));
  }
}
