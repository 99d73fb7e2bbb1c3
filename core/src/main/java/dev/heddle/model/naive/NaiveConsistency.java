package dev.heddle.model.naive;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.MemoryModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides consistency by trying every modification order: all permutations of the writes of each
 * location, each checked against the axioms. Exponential; for executions of about ten events.
 */
public final class NaiveConsistency {
  private final Axioms axioms;
  private final List<int[]> orders = new ArrayList<>();

  private NaiveConsistency(ExecutionGraph graph, Axioms axioms) {
    this.axioms = axioms;
    for (int x = 0; x < graph.locations(); x++) {
      int[] writes = new int[graph.events()];
      int count = 0;
      for (int e = 0; e < graph.events(); e++) {
        if (graph.writes(e) && graph.location(e) == x) {
          writes[count++] = e;
        }
      }
      orders.add(Arrays.copyOf(writes, count));
    }
  }

  public static boolean isConsistent(ExecutionGraph graph, MemoryModel model) {
    return isConsistent(graph, new Axioms(graph, model));
  }

  /** Under the model of the axioms, which are those of the execution. */
  public static boolean isConsistent(ExecutionGraph graph, Axioms axioms) {
    return !axioms.isHopeless() && new NaiveConsistency(graph, axioms).someOrder(0, 0);
  }

  /** Permutes the writes of location x from place i on, then those of the later locations. */
  private boolean someOrder(int x, int i) {
    if (x == orders.size()) {
      return axioms.isConsistent(axioms.modificationOrder(orders));
    }
    int[] order = orders.get(x);
    if (i >= order.length) {
      return someOrder(x + 1, 0);
    }
    for (int j = i; j < order.length; j++) {
      swap(order, i, j);
      boolean found = someOrder(x, i + 1);
      swap(order, i, j);
      if (found) {
        return true;
      }
    }
    return false;
  }

  private static void swap(int[] order, int i, int j) {
    int w = order[i];
    order[i] = order[j];
    order[j] = w;
  }
}
