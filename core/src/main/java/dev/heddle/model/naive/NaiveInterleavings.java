package dev.heddle.model.naive;

import dev.heddle.graph.ExecutionGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides sequential consistency by running the threads in every order: an event may run when the
 * location holds the write that it reads. Exponential; for small executions.
 */
public final class NaiveInterleavings {
  private final ExecutionGraph graph;
  private final List<List<Integer>> threads = new ArrayList<>();
  private final boolean[] done;
  private final int[] memory;

  private NaiveInterleavings(ExecutionGraph graph) {
    this.graph = graph;
    for (int t = 0; t < graph.threads(); t++) {
      threads.add(new ArrayList<>());
    }
    for (int e : graph.inRecordedOrder()) {
      threads.get(graph.thread(e)).add(e);
    }
    done = new boolean[graph.events()];
    memory = new int[graph.locations()];
    Arrays.fill(memory, ExecutionGraph.INITIAL);
  }

  public static boolean isSequentiallyConsistent(ExecutionGraph graph) {
    return new NaiveInterleavings(graph).canFinish(new int[graph.threads()], 0);
  }

  private boolean canFinish(int[] next, int count) {
    if (count == graph.events()) {
      return true;
    }
    for (int t = 0; t < next.length; t++) {
      if (next[t] < threads.get(t).size() && mayRun(threads.get(t).get(next[t]))) {
        int e = threads.get(t).get(next[t]);
        int x = graph.location(e);
        int before = x < 0 ? 0 : memory[x];
        if (graph.writes(e)) {
          memory[x] = e;
        }
        next[t]++;
        done[e] = true;
        boolean finished = canFinish(next, count + 1);
        done[e] = false;
        next[t]--;
        if (x >= 0) {
          memory[x] = before;
        }
        if (finished) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayRun(int e) {
    if (graph.reads(e) && memory[graph.location(e)] != graph.source(e)) {
      return false;
    }
    for (int i = 0; i < graph.orderEdges(); i++) {
      if (graph.orderTo(i) == e && !done[graph.orderFrom(i)]) {
        return false;
      }
    }
    return true;
  }
}
