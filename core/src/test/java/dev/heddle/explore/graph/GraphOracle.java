package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.MemoryOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * All executions of a small program under a model, by brute force: events are added in every order,
 * reads with every source, and each graph is checked against the axioms with every modification
 * order. Knows nothing of how the explorer works.
 */
final class GraphOracle {
  /** An event; {@code source} is an event, or -1 for the initial value. */
  record Event(
      int thread,
      int index,
      boolean reads,
      boolean writes,
      boolean isFence,
      MemoryOrder order,
      boolean isLibrary,
      long address,
      int source,
      long written,
      int alternative,
      int joins,
      ThreadNode before) {}

  private final ValueDrivenThreads threads;
  private final GraphAxioms.Model model;
  private final OperationSemantics semantics = new OperationSemantics(node -> 0);

  /** Graphs that were looked at, consistent or not. */
  private final Set<String> seen = new HashSet<>();

  /** Reads-from classes of maximal executions, and the same with modification order. */
  final Set<String> classes = new TreeSet<>();

  final Set<String> graphs = new TreeSet<>();
  boolean hasRace;
  private int states;

  GraphOracle(Code code, GraphAxioms.Model model) {
    this.threads = new ValueDrivenThreads(code);
    this.model = model;
  }

  /** False if the program is too large. */
  boolean run(int maxStates) {
    List<ThreadNode> current = new ArrayList<>();
    for (int t = 0; t < threads.threads(); t++) {
      current.add(threads.initial(t));
    }
    return explore(new ArrayList<>(), current, maxStates);
  }

  private boolean explore(List<Event> events, List<ThreadNode> current, int maxStates) {
    if (++states > maxStates) {
      return false;
    }
    boolean[] fits = {true};
    for (int t = 0; t < current.size(); t++) {
      ThreadNode node = current.get(t);
      if (node == null || node.status() != Status.READY) {
        continue;
      }
      int thread = t;
      extensions(
          events,
          current,
          thread,
          node,
          extended -> {
            if (!seen.add(key(extended, current))) {
              return;
            }
            GraphAxioms axioms = new GraphAxioms(extended, model);
            if (!axioms.isConsistent()) {
              return;
            }
            hasRace |= axioms.hasRace();
            Event last = extended.get(extended.size() - 1);
            List<ThreadNode> after = new ArrayList<>(current);
            after.set(thread, threads.next(thread, node, observed(extended, last), 0));
            fits[0] &= explore(extended, after, maxStates);
          });
    }
    if (current.stream().noneMatch(this::mustGoOn) && joinsWait(current)) {
      GraphAxioms axioms = new GraphAxioms(events, model);
      String key = key(events, current);
      for (GraphAxioms.Order order : axioms.orders()) {
        if (allWait(events, current, order)) {
          classes.add(key);
          graphs.add(key + order.name());
        }
      }
    }
    return fits[0];
  }

  private boolean mustGoOn(ThreadNode node) {
    return node != null
        && node.status() == Status.READY
        && node.kind() != OperationKind.JOIN
        && !OperationSemantics.mayWait(node);
  }

  private boolean joinsWait(List<ThreadNode> current) {
    return current.stream()
        .filter(node -> node != null && node.kind() == OperationKind.JOIN)
        .noneMatch(node -> current.get((int) node.address() - 1).status() == Status.FINISHED);
  }

  /** Whether nobody who waits could go on with the last write to its location. */
  private boolean allWait(List<Event> events, List<ThreadNode> current, GraphAxioms.Order order) {
    for (int t = 0; t < current.size(); t++) {
      ThreadNode node = current.get(t);
      if (node != null
          && node.status() == Status.READY
          && OperationSemantics.mayWait(node)
          && canGoOn(events, t, node, order)) {
        return false;
      }
    }
    return true;
  }

  private boolean canGoOn(List<Event> events, int t, ThreadNode node, GraphAxioms.Order order) {
    long address = threads.locate(node);
    if (model == GraphAxioms.Model.WRA) {
      // There is no last write: any that can be read will do.
      boolean[] can = {false};
      accesses(
          events,
          t,
          count(events, t),
          node,
          extended -> can[0] |= !new GraphAxioms(extended, model).orders().isEmpty());
      return can[0];
    }
    return semantics.isPossible(
        node, t, content(events, order.last(address), address, node.bytes()));
  }

