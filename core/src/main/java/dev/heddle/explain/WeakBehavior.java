package dev.heddle.explain;

import dev.heddle.explain.ExecutionRelations.Edge;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.Orders;
import dev.heddle.machine.Replayer;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.verdict.Weakness;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says what is weak about an execution: which reads are stale, which cycle no interleaving has, and
 * which orders of the accesses on that cycle would forbid it.
 *
 * <p>A remedy is tried before it is told: the same execution is followed with the program's orders
 * changed, and the model must refuse it. First all accesses of the cycle acquire and release; if
 * that does not help, all are sequentially consistent. Then each is weakened again as long as the
 * execution stays forbidden.
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
        || plan.follow(onOneMemory.start(code)::step)) {
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

  // ---- What would forbid it -----------------------------------------------------------------

  private List<Weakness.Stronger> remedy(List<Edge> cycle, List<Integer> positions) {
    Map<Integer, List<Integer>> eventsOfSite = sites(cycle);
    if (eventsOfSite.isEmpty()) {
      return List.of();
    }
    Map<Integer, MemoryOrder> orders = new LinkedHashMap<>();
    eventsOfSite.forEach((site, events) -> orders.put(site, synchronizing(site, events)));
    if (isAllowed(orders)) {
      orders.replaceAll((site, order) -> MemoryOrder.SEQUENTIALLY_CONSISTENT);
      if (isAllowed(orders)) {
        return List.of();
      }
      eventsOfSite.forEach((site, events) -> weaken(orders, site, synchronizing(site, events)));
    }
    eventsOfSite.keySet().forEach(site -> weaken(orders, site, Orders.order(code.orders(site))));
    List<Weakness.Stronger> remedy = new ArrayList<>();
    orders.forEach(
        (site, order) -> {
          if (order != Orders.order(code.orders(site))) {
            List<Integer> events = eventsOfSite.get(site);
            Location location = code.location(execution.operation(events.get(0)));
            List<Integer> steps = events.stream().map(positions::get).toList();
            remedy.add(new Weakness.Stronger(location, order, steps));
          }
        });
    return remedy;
  }

  private void weaken(Map<Integer, MemoryOrder> orders, int site, MemoryOrder weaker) {
    MemoryOrder stronger = orders.put(site, weaker);
    if (isAllowed(orders)) {
      orders.put(site, stronger);
    }
  }

  private boolean isAllowed(Map<Integer, MemoryOrder> orders) {
    return plan.follow(replayer.start(code.withOrders(orders))::step);
  }

  /** The instructions of atomic accesses on a cycle, with their events on it. */
  private Map<Integer, List<Integer>> sites(List<Edge> cycle) {
    Map<Integer, List<Integer>> events = new LinkedHashMap<>();
    for (Edge edge : cycle) {
      add(events, execution.event(edge.from()));
      add(events, execution.event(edge.to()));
    }
    return events;
  }

  private void add(Map<Integer, List<Integer>> events, int event) {
    ThreadNode node = execution.operation(event);
    byte orders = node.orders();
    boolean isAtomic = Orders.order(orders).isAtomic() && !Orders.isOfLibrary(orders);
    if (node.kind().accessesMemory() && isAtomic) {
      List<Integer> known =
          events.computeIfAbsent(code.callStack(node)[0], site -> new ArrayList<>());
      if (!known.contains(event)) {
        known.add(event);
      }
    }
  }

  /** The weakest order with which an access synchronises in all that it does. */
  private MemoryOrder synchronizing(int site, List<Integer> events) {
    MemoryOrder written = Orders.order(code.orders(site));
    OperationKind kind = execution.operation(events.get(0)).kind();
    boolean isStore = kind == OperationKind.STORE || kind == OperationKind.POKE;
    boolean isLoad = kind == OperationKind.LOAD || kind == OperationKind.PEEK;
    MemoryOrder wanted =
        isStore ? MemoryOrder.RELEASE : isLoad ? MemoryOrder.ACQUIRE : MemoryOrder.ACQUIRE_RELEASE;
    return wanted.compareTo(written) > 0 ? wanted : written;
  }
}
