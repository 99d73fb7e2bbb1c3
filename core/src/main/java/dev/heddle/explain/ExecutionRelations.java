package dev.heddle.explain;

import dev.heddle.machine.ExecutionView;
import dev.heddle.verdict.Weakness.Relation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The relations of an execution graph: po with the starts and ends of threads, rf, mo and fr.
 * Events are known by their places. An interleaving is an order of the events that contains all
 * four, so that there is one if and only if they have no cycle together, for some mo.
 */
final class ExecutionRelations {
  private static final Relation[] COMMUNICATION = {
    Relation.READS_FROM, Relation.FROM_READ, Relation.MODIFICATION_ORDER
  };

  /** One event comes right before another. */
  record Edge(int from, int to, Relation relation) {}

  private final ExecutionView execution;
  private final int length;
  private final List<List<Edge>> successors = new ArrayList<>();

  /** The writes that come after a write in mo, by places. */
  private final BitSet[] overwriters;

  /**
   * @param isTotal whether writes of which nothing is known follow each other as they are placed
   */
  ExecutionRelations(ExecutionView execution, boolean isTotal) {
    this.execution = execution;
    this.length = execution.length();
    this.overwriters = new BitSet[length];
    for (int place = 0; place < length; place++) {
      successors.add(new ArrayList<>());
    }
    addProgramOrder();
    orderWrites(isTotal);
    addCommunication();
  }

  List<Edge> successors(int place) {
    return successors.get(place);
  }

  // ---- po -----------------------------------------------------------------------------------

  private void addProgramOrder() {
    int[] last = new int[execution.threads()];
    Arrays.fill(last, -1);
    for (int place = 0; place < length; place++) {
      int event = execution.event(place);
      int t = execution.thread(event);
      int before = last[t] >= 0 ? last[t] : placeOf(execution.spawnedBy(t));
      add(before, place, Relation.PROGRAM_ORDER);
      int joined = execution.joinedBy(event);
      if (joined >= 0) {
        add(last[joined], place, Relation.PROGRAM_ORDER);
      }
      last[t] = place;
    }
  }

  private int placeOf(int event) {
    return event < 0 ? -1 : execution.place(event);
  }

  private void add(int from, int to, Relation relation) {
    if (from >= 0 && from != to) {
      successors.get(from).add(new Edge(from, to, relation));
    }
  }

  // ---- mo -----------------------------------------------------------------------------------

  private void orderWrites(boolean isTotal) {
    for (int a = 0; a < length; a++) {
      overwriters[a] = new BitSet();
      for (int b = 0; b < length; b++) {
        if (a != b && areWritesToOnePlace(a, b) && comesBefore(a, b)) {
          overwriters[a].set(b);
        }
      }
    }
    if (isTotal) {
      for (int b = 0; b < length; b++) {
        for (int a = 0; a < b; a++) {
          if (areWritesToOnePlace(a, b) && !overwriters[a].get(b) && !overwriters[b].get(a)) {
            orderChains(a, b);
          }
        }
      }
    }
  }

  private boolean areWritesToOnePlace(int a, int b) {
    int first = execution.event(a);
    int second = execution.event(b);
    return execution.writes(first) && execution.writes(second) && execution.overlap(first, second);
  }

  private boolean comesBefore(int a, int b) {
    return execution.comesBefore(execution.event(a), execution.event(b));
  }

  /** Lets a, with the read-modify-writes that hang together with it, come before b with its own. */
  private void orderChains(int a, int b) {
    BitSet first = chain(a);
    BitSet second = chain(b);
    if (first.intersects(second)) {
      return;
    }
    BitSet before = (BitSet) first.clone();
    for (int place = 0; place < length; place++) {
      if (overwriters[place].intersects(first)) {
        before.set(place);
      }
    }
    BitSet behind = (BitSet) second.clone();
    second.stream().forEach(place -> behind.or(overwriters[place]));
    before.stream().forEach(place -> overwriters[place].or(behind));
  }

  private BitSet chain(int place) {
    BitSet chain = new BitSet();
    int root = place;
    for (int source = updated(root); source >= 0; source = updated(root)) {
      root = source;
    }
    chain.set(root);
    for (int p = root + 1; p < length; p++) {
      int source = updated(p);
      if (source >= 0 && chain.get(source)) {
        chain.set(p);
      }
    }
    return chain;
  }

  /** The place of the write that a read-modify-write reads from, or -1. */
  private int updated(int place) {
    int event = execution.event(place);
    return execution.writes(event) && execution.source(event) != ExecutionView.NOTHING
        ? placeOf(execution.source(event))
        : -1;
  }

  // ---- rf, mo, fr ---------------------------------------------------------------------------

