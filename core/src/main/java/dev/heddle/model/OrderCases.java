package dev.heddle.model;

import static dev.heddle.graph.ExecutionGraph.NONE;

import dev.heddle.model.Explanation.Case;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Phase P-II: orders the writes of each location that saturation leaves unordered, pair by pair, as
 * recorded, and saturates after each decision ({@code ConstructWitness}). Unlike the paper, which
 * gives up at the first contradiction, it then tries the other order and so, within a budget of
 * contradictions, either finds a witness or has a proof by cases that there is none. Decisions that
 * a contradiction does not depend on are not tried the other way.
 */
final class OrderCases {
  /** What came out. */
  enum SearchEnd {
    WITNESS,
    REFUTED,
    UNDECIDED
  }

  /** Two writes were put in an order; how to go back, and why the first order failed. */
  private static final class Decision {
    final int earlier;
    final int later;
    final int mark;
    final int pairMark;
    final int reached;
    Explanation firstFailure;
    BitSet firstUses;

    Decision(int earlier, int later, Saturation order, int reached) {
      this.earlier = earlier;
      this.later = later;
      this.reached = reached;
      mark = order.mark();
      pairMark = order.pairMark();
    }
  }

  private final Saturation order;
  private final Axiom axiom;
  private int budget;
  private final List<Decision> decisions = new ArrayList<>();
  private final SaturationExplanation proof;
  private Explanation refutation;

  /** Writes with smaller numbers are ordered with respect to all writes of their locations. */
  private int reached;

  /** The pair that {@link #findUnordered} has found. */
  private int earlier;

  private int later;

  OrderCases(Saturation order, Axiom axiom, int budget) {
    this.order = order;
    this.axiom = axiom;
    this.budget = budget;
    proof = new SaturationExplanation(order, axiom);
  }

  /** The proof that there is no witness. */
  Explanation refutation() {
    return refutation;
  }

  /**
   * Looks for a witness. If there is one, the saturation then orders the writes of each location
   * totally; otherwise it is as before.
   */
  SearchEnd search() {
    while (findUnordered()) {
      decisions.add(new Decision(earlier, later, order, reached));
      if (!order.assume(earlier, later)) {
        SearchEnd outcome = resolve();
        if (outcome != SearchEnd.WITNESS) {
          undoAll();
          return outcome;
        }
      }
    }
    return SearchEnd.WITNESS;
  }

  /** After a contradiction: reverses a decision so that there is none; WITNESS if that worked. */
  private SearchEnd resolve() {
    while (budget-- > 0) {
      Explanation failure = proof.explain();
      BitSet uses = new BitSet();
      for (int i = 0; i < decisions.size(); i++) {
        uses.set(i, proof.uses(decisions.get(i).pairMark));
      }
      Decision reversed = null;
      while (reversed == null) {
        if (decisions.isEmpty()) {
          refutation = failure;
          return SearchEnd.REFUTED;
        }
        int top = decisions.size() - 1;
        Decision d = decisions.get(top);
        order.undo(d.mark, d.pairMark);
        reached = d.reached;
        if (uses.get(top) && d.firstFailure == null) {
          d.firstFailure = failure;
          d.firstUses = uses;
          reversed = d;
        } else {
          if (uses.get(top)) {
            failure = split(d, failure);
            uses.or(d.firstUses);
            uses.clear(top);
          }
          decisions.remove(top);
        }
      }
      if (order.assume(/* earlier= */ reversed.later, /* later= */ reversed.earlier)) {
        return SearchEnd.WITNESS;
      }
    }
    return SearchEnd.UNDECIDED;
  }

  private Explanation split(Decision d, Explanation secondFailure) {
    return new Explanation(
        axiom,
        List.of(),
        List.of(),
        List.of(
            new Case(d.earlier, d.later, d.firstFailure),
            new Case(d.later, d.earlier, secondFailure)));
  }

  private void undoAll() {
    if (!decisions.isEmpty()) {
      order.undo(decisions.get(0).mark, decisions.get(0).pairMark);
      decisions.clear();
    }
  }

  /** Two writes of a location that are not ordered, the one recorded first as earlier. */
  private boolean findUnordered() {
    for (; reached < order.graph.events(); reached++) {
      if (order.graph.writes(reached)) {
        int other = unordered(reached);
        if (other != NONE) {
          earlier = Math.min(reached, other);
          later = Math.max(reached, other);
          return true;
        }
      }
    }
    return false;
  }

  /** A write of the same location that is neither before nor after w. */
  private int unordered(int w) {
    int x = order.graph.location(w);
    for (int v = 0; v < order.threads; v++) {
      if (v != order.graph.thread(w)) {
        int place = order.writes.lowerBound(x, v, order.row(w, v));
        if (place < order.writes.end(x, v) && !order.isBefore(w, order.writes.at(place))) {
          return order.writes.at(place);
        }
      }
    }
    return NONE;
  }
}
