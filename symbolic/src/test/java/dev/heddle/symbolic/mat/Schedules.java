package dev.heddle.symbolic.mat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All schedules of small threads, one after the other, sorted into Mazurkiewicz traces. */
final class Schedules {
  private final ConcurrentGraph graph;
  private final Pairs pairs;
  private final boolean endsMatter;
  private final Map<String, Integer> allowed = new HashMap<>();

  /** From which access the token can go to which. */
  interface Pairs {
    boolean allows(int from, int to);
  }

  private Schedules(ConcurrentGraph graph, Pairs pairs, boolean endsMatter) {
    this.graph = graph;
    this.pairs = pairs;
    this.endsMatter = endsMatter;
  }

  /**
   * How many schedules of each trace the pairs allow.
   *
   * @param endsMatter whether schedules in which threads end in another order are different
   */
  static Map<String, Integer> allowed(ConcurrentGraph graph, Pairs pairs, boolean endsMatter) {
    Schedules schedules = new Schedules(graph, pairs, endsMatter);
    schedules.choosePaths(0, new ArrayList<>());
    return schedules.allowed;
  }

  private void choosePaths(int thread, List<List<Integer>> chosen) {
    if (thread == graph.threads()) {
      interleave(chosen, new int[thread], new ArrayList<>(), -1, true);
      return;
    }
    for (List<Integer> path : paths(thread)) {
      chosen.add(path);
      choosePaths(thread + 1, chosen);
      chosen.remove(chosen.size() - 1);
    }
  }

  private List<List<Integer>> paths(int thread) {
    List<List<Integer>> paths = new ArrayList<>();
    for (int entry : graph.entries(thread)) {
      extend(new ArrayList<>(List.of(entry)), paths);
    }
    return paths;
  }

  private void extend(List<Integer> path, List<List<Integer>> paths) {
    int end = path.get(path.size() - 1);
    if (graph.canBeLast(end)) {
      paths.add(new ArrayList<>(path));
    }
    for (int next : graph.successors(end)) {
      path.add(next);
      extend(path, paths);
      path.remove(path.size() - 1);
    }
  }

  private void interleave(
      List<List<Integer>> paths,
      int[] done,
      List<Integer> schedule,
      int before,
      boolean isAllowed) {
    boolean isComplete = true;
    for (int t = 0; t < done.length; t++) {
      if (done[t] < paths.get(t).size()) {
        isComplete = false;
        int node = paths.get(t).get(done[t]++);
        boolean passes = before >= 0 && graph.threadOf(before) != t;
        schedule.add(node);
        interleave(
            paths, done, schedule, node, isAllowed && (!passes || pairs.allows(before, node)));
        schedule.remove(schedule.size() - 1);
        done[t]--;
      }
    }
    if (isComplete) {
      allowed.merge(trace(schedule, paths), isAllowed ? 1 : 0, Integer::sum);
    }
  }

  /** What all equivalent schedules have in common: the order of accesses that depend. */
  private String trace(List<Integer> schedule, List<List<Integer>> paths) {
    StringBuilder orders = new StringBuilder(paths.toString());
    for (int a = 0; a < graph.nodes(); a++) {
      for (int b = a + 1; b < graph.nodes(); b++) {
        int first = schedule.indexOf(a);
        int second = schedule.indexOf(b);
        if (first >= 0 && second >= 0 && depend(a, b, paths)) {
          orders.append(first < second ? '<' : '>');
        }
      }
    }
    return orders.toString();
  }

  private boolean depend(int a, int b, List<List<Integer>> paths) {
    return graph.threadOf(a) != graph.threadOf(b)
        && (graph.conflict(a, b) || (endsMatter && isEnd(a, paths) && isEnd(b, paths)));
  }

  private boolean isEnd(int node, List<List<Integer>> paths) {
    List<Integer> path = paths.get(graph.threadOf(node));
    return path.get(path.size() - 1) == node;
  }
}
