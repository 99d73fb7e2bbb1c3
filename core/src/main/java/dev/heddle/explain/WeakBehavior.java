package dev.heddle.explain;

import dev.heddle.explain.ExecutionRelations.Edge;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replayer;
import dev.heddle.verdict.Weakness;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what is weak about an execution: which reads are stale, which cycle no interleaving has, and
 * which orders of the accesses on that cycle would forbid it.
 *
 * <p>A remedy is tried before it is told ({@link StrongerOrders}): the same execution is followed
 * with the program's orders changed, and the model must refuse it.
 */
final class WeakBehavior {
  /** Relations of longer executions would take longer to compare than anybody reads about them. */
  private static final int MAX_EVENTS = 2000;

  private final Replayer replayer;
  private final Code code;
  private final ReplayPlan plan;
  private final ExecutionView execution;

  /**
   * @param plan leads to the execution
   */
  WeakBehavior(Replayer replayer, Code code, ReplayPlan plan, ExecutionView execution) {
    this.replayer = replayer;
    this.code = code;
    this.plan = plan;
    this.execution = execution;
  }

  /**
   * Null if some interleaving has the same events and reads, or if the execution is too long.
   *
   * @param positions where events are told, by event
   */
  Weakness weakness(List<Integer> positions) {
    Replayer onOneMemory = replayer.onOneMemory();
    if (onOneMemory == replayer
        || execution.length() > MAX_EVENTS
        || sameReads().follow(onOneMemory.start(code)::step)) {
      return null;
    }
    ExecutionRelations relations = new ExecutionRelations(execution, false);
    List<Edge> cycle = relations.shortestCycle();
    if (cycle.isEmpty()) {
      relations = new ExecutionRelations(execution, true);
      cycle = relations.shortestCycle();
    }
    return new Weakness(
        links(cycle, positions), stale(relations, positions), remedy(cycle, positions), null);
  }

  /**
   * The plan as far as threads read. An access to memory that is not there reads nothing, and on
   * one memory it may be there.
   */
  private ReplayPlan sameReads() {
    int last = execution.length() - 1;
    boolean readsNothing =
        last >= 0 && execution.source(execution.event(last)) == ExecutionView.NOTHING;
    return readsNothing && execution.hasFailedThread() ? plan.withoutLast() : plan;
  }

  private List<Weakness.Link> links(List<Edge> cycle, List<Integer> positions) {
    List<Weakness.Link> links = new ArrayList<>();
    for (Edge edge : cycle) {
      int from = positions.get(execution.event(edge.from()));
      int to = positions.get(execution.event(edge.to()));
      links.add(new Weakness.Link(from, to, edge.relation()));
    }
    return links;
  }

  private List<Weakness.Stale> stale(ExecutionRelations relations, List<Integer> positions) {
    List<Weakness.Stale> stale = new ArrayList<>();
    for (int place = 0; place < execution.length(); place++) {
      int unseen = relations.unseen(place);
      if (unseen >= 0) {
        stale.add(
            new Weakness.Stale(
                positions.get(execution.event(place)), positions.get(execution.event(unseen))));
      }
    }
    return stale;
  }

  private List<Weakness.Stronger> remedy(List<Edge> cycle, List<Integer> positions) {
    StrongerOrders orders = new StrongerOrders(replayer, code, execution);
    for (Edge edge : cycle) {
      orders.add(execution.event(edge.from()));
      orders.add(execution.event(edge.to()));
    }
    return orders.find(changed -> !plan.follow(replayer.start(changed)::step), positions);
  }
}
