package dev.heddle.model;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.IntList;
import dev.heddle.model.Explanation.Edge;
import dev.heddle.model.Explanation.EdgeKind;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Finds the steps of a happens-before pair, with as few changes of thread as possible. Used once a
 * violation has been found, so it may take time linear in the distance of the two events.
 *
 * <p>Searches backwards from the later event through pairs (event, state). State {@code HB} follows
 * po; the other states are the positions inside of a synchronizes-with pair [E⊒REL]; ([F]; po)?;
 * rf⁺; (po; [F])?; [E⊒ACQ], read from right to left.
 */
final class HbPaths {
  private static final int STATES = 4;
  private static final int HB = 0;

  /** Before an acquire fence: a read of this thread is to be found. */
  private static final int FENCED_READ = 1;

  /** At a write whose message the later event received. */
  private static final int MESSAGE = 2;

  /** Before such a write: a release fence of this thread is to be found. */
  private static final int FENCED_WRITE = 3;

  private static final int UNSEEN = -1;
  private static final int START = -2;

  private final ExecutionGraph graph;
  private final Synchronization synchronization;
  private final int[] previous;

  private int lowest;
  private int[] cameFrom;
  private IntList current;
  private IntList later;

  HbPaths(ExecutionGraph graph, Synchronization synchronization) {
    this.graph = graph;
    this.synchronization = synchronization;
    previous = graph.previousInThread();
  }

  /** The steps from one event to another one that it happens before; none if they are the same. */
  List<Edge> between(int from, int to) {
    if (from < 0) {
      return List.of(new Edge(EdgeKind.PO, from, to));
    }
    lowest = from;
    cameFrom = new int[Math.multiplyExact(to - from + 1, STATES)];
    Arrays.fill(cameFrom, UNSEEN);
    current = new IntList();
    later = new IntList();
    reach(current, to, HB, START);
    int goal = node(from, HB);
    while (cameFrom[goal] == UNSEEN) {
      for (int i = 0; i < current.size(); i++) {
        expand(current.get(i));
      }
      if (later.size() == 0 && cameFrom[goal] == UNSEEN) {
        throw new IllegalStateException("the events are not ordered by happens-before");
      }
      current = later;
      later = new IntList();
    }
    List<Edge> steps = steps(goal, to);
    cameFrom = null;
    return steps;
  }

  private int node(int event, int state) {
    return (event - lowest) * STATES + state;
  }

  private void reach(IntList level, int event, int state, int from) {
    if (event >= lowest && cameFrom[node(event, state)] == UNSEEN) {
      cameFrom[node(event, state)] = from;
      level.add(node(event, state));
    }
  }

  private void expand(int node) {
    int e = lowest + node / STATES;
    int label = graph.label(e);
    switch (node % STATES) {
      case HB -> {
        expandProgramOrder(e, node, HB);
        expandAcquire(e, label, node);
      }
      case FENCED_READ -> {
        if (graph.reads(e)) {
          reach(later, graph.source(e), MESSAGE, node);
        }
        expandProgramOrder(e, node, FENCED_READ);
      }
      case MESSAGE -> {
        if (EventLabel.releases(label) || synchronization == Synchronization.ALL) {
          reach(current, e, HB, node);
        }
        if (synchronization == Synchronization.RECORDED) {
          expandProgramOrder(e, node, FENCED_WRITE);
          if (graph.isRmw(e)) {
            reach(later, graph.source(e), MESSAGE, node);
          }
        }
      }
      default -> {
        if (EventLabel.isFence(label) && EventLabel.releases(label)) {
          reach(current, e, HB, node);
        } else {
          expandProgramOrder(e, node, FENCED_WRITE);
        }
      }
    }
  }

  private void expandProgramOrder(int e, int node, int state) {
    reach(current, previous[e], state, node);
    if (graph.hasOrderBefore(e)) {
      for (int i = graph.firstOrderEdge(e); i < graph.orderEdges() && graph.orderTo(i) == e; i++) {
        reach(later, graph.orderFrom(i), state, node);
      }
    }
  }

  private void expandAcquire(int e, int label, int node) {
    if (synchronization == Synchronization.NONE) {
      return;
    }
    boolean acquires =
        synchronization == Synchronization.ALL ? graph.reads(e) : EventLabel.acquires(label);
    if (acquires && graph.reads(e)) {
      reach(later, graph.source(e), MESSAGE, node);
    } else if (acquires) {
      expandProgramOrder(e, node, FENCED_READ);
    }
  }

  /** Joins what the search passed through into po, rf and sw steps. */
  private List<Edge> steps(int goal, int to) {
    Deque<Integer> events = new ArrayDeque<>();
    for (int node = goal; node != START; node = cameFrom[node]) {
      if (node % STATES == HB) {
        events.add(lowest + node / STATES);
      }
    }
    List<Edge> steps = new ArrayList<>();
    int at = events.remove();
    while (at != to) {
      int next = events.remove();
      EdgeKind kind = kind(at, next);
      while (kind == EdgeKind.PO
          && !events.isEmpty()
          && kind(next, events.element()) == EdgeKind.PO) {
        next = events.remove();
      }
      steps.add(new Edge(kind, at, next));
      at = next;
    }
    return steps;
  }

  private EdgeKind kind(int from, int to) {
    if (previous[to] == from) {
      return EdgeKind.PO;
    }
    if (synchronization == Synchronization.ALL && graph.source(to) == from) {
      return EdgeKind.RF;
    }
    for (int i = graph.firstOrderEdge(to); i < graph.orderEdges() && graph.orderTo(i) == to; i++) {
      if (graph.orderFrom(i) == from) {
        return EdgeKind.PO;
      }
    }
    return EdgeKind.SW;
  }
}
