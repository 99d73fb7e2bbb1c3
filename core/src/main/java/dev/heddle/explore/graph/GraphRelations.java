package dev.heddle.explore.graph;

import dev.heddle.machine.OperationKind;
import dev.heddle.machine.Orders;
import dev.heddle.machine.ThreadNode;
import dev.heddle.model.axiomatic.BitMatrix;
import dev.heddle.model.axiomatic.CandidateExecution;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import dev.heddle.model.axiomatic.CandidateExecution.Kind;
import dev.heddle.program.MemoryOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An execution graph as a model in a file sees it, as if it were one of a litmus test in C: an
 * initial write for each cell, a read and a write for each update, fences. Joining a thread is a
 * fence of its own kind; po leads from what comes before the start of a thread into it, and from it
 * to what comes after its end.
 */
final class GraphRelations {
  private final EventGraph graph;

  /** By event of the graph: the number of its read, and of its write or fence; or -1. */
  private final int[] read;

  private final int[] other;

  /** By cell: the number of its initial write, or -1. */
  private final int[] initial;

  private final List<Integer> thread = new ArrayList<>();
  private final List<Kind> kind = new ArrayList<>();
  private final CandidateExecution execution;

  private GraphRelations(EventGraph graph) {
    this.graph = graph;
    read = new int[graph.length];
    other = new int[graph.length];
    initial = new int[graph.cells.size()];
    for (int c = 0; c < initial.length; c++) {
      Cell cell = graph.cells.get(c);
      boolean isUsed = cell.slots > 1 || cell.readCount > 0;
      initial[c] = isUsed ? add(CandidateExecution.NO_THREAD, Kind.INITIAL_WRITE) : -1;
    }
    for (int e = 0; e < graph.length; e++) {
      boolean reads = graph.reads(e);
      boolean writes = graph.writes(e);
      boolean isFence = graph.isFence(e) || isJoin(e);
      read[e] = reads ? add(graph.thread(e), Kind.READ) : -1;
      other[e] =
          writes
              ? add(graph.thread(e), Kind.WRITE)
              : isFence ? add(graph.thread(e), Kind.FENCE) : -1;
    }
    int[] instances = new int[thread.size()];
    for (int i = 0; i < instances.length; i++) {
      instances[i] = i;
    }
    execution =
        new CandidateExecution(
            thread.stream().mapToInt(t -> t).toArray(), instances, kind.toArray(Kind[]::new));
  }

  static CandidateExecution of(EventGraph graph) {
    GraphRelations relations = new GraphRelations(graph);
    relations.addProgramOrder();
    for (int e = 0; e < graph.length; e++) {
      relations.tag(e);
    }
    for (int c = 0; c < graph.cells.size(); c++) {
      relations.addCommunication(graph.cells.get(c));
    }
    for (int i = 0; i < relations.thread.size(); i++) {
      relations.execution.relation(Base.SAME_INSTRUCTION).add(i, i);
    }
    return relations.execution;
  }

  private int add(int ofThread, Kind ofKind) {
    thread.add(ofThread);
    kind.add(ofKind);
    return thread.size() - 1;
  }

  private boolean isJoin(int e) {
    return graph.before(e).kind() == OperationKind.JOIN;
  }

  // ---- Program order ------------------------------------------------------------------------

  private void addProgramOrder() {
    BitMatrix po = execution.relation(Base.PO);
    BitSet[] before = new BitSet[graph.length];
    for (int e = 0; e < graph.length; e++) {
      before[e] = new BitSet();
      int previous = graph.previous(e);
      addPast(before, e, previous >= 0 ? previous : graph.spawnedBy(graph.thread(e)));
      int joined = graph.joinedBy(e);
      if (joined >= 0) {
        int last = graph.last(joined);
        addPast(before, e, last >= 0 ? last : graph.spawnedBy(joined));
      }
      for (int a = before[e].nextSetBit(0); a >= 0; a = before[e].nextSetBit(a + 1)) {
        addPair(po, read[a], read[e]);
        addPair(po, read[a], other[e]);
        addPair(po, other[a], read[e]);
        addPair(po, other[a], other[e]);
      }
      addPair(po, read[e], other[e]);
    }
  }

