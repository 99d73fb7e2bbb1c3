package dev.heddle.explain;

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
import java.util.function.Predicate;

/**
 * Looks for stronger orders of accesses that help against something. First all of them acquire and
 * release; if that does not help, all are sequentially consistent. Then each is weakened again as
 * long as the others still help.
 */
final class StrongerOrders {
  private final Replayer replayer;
  private final Code code;
  private final ExecutionView execution;

  /** The instructions of atomic accesses, with their events. */
  private final Map<Integer, List<Integer>> eventsOfSite = new LinkedHashMap<>();

  private final Map<Integer, MemoryOrder> orders = new LinkedHashMap<>();

  StrongerOrders(Replayer replayer, Code code, ExecutionView execution) {
    this.replayer = replayer;
    this.code = code;
    this.execution = execution;
  }

  /** The order of an event may become stronger, if it is an atomic access of the program. */
  void add(int event) {
    ThreadNode node = execution.operation(event);
    byte written = node.orders();
    boolean isAtomic = Orders.order(written).isAtomic() && !Orders.isOfLibrary(written);
    if (node.kind().accessesMemory() && isAtomic) {
      List<Integer> known =
          eventsOfSite.computeIfAbsent(code.callStack(node)[0], site -> new ArrayList<>());
      if (!known.contains(event)) {
        known.add(event);
      }
    }
  }

  /**
   * The orders that are stronger than written, or none if they do not help.
   *
   * @param helps whether the program with other orders is better
   * @param positions where events are told, by event
   */
  List<Weakness.Stronger> find(Predicate<Code> helps, List<Integer> positions) {
    eventsOfSite.forEach((site, events) -> orders.put(site, synchronizing(site, events)));
    if (eventsOfSite.isEmpty() || (!help(helps) && !helpSequentially(helps))) {
      return List.of();
    }
    for (int site : eventsOfSite.keySet()) {
      weaken(site, written(site), helps);
      if (orders.get(site) == MemoryOrder.ACQUIRE_RELEASE) {
        weaken(site, MemoryOrder.RELEASE, helps);
      }
      if (orders.get(site) == MemoryOrder.ACQUIRE_RELEASE) {
        weaken(site, MemoryOrder.ACQUIRE, helps);
      }
    }
    List<Weakness.Stronger> remedy = new ArrayList<>();
    orders.forEach(
        (site, order) -> {
          if (order != written(site)) {
            List<Integer> events = eventsOfSite.get(site);
            Location location = code.location(execution.operation(events.get(0)));
            List<Integer> steps = events.stream().map(positions::get).toList();
            remedy.add(new Weakness.Stronger(location, order, steps));
          }
        });
    return remedy;
  }

  private boolean help(Predicate<Code> helps) {
    Code changed = code.withOrders(orders);
    return replayer.knows(changed) && helps.test(changed);
  }

  private boolean helpSequentially(Predicate<Code> helps) {
    orders.replaceAll((site, order) -> MemoryOrder.SEQUENTIALLY_CONSISTENT);
    if (!help(helps)) {
      return false;
    }
    eventsOfSite.forEach((site, events) -> weaken(site, synchronizing(site, events), helps));
    return true;
  }

  private void weaken(int site, MemoryOrder weaker, Predicate<Code> helps) {
    MemoryOrder stronger = orders.put(site, weaker);
    if (!help(helps)) {
      orders.put(site, stronger);
    }
  }

  private MemoryOrder written(int site) {
    return Orders.order(code.orders(site));
  }

  /** The weakest order with which an access synchronises in all that it does. */
  private MemoryOrder synchronizing(int site, List<Integer> events) {
    OperationKind kind = execution.operation(events.get(0)).kind();
    boolean isStore = kind == OperationKind.STORE || kind == OperationKind.POKE;
    boolean isLoad = kind == OperationKind.LOAD || kind == OperationKind.PEEK;
    MemoryOrder wanted =
        isStore ? MemoryOrder.RELEASE : isLoad ? MemoryOrder.ACQUIRE : MemoryOrder.ACQUIRE_RELEASE;
    return wanted.compareTo(written(site)) > 0 ? wanted : written(site);
  }
}
