package dev.heddle.explore.graph;

import dev.heddle.explore.graph.GraphOracle.Event;
import dev.heddle.model.naive.BitRelation;
import dev.heddle.program.MemoryOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The axioms of each model, literally, on bit matrices; every modification order is tried. */
final class GraphAxioms {
  enum Model {
    SC,
    TSO,
    PSO,
    SRA,
    RA,
    WRA,
    RC20,
    RC11,
    RELAXED
  }

  private final List<Event> events;
  private final Model model;
  private final int size;
  private final Map<Long, Integer> cells = new LinkedHashMap<>();
  private final BitRelation po;
  private final BitRelation rf;
  private final BitRelation hb;
  private final BitRelation sameLocation;

  GraphAxioms(List<Event> events, Model model) {
    this.events = events;
    this.model = model;
    for (Event e : events) {
      if (e.address() >= 0) {
        cells.putIfAbsent(e.address(), events.size() + cells.size());
      }
    }
    size = events.size() + cells.size();
    po = programOrder();
    rf = new BitRelation(size);
    sameLocation = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      if (a < events.size() && events.get(a).reads()) {
        rf.add(source(a), a);
      }
      for (int b = 0; b < size; b++) {
        if (location(a) >= 0 && location(a) == location(b)) {
          sameLocation.add(a, b);
        }
      }
    }
    hb = po.union(synchronizesWith()).closure();
  }

  private long location(int a) {
    if (a < events.size()) {
      return events.get(a).address();
    }
    for (Map.Entry<Long, Integer> cell : cells.entrySet()) {
      if (cell.getValue() == a) {
        return cell.getKey();
      }
    }
    throw new AssertionError("no cell");
  }

  private int source(int e) {
    int source = events.get(e).source();
    return source >= 0 ? source : cells.get(events.get(e).address());
  }

  private boolean writes(int a) {
    return a >= events.size() || events.get(a).writes();
  }

  private boolean reads(int a) {
    return a < events.size() && events.get(a).reads();
  }

  private boolean isRmw(int a) {
    return reads(a) && writes(a);
  }

  private BitRelation programOrder() {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < events.size(); b++) {
        Event second = events.get(b);
        boolean before =
            a >= events.size()
                || (events.get(a).thread() == second.thread()
                    && events.get(a).index() < second.index())
                || events.get(a).thread() == second.joins();
        if (before) {
          result.add(a, b);
        }
      }
    }
    return result.closure();
  }

  // ---- Orders of accesses -------------------------------------------------------------------

  private boolean synchronizesAll() {
    return switch (model) {
      case SC, TSO, SRA, RA, WRA -> true;
      default -> false;
    };
  }

  private MemoryOrder order(int a) {
    if (a >= events.size()) {
      return MemoryOrder.RELAXED;
    }
    Event e = events.get(a);
    if (synchronizesAll()) {
      return MemoryOrder.ACQUIRE_RELEASE;
    }
    if (model == Model.RELAXED || model == Model.PSO) {
      return e.isLibrary() ? e.order() : MemoryOrder.RELAXED;
    }
    return e.order();
  }

  private boolean releases(int a) {
    return switch (order(a)) {
      case RELEASE, ACQUIRE_RELEASE, SEQUENTIALLY_CONSISTENT -> true;
      default -> false;
    };
  }

  private boolean acquires(int a) {
    return switch (order(a)) {
      case ACQUIRE, ACQUIRE_RELEASE, SEQUENTIALLY_CONSISTENT -> true;
      default -> false;
    };
  }

  private boolean isSequential(int a) {
    return a < events.size()
        && events.get(a).order() == MemoryOrder.SEQUENTIALLY_CONSISTENT
        && events.get(a).joins() < 0;
  }

  private interface Property {
    boolean holds(int a);
  }

  private BitRelation identity(Property property) {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      if (property.holds(a)) {
        result.add(a, a);
      }
    }
    return result;
  }

  private boolean isPlain(int a) {
    return a < events.size() && events.get(a).order() == MemoryOrder.PLAIN;
  }

  private boolean isFence(int a) {
    return a < events.size() && events.get(a).isFence();
  }

  private BitRelation synchronizesWith() {
    BitRelation fences = identity(this::isFence);
    return identity(this::releases)
        .then(fences.then(po).optional())
        .then(identity(a -> writes(a) && !isPlain(a)))
        .then(rf.closure())
        .then(po.then(fences).optional())
        .then(identity(this::acquires));
  }

  // ---- Races --------------------------------------------------------------------------------

  boolean hasRace() {
    for (int a = 0; a < events.size(); a++) {
      for (int b = 0; b < a; b++) {
        boolean conflict =
            sameLocation.contains(a, b) && (writes(a) || writes(b)) && (isPlain(a) || isPlain(b));
        if (conflict && !hb.contains(a, b) && !hb.contains(b, a)) {
          return true;
        }
      }
    }
    return false;
  }

  // ---- Modification orders ------------------------------------------------------------------

  /** A modification order: of each location, its writes in order. */
  record Order(String name, Map<Long, List<Integer>> writes) {
    /** The last write to an address, or -1. */
    int last(long address) {
      List<Integer> order = writes.getOrDefault(address, List.of());
      return order.isEmpty() ? -1 : order.get(order.size() - 1);
    }
  }

  /** Whether the execution is consistent with some modification order. */
  boolean isConsistent() {
    return !orders(1).isEmpty();
  }

  /** All modification orders with which the execution is consistent. */
  List<Order> orders() {
    return orders(Integer.MAX_VALUE);
  }

  private List<Order> orders(int limit) {
    List<Order> result = new ArrayList<>();
    List<List<Integer>> writes = new ArrayList<>();
    for (long address : new TreeMap<>(cells).keySet()) {
      List<Integer> ofCell = new ArrayList<>();
      for (int a = 0; a < events.size(); a++) {
        if (writes(a) && events.get(a).address() == address) {
          ofCell.add(a);
        }
      }
      writes.add(ofCell);
    }
    if (model == Model.WRA) {
      if (isWeaklyConsistent()) {
        result.add(new Order("", Map.of()));
      }
      return result;
    }
    permute(writes, 0, new ArrayList<>(), result, limit);
    return result;
  }

  private void permute(
      List<List<Integer>> rest,
      int cell,
      List<List<Integer>> chosen,
      List<Order> result,
      int limit) {
    if (result.size() >= limit) {
      return;
    }
    if (cell == rest.size()) {
      if (isConsistent(modificationOrder(chosen))) {
        Map<Long, List<Integer>> writes = new TreeMap<>();
        chosen.stream()
            .filter(order -> !order.isEmpty())
            .forEach(order -> writes.put(events.get(order.get(0)).address(), order));
        result.add(new Order(name(chosen), writes));
      }
      return;
    }
    permutations(
        rest.get(cell),
        new ArrayList<>(),
        order -> {
          List<List<Integer>> more = new ArrayList<>(chosen);
          more.add(order);
          permute(rest, cell + 1, more, result, limit);
        });
  }

  private void permutations(
      List<Integer> rest, List<Integer> chosen, Consumer<List<Integer>> consumer) {
    if (rest.isEmpty()) {
      consumer.accept(List.copyOf(chosen));
      return;
    }
    for (int i = 0; i < rest.size(); i++) {
      int w = rest.get(i);
      // What happens before another write cannot come behind it.
      boolean isFirst = rest.stream().noneMatch(other -> other != w && hb.contains(other, w));
      if (isFirst) {
        List<Integer> fewer = new ArrayList<>(rest);
        fewer.remove(i);
        List<Integer> more = new ArrayList<>(chosen);
        more.add(w);
        permutations(fewer, more, consumer);
      }
    }
  }

  private BitRelation modificationOrder(List<List<Integer>> orders) {
    BitRelation mo = new BitRelation(size);
    for (List<Integer> order : orders) {
      for (int i = 0; i < order.size(); i++) {
        mo.add(cells.get(events.get(order.get(i)).address()), order.get(i));
        for (int j = i + 1; j < order.size(); j++) {
          mo.add(order.get(i), order.get(j));
        }
      }
    }
    return mo;
  }

  private String name(List<List<Integer>> orders) {
    StringBuilder name = new StringBuilder();
    for (List<Integer> order : orders) {
      if (!order.isEmpty()) {
        name.append('[');
        order.forEach(w -> name.append(GraphOracle.name(events, w)).append(' '));
        name.append(']');
      }
    }
    return name.toString();
  }

  // ---- Axioms -------------------------------------------------------------------------------

  private boolean isWeaklyConsistent() {
    for (int a = 0; a < events.size(); a++) {
      for (int b = 0; b < a; b++) {
        if (isRmw(a) && isRmw(b) && source(a) == source(b)) {
          return false;
        }
      }
    }
    BitRelation hbToWrite = hb.then(identity(this::writes));
    for (int r = 0; r < events.size(); r++) {
      for (int w = 0; reads(r) && w < size; w++) {
        if (sameLocation.contains(w, r) && hbToWrite.contains(source(r), w) && hb.contains(w, r)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isConsistent(BitRelation mo) {
    BitRelation fr = rf.inverse().then(mo).withoutIdentity();
    BitRelation eco = rf.union(mo).union(fr).closure();
    if (!fr.isIrreflexiveThen(mo) || !eco.isIrreflexive()) {
      return false;
    }
    BitRelation coherenceOrder = model == Model.TSO || model == Model.SC ? po : hb;
    if (!coherenceOrder.isIrreflexiveThen(eco.optional())) {
      return false;
    }
    return switch (model) {
      case SC -> po.union(rf).union(mo).union(fr).isAcyclic();
      case TSO, PSO -> preserved().union(external(rf)).union(mo).union(fr).isAcyclic();
      case SRA -> hb.union(mo).isAcyclic();
      case RC11, RC20 -> partialSc(mo, fr, eco).isAcyclic();
      default -> true;
    };
  }

  private BitRelation external(BitRelation relation) {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        boolean isInternal =
            a < events.size()
                && b < events.size()
                && events.get(a).thread() == events.get(b).thread();
        if (relation.contains(a, b) && !isInternal) {
          result.add(a, b);
        }
      }
    }
    return result;
  }

  /** An event after which, and before which, the store buffers are empty. */
  private boolean drains(int a) {
    return isRmw(a)
        || (a < events.size() && ((isFence(a) && isSequential(a)) || events.get(a).joins() >= 0));
  }

  /** po as far as store buffers keep it. */
  private BitRelation preserved() {
    BitRelation result = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < events.size(); b++) {
        if (!po.contains(a, b)) {
          continue;
        }
        boolean isDelayed =
            a < events.size() && writes(a) && !reads(a) && delays(b) && !isDrained(a, b);
        boolean otherThread =
            a >= events.size() || events.get(a).thread() != events.get(b).thread();
        if (otherThread || !isDelayed) {
          result.add(a, b);
        }
      }
    }
    return result;
  }

  private boolean delays(int b) {
    if (drains(b)) {
      return false;
    }
    return isFence(b) || !writes(b) || model == Model.PSO;
  }

  /** Whether a write has left its buffer before b, because something in between waits for that. */
  private boolean isDrained(int a, int b) {
    if (isSequential(a)) {
      return true;
    }
    for (int c = 0; c < events.size(); c++) {
      boolean between = po.contains(a, c) && po.contains(c, b);
      boolean drains = drains(c) || (writes(c) && isSequential(c));
      if (between && drains) {
        return true;
      }
    }
    return false;
  }

  private BitRelation partialSc(BitRelation mo, BitRelation fr, BitRelation eco) {
    BitRelation differs = new BitRelation(size);
    BitRelation hbSame = new BitRelation(size);
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        if (po.contains(a, b) && !sameLocation.contains(a, b)) {
          differs.add(a, b);
        }
        if (hb.contains(a, b) && sameLocation.contains(a, b)) {
          hbSame.add(a, b);
        }
      }
    }
    BitRelation scb = po.union(differs.then(hb).then(differs)).union(hbSame).union(mo).union(fr);
    BitRelation accesses = identity(a -> isSequential(a) && !isFence(a));
    BitRelation fences = identity(a -> isSequential(a) && isFence(a));
    BitRelation left = accesses.union(fences.then(hb.optional()));
    BitRelation right = accesses.union(hb.optional().then(fences));
    BitRelation base = left.then(scb).then(right);
    BitRelation ofFences = fences.then(hb.union(hb.then(eco).then(hb))).then(fences);
    return base.union(ofFences);
  }
}