  private static void addPast(BitSet[] before, int e, int a) {
    if (a >= 0) {
      before[e].or(before[a]);
      before[e].set(a);
    }
  }

  private static void addPair(BitMatrix relation, int a, int b) {
    if (a >= 0 && b >= 0) {
      relation.add(a, b);
    }
  }

  // ---- Communication ------------------------------------------------------------------------

  private void addCommunication(Cell cell) {
    List<Integer> accesses = new ArrayList<>();
    for (int s = 0; s < cell.slots; s++) {
      accesses.add(write(cell, s));
    }
    BitMatrix rf = execution.relation(Base.RF);
    BitMatrix fr = execution.relation(Base.FR);
    for (int i = 0; i < cell.readCount; i++) {
      int r = cell.read(i);
      int source = graph.sourceSlot(r);
      accesses.add(read[r]);
      rf.add(write(cell, source), read[r]);
      for (int s = 1; s < cell.slots; s++) {
        if (graph.hasOrders() && cell.isBefore(source, s) && !cell.isShadow(s)) {
          fr.add(read[r], write(cell, s));
        }
      }
      addPair(execution.relation(Base.AMO), read[r], other[r]);
    }
    for (int b = 1; b < cell.slots && graph.hasOrders(); b++) {
      for (int a = 0; a < cell.slots; a++) {
        if (a == Cell.INITIAL ? cell.isBefore(a, b) : graph.sizes.isBefore(cell, a, b)) {
          execution.relation(Base.CO).add(write(cell, a), write(cell, b));
        }
      }
    }
    for (int a : accesses) {
      for (int b : accesses) {
        addPair(execution.relation(Base.LOC), a, b);
      }
    }
  }

  private int write(Cell cell, int slot) {
    return slot == Cell.INITIAL ? initial[cell.number] : other[cell.event(slot)];
  }

  // ---- Sets ---------------------------------------------------------------------------------

  private void tag(int e) {
    ThreadNode node = graph.before(e);
    byte orders = node.orders();
    if (isJoin(e)) {
      execution.tag(other[e], Set.of("Join"));
    } else if (graph.isFence(e)) {
      execution.tag(other[e], Set.of(name(Orders.order(orders))));
    } else if (read[e] >= 0 && other[e] >= 0) {
      MemoryOrder order = Orders.order(orders);
      execution.tag(read[e], tags(orders, ofRead(order), true));
      execution.tag(other[e], tags(orders, ofWrite(order), true));
    } else if (read[e] >= 0) {
      execution.tag(read[e], tags(orders, Orders.failureOrder(orders), false));
    } else if (other[e] >= 0) {
      execution.tag(other[e], tags(orders, Orders.order(orders), false));
    }
  }

  private static Set<String> tags(byte orders, MemoryOrder order, boolean isUpdate) {
    if (order == MemoryOrder.PLAIN) {
      return Set.of("NA", "Plain");
    }
    Set<String> tags = new TreeSet<>(List.of("A", name(order)));
    if (isUpdate) {
      tags.add("RMW");
    }
    if (Orders.isOfLibrary(orders)) {
      tags.add("Library");
    }
    return tags;
  }

  private static MemoryOrder ofRead(MemoryOrder order) {
    return switch (order) {
      case RELEASE -> MemoryOrder.RELAXED;
      case ACQUIRE_RELEASE -> MemoryOrder.ACQUIRE;
      default -> order;
    };
  }

  private static MemoryOrder ofWrite(MemoryOrder order) {
    return switch (order) {
      case ACQUIRE -> MemoryOrder.RELAXED;
      case ACQUIRE_RELEASE -> MemoryOrder.RELEASE;
      default -> order;
    };
  }

  private static String name(MemoryOrder order) {
    return switch (order) {
      case PLAIN -> "NA";
      case RELAXED -> "RLX";
      case ACQUIRE -> "ACQ";
      case RELEASE -> "REL";
      case ACQUIRE_RELEASE -> "ACQ_REL";
      case SEQUENTIALLY_CONSISTENT -> "SC";
    };
  }
}
