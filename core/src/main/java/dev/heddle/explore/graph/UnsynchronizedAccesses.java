package dev.heddle.explore.graph;

import dev.heddle.machine.LeftOutLooks;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.ThreadNode;

/**
 * The accesses of a graph that depend, by po ∪ rf, on what another thread has done, not all of
 * which happens before them. They may race with what that thread does in iterations that are left
 * out; see {@link LeftOutLooks}.
 */
final class UnsynchronizedAccesses {
  private final EventGraph graph;
  private final LeftOutLooks looks;

  private UnsynchronizedAccesses(EventGraph graph, LeftOutLooks looks) {
    this.graph = graph;
    this.looks = looks;
  }

  /** Those of a graph; nobody is told of them where races do not matter. */
  static UnsynchronizedAccesses of(EventGraph graph, GraphModel model) {
    return new UnsynchronizedAccesses(
        graph, model.hasRaces() ? graph.threads.code().leftOutLooks() : null);
  }

  /** Tells of them when an execution has come to its end. */
  void tell() {
    if (looks == null) {
      return;
    }
    for (int e = 0; e < graph.length; e++) {
      for (int t = 0; t < graph.threadCount; t++) {
        int known = graph.clocks.hb(e, t);
        int needed = graph.clocks.porf(e, t);
        if (t != graph.thread(e) && needed > known && mayHaveLooked(t, known, needed)) {
          tell(e, t);
        }
      }
    }
  }

  /** Whether a thread came by a loop with looks between two of its events. */
  private boolean mayHaveLooked(int t, int from, int to) {
    for (int x = graph.last(t); x >= 0 && graph.index(x) > from; x = graph.previous(x)) {
      if (graph.index(x) <= to && graph.before(x).isBehindLooks()) {
        return true;
      }
    }
    return false;
  }

  private void tell(int e, int t) {
    ThreadNode node = graph.before(e);
    if (node.kind() == OperationKind.FREE) {
      int object = graph.threads.object(node);
      looks.access(t, node.address(), graph.threads.size(object), true, true);
    } else if (graph.reads(e) || graph.writes(e)) {
      looks.access(t, node.address(), node.bytes(), !graph.isAtomic(e), graph.writes(e));
    }
  }
}