  private void addCommunication() {
    for (int place = 0; place < length; place++) {
      int source = execution.source(execution.event(place));
      if (source != ExecutionView.NOTHING) {
        add(placeOf(source), place, Relation.READS_FROM);
        addFromReads(place, source);
      }
      for (int later : overwriters[place].stream().toArray()) {
        add(place, later, Relation.MODIFICATION_ORDER);
      }
    }
  }

  private void addFromReads(int read, int source) {
    for (int write = 0; write < length; write++) {
      if (write != read && overwrites(write, read, source)) {
        add(read, write, Relation.FROM_READ);
      }
    }
  }

  private boolean overwrites(int write, int read, int source) {
    int event = execution.event(write);
    if (!execution.writes(event) || !execution.overlap(event, execution.event(read))) {
      return false;
    }
    return source < 0 || overwriters[placeOf(source)].get(write);
  }

  /** The latest write in front of a read that it did not see, or -1. */
  int unseen(int read) {
    int source = execution.source(execution.event(read));
    int unseen = -1;
    for (int write = 0; write < read && source != ExecutionView.NOTHING; write++) {
      boolean isNewer = unseen < 0 || !overwriters[write].get(unseen);
      if (overwrites(write, read, source) && isNewer) {
        unseen = write;
      }
    }
    return unseen;
  }

  // ---- Orders and cycles --------------------------------------------------------------------

  /** Whether the relations have a cycle. */
  boolean isCyclic() {
    int[] missing = new int[length];
    successors.forEach(edges -> edges.forEach(edge -> missing[edge.to()]++));
    Deque<Integer> free = new ArrayDeque<>();
    for (int place = 0; place < length; place++) {
      if (missing[place] == 0) {
        free.add(place);
      }
    }
    int seen = 0;
    while (!free.isEmpty()) {
      seen++;
      for (Edge edge : successors(free.remove())) {
        if (--missing[edge.to()] == 0) {
          free.add(edge.to());
        }
      }
    }
    return seen < length;
  }

  /**
   * A cycle with as few edges that are not of po as possible, po in one edge where it follows
   * itself; empty if there is none.
   */
  List<Edge> shortestCycle() {
    List<Edge> best = List.of();
    int fewest = Integer.MAX_VALUE;
    for (Relation relation : COMMUNICATION) {
      for (int from = 0; from < length; from++) {
        for (Edge edge : successors(from)) {
          if (edge.relation() == relation) {
            List<Edge> cycle = shortestThrough(edge, fewest);
            if (!cycle.isEmpty()) {
              best = cycle;
              fewest = communications(cycle);
            }
          }
        }
      }
    }
    return startingEarly(best);
  }

  private static int communications(List<Edge> edges) {
    return (int) edges.stream().filter(edge -> edge.relation() != Relation.PROGRAM_ORDER).count();
  }

  /** A cycle of an edge and a shortest way back, if it has fewer than so many communications. */
  private List<Edge> shortestThrough(Edge edge, int fewer) {
    Edge[] by = new Edge[length];
    int[] cost = new int[length];
    Arrays.fill(cost, Integer.MAX_VALUE);
    Deque<Integer> next = new ArrayDeque<>();
    cost[edge.to()] = 1;
    next.add(edge.to());
    while (!next.isEmpty()) {
      int place = next.removeFirst();
      if (place == edge.from()) {
        break;
      }
      for (Edge step : successors(place)) {
        boolean isFree = step.relation() == Relation.PROGRAM_ORDER;
        int total = cost[place] + (isFree ? 0 : 1);
        if (total < Math.min(cost[step.to()], fewer)) {
          cost[step.to()] = total;
          by[step.to()] = step;
          if (isFree) {
            next.addFirst(step.to());
          } else {
            next.addLast(step.to());
          }
        }
      }
    }
    return cost[edge.from()] == Integer.MAX_VALUE ? List.of() : cycle(edge, by);
  }

  private static List<Edge> cycle(Edge edge, Edge[] by) {
    List<Edge> back = new ArrayList<>();
    for (int place = edge.from(); place != edge.to(); place = back.get(0).from()) {
      back.add(0, by[place]);
    }
    List<Edge> cycle = new ArrayList<>(List.of(edge));
    for (Edge step : back) {
      Edge last = cycle.get(cycle.size() - 1);
      if (step.relation() == Relation.PROGRAM_ORDER && last.relation() == step.relation()) {
        cycle.set(cycle.size() - 1, new Edge(last.from(), step.to(), step.relation()));
      } else {
        cycle.add(step);
      }
    }
    return cycle;
  }

  private static List<Edge> startingEarly(List<Edge> cycle) {
    int start = 0;
    for (int i = 0; i < cycle.size(); i++) {
      start = cycle.get(i).from() < cycle.get(start).from() ? i : start;
    }
    List<Edge> turned = new ArrayList<>(cycle.subList(start, cycle.size()));
    turned.addAll(cycle.subList(0, start));
    return turned;
  }
}
