package dev.heddle.machine;

/** Notices that an execution seems to have no end, which no exploration could survive. */
final class EndlessExecutions {
  /** An execution of so many events is taken to be endless. */
  private static final int MAX_EVENTS = 1_000_000;

  /** And so is one in which a thread comes so often to a state in which it was before. */
  private static final int MAX_RETURNS = 4_000;

  /** How many events there are between two looks for such an execution. */
  private static final int EVENTS_PER_LOOK = 4_096;

  private EndlessExecutions() {}

  /** Whether it is time to look, after so many events. */
  static boolean isTimeToLook(int events) {
    return events % EVENTS_PER_LOOK == 0;
  }

  /** Throws an exception if an execution seems to be endless; its latest event has just begun. */
  static void look(Machine machine) {
    ThreadNode node = mostVisited(machine);
    if (node.visits > MAX_RETURNS) {
      throw new EndlessException(machine.code, node.state);
    }
    if (machine.length() > MAX_EVENTS) {
      throw EndlessException.in(machine);
    }
  }

  /** The node to which a thread came most often, and how often. */
  private static ThreadNode mostVisited(Machine machine) {
    int events = machine.length() - 1;
    for (int place = 0; place < events; place++) {
      machine.operation(machine.event(place)).visits = 0;
    }
    ThreadNode most = machine.operation(machine.event(0));
    for (int place = 0; place < events; place++) {
      ThreadNode node = machine.operation(machine.event(place));
      if (++node.visits > most.visits) {
        most = node;
      }
    }
    return most;
  }
}