  private static int count(List<Event> events, int t) {
    return (int) events.stream().filter(e -> e.thread == t).count();
  }

  private long observed(List<Event> events, Event e) {
    ThreadNode node = e.before;
    if (node.kind() == OperationKind.JOIN) {
      return 0;
    }
    if (!e.reads) {
      return node.kind() == OperationKind.CHOOSE ? node.operand() + e.alternative : 0;
    }
    return semantics.observed(node, e.thread, content(events, e.source, e.address, node.bytes()));
  }

  private long content(List<Event> events, int source, long address, int bytes) {
    return source < 0
        ? threads.initialContent(address, bytes)
        : events.get(source).written & (bytes == 8 ? -1L : (1L << (8 * bytes)) - 1);
  }

  private void extensions(
      List<Event> events,
      List<ThreadNode> current,
      int t,
      ThreadNode node,
      Consumer<List<Event>> extended) {
    int index = count(events, t);
    MemoryOrder order = Orders.order(node.orders());
    boolean library = Orders.isOfLibrary(node.orders());
    switch (node.kind()) {
      case FENCE ->
          extended.accept(
              with(
                  events,
                  new Event(t, index, false, false, true, order, library, -1, -2, 0, 0, -1, node)));
      case JOIN -> {
        int target = (int) node.address() - 1;
        if (current.get(target).status() == Status.FINISHED) {
          extended.accept(
              with(
                  events,
                  new Event(
                      t, index, false, false, false, order, library, -1, -2, 0, 0, target, node)));
        }
      }
      default -> accesses(events, t, index, node, extended);
    }
  }

  private void accesses(
      List<Event> events, int t, int index, ThreadNode node, Consumer<List<Event>> extended) {
    long address = threads.locate(node);
    boolean library =
        Orders.isOfLibrary(node.orders())
            || node.kind() == OperationKind.LOCK
            || node.kind() == OperationKind.UNLOCK
            || node.kind() == OperationKind.TRY_LOCK;
    if (!OperationSemantics.reads(node)) {
      extended.accept(
          with(
              events,
              new Event(
                  t,
                  index,
                  false,
                  true,
                  false,
                  Orders.order(node.orders()),
                  library,
                  address,
                  -2,
                  node.operand(),
                  0,
                  -1,
                  node)));
      return;
    }
    for (int source = -1; source < events.size(); source++) {
      if (source >= 0 && !(events.get(source).writes && events.get(source).address == address)) {
        continue;
      }
      long content = content(events, source, address, node.bytes());
      if (!semantics.isPossible(node, t, content)) {
        continue;
      }
      boolean writes = semantics.writes(node, t, content);
      MemoryOrder order = writes ? Orders.order(node.orders()) : Orders.failureOrder(node.orders());
      for (int a = 0; a < OperationSemantics.alternatives(node, content); a++) {
        long written = writes ? OperationSemantics.written(node, t, content, a) : 0;
        extended.accept(
            with(
                events,
                new Event(
                    t, index, true, writes, false, order, library, address, source, written, a, -1,
                    node)));
      }
    }
  }

  private static List<Event> with(List<Event> events, Event e) {
    List<Event> result = new ArrayList<>(events);
    result.add(e);
    return result;
  }

  /** The class of a graph: for each thread what its events read from. */
  static String key(List<Event> events, List<ThreadNode> current) {
    StringBuilder[] perThread = new StringBuilder[current.size()];
    Arrays.setAll(perThread, t -> new StringBuilder());
    for (Event e : events) {
      perThread[e.thread].append(' ').append(name(events, e.source));
      perThread[e.thread].append(e.alternative > 0 ? "/" + e.alternative : "");
    }
    StringBuilder key = new StringBuilder();
    for (int t = 0; t < perThread.length; t++) {
      key.append(t).append(':').append(perThread[t]).append('\n');
    }
    return key.toString();
  }

  static String name(List<Event> events, int e) {
    return e < 0 ? (e == -1 ? "init" : "-") : events.get(e).thread + "." + events.get(e).index;
  }
}
