package dev.heddle.model.axiomatic;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A recorded execution as a candidate. A read-modify-write becomes two events. An SC fence becomes
 * a fence and a read-modify-write of a location that all of them share, which is what the order
 * recorded for them means.
 */
public final class TraceCandidate {
  private record Item(
      int thread, CandidateExecution.Kind kind, Set<String> tags, int cell, int origin) {}

  private final ExecutionGraph graph;
  private final List<Item> items = new ArrayList<>();
  private final int[] firstOf;
  private final int[] lastOf;

  private TraceCandidate(ExecutionGraph graph) {
    this.graph = graph;
    firstOf = new int[graph.events()];
    lastOf = new int[graph.events()];
    int locations = graph.locations();
    for (int x = 0; x <= locations; x++) {
      items.add(
          new Item(
              CandidateExecution.NO_THREAD,
              CandidateExecution.Kind.INITIAL_WRITE,
              Set.of(),
              x,
              -1));
    }
    for (int e = 0; e < graph.events(); e++) {
      firstOf[e] = items.size();
      addEvent(e, locations);
      lastOf[e] = items.size() - 1;
    }
  }

  /** Whether some coherence order makes the execution one that the model allows. */
  public static boolean isAllowed(ExecutionGraph graph, AxiomaticModel model) {
    return new TraceCandidate(graph).isAllowed(model);
  }

  private void addEvent(int e, int fences) {
    int label = graph.label(e);
    int thread = graph.thread(e);
    if (graph.isFence(e)) {
      items.add(new Item(thread, CandidateExecution.Kind.FENCE, fenceTags(label), -1, e));
      if (isScFence(e)) {
        items.add(new Item(thread, CandidateExecution.Kind.READ, Set.of("A", "ACQ"), fences, e));
        items.add(new Item(thread, CandidateExecution.Kind.WRITE, Set.of("A", "REL"), fences, e));
      }
      return;
    }
    if (graph.reads(e)) {
      Set<String> tags = Set.of("A", EventLabel.acquires(label) ? "ACQ" : "RLX");
      items.add(new Item(thread, CandidateExecution.Kind.READ, tags, graph.location(e), e));
    }
    if (graph.writes(e)) {
      Set<String> tags = Set.of("A", EventLabel.releases(label) ? "REL" : "RLX");
      items.add(new Item(thread, CandidateExecution.Kind.WRITE, tags, graph.location(e), e));
    }
  }

  private boolean isScFence(int e) {
    return graph.isFence(e)
        && (graph.label(e) & EventLabel.SEQUENTIALLY_CONSISTENT)
            == EventLabel.SEQUENTIALLY_CONSISTENT;
  }

  private static Set<String> fenceTags(int label) {
    Set<String> tags = new TreeSet<>();
    if (EventLabel.acquires(label)) {
      tags.add("ACQ");
    }
    if (EventLabel.releases(label)) {
      tags.add("REL");
    }
    return tags;
  }

  private boolean isAllowed(AxiomaticModel model) {
    int size = items.size();
    CandidateExecution execution =
        new CandidateExecution(
            items.stream().mapToInt(Item::thread).toArray(),
            new int[size],
            items.stream().map(Item::kind).toArray(CandidateExecution.Kind[]::new));
    int[] cells = items.stream().mapToInt(Item::cell).toArray();
    for (int i = 0; i < size; i++) {
      execution.tag(i, items.get(i).tags());
      execution.relation(Base.SAME_INSTRUCTION).add(i, i);
      for (int j = 0; j < size; j++) {
        if (isPo(i, j)) {
          execution.relation(Base.PO).add(i, j);
        }
        if (cells[i] >= 0 && cells[i] == cells[j]) {
          execution.relation(Base.LOC).add(i, j);
        }
      }
    }
    for (int i = 0; i < graph.orderEdges(); i++) {
      execution.relation(Base.PO).add(lastOf[graph.orderFrom(i)], firstOf[graph.orderTo(i)]);
    }
    execution.relation(Base.PO).closure(execution.relation(Base.PO));
    int[] source = new int[size];
    Arrays.fill(source, -1);
    for (int i = 0; i < size; i++) {
      Item item = items.get(i);
      if (item.kind() == CandidateExecution.Kind.READ) {
        int from = graph.source(item.origin());
        source[i] = from == ExecutionGraph.INITIAL ? item.cell() : lastOf[from];
        execution.relation(Base.RF).add(source[i], i);
        if (i + 1 < size
            && items.get(i + 1).origin() == item.origin()
            && items.get(i + 1).kind() == CandidateExecution.Kind.WRITE) {
          execution.relation(Base.AMO).add(i, i + 1);
        }
      }
    }
    boolean[] found = new boolean[1];
    new CoherenceOrders(
            execution,
            model.judge(execution),
            model.isCoherent(),
            cells,
            graph.locations() + 1,
            source,
            () -> false,
            () -> found[0] = true)
        .tryAll();
    return found[0];
  }

  private boolean isPo(int i, int j) {
    Item a = items.get(i);
    Item b = items.get(j);
    if (a.thread() == CandidateExecution.NO_THREAD || a.thread() != b.thread() || i == j) {
      return false;
    }
    return a.origin() == b.origin()
        ? i < j
        : graph.recordedIndex(a.origin()) < graph.recordedIndex(b.origin());
  }
}
