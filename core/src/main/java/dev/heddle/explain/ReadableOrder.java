package dev.heddle.explain;

import dev.heddle.explain.ExecutionRelations.Edge;
import dev.heddle.machine.ExecutionView;
import dev.heddle.verdict.Weakness.Relation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The events of an execution graph in an order that is easy to follow: without those that a failure
 * does not depend on, in an interleaving if there is one, and with few changes from thread to
 * thread.
 */
final class ReadableOrder {
  private final ExecutionView execution;
  private final ExecutionRelations relations;
  private final boolean isInterleaving;

  ReadableOrder(ExecutionView execution, ExecutionRelations relations) {
    this.execution = execution;
    this.relations = relations;
    this.isInterleaving = !relations.isCyclic();
  }

  /**
   * Places in the new order.
   *
   * @param last an event that everything shown comes before in po ∪ rf; below 0 to show everything
   */
  List<Integer> of(int last) {
    BitSet shown = new BitSet();
    shown.set(0, execution.length());
    if (last >= 0) {
      shown = past(execution.place(last));
    }
    int[] missing = new int[execution.length()];
    for (int place = 0; place < missing.length; place++) {
      for (Edge edge : relations.successors(place)) {
        missing[edge.to()] += shown.get(place) && counts(edge) ? 1 : 0;
      }
    }
    return sort(shown, missing);
  }

  private boolean counts(Edge edge) {
    return isInterleaving
        || edge.relation() == Relation.PROGRAM_ORDER
        || edge.relation() == Relation.READS_FROM;
  }

  private BitSet past(int last) {
    BitSet past = new BitSet();
    past.set(last);
    // Places extend po ∪ rf, so that one pass from the end is enough.
    for (int place = last; place >= 0; place--) {
      for (Edge edge : relations.successors(place)) {
        boolean isCause =
            edge.relation() == Relation.PROGRAM_ORDER || edge.relation() == Relation.READS_FROM;
        if (isCause && past.get(edge.to())) {
          past.set(place);
        }
      }
    }
    return past;
  }

  /** A thread goes on as long as it can; then the one whose next event comes first. */
  private List<Integer> sort(BitSet shown, int[] missing) {
    List<Integer> order = new ArrayList<>();
    BitSet left = (BitSet) shown.clone();
    int thread = -1;
    while (!left.isEmpty()) {
      int best = -1;
      for (int place = left.nextSetBit(0); place >= 0; place = left.nextSetBit(place + 1)) {
        if (missing[place] == 0) {
          boolean goesOn = execution.thread(execution.event(place)) == thread;
          best = best < 0 || goesOn ? place : best;
          if (goesOn) {
            break;
          }
        }
      }
      left.clear(best);
      order.add(best);
      thread = execution.thread(execution.event(best));
      for (Edge edge : relations.successors(best)) {
        missing[edge.to()] -= counts(edge) ? 1 : 0;
      }
    }
    return order;
  }
}
