package dev.heddle.explore.graph;

import dev.heddle.machine.EndlessException;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.ThreadNode;
import java.util.IdentityHashMap;

/** Finds executions that seem to have no end: a thread comes to the same state again and again. */
final class EndlessLoops {
  private static final int EVENTS_PER_LOOK = 4_096;
  private static final int MAX_RETURNS = 4_000;
  private static final int MAX_EVENTS = 1_000_000;

  private final ExecutionView execution;

  EndlessLoops(ExecutionView execution) {
    this.execution = execution;
  }

  /** To be called at every step. */
  void look() {
    int length = execution.length();
    if (length == 0 || length % EVENTS_PER_LOOK != 0) {
      return;
    }
    IdentityHashMap<ThreadNode, Integer> visits = new IdentityHashMap<>();
    for (int e = 0; e < length; e++) {
      if (visits.merge(execution.operation(e), 1, Integer::sum) > MAX_RETURNS) {
        throw EndlessException.in(execution);
      }
    }
    if (length > MAX_EVENTS) {
      throw EndlessException.in(execution);
    }
  }
}
