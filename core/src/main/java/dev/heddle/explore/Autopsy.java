package dev.heddle.explore;

import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;

/** Finds what went wrong in a maximal execution, if anything did. */
final class Autopsy {
  private final Machine machine;

  Autopsy(Machine machine) {
    this.machine = machine;
  }

  /** The failure of a thread, or else a deadlock, or null. */
  Violation violation() {
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED) {
        return report(node.failure().kind(), node.failure().message(), t, machine.locationOf(node));
      }
    }
    for (int t = 0; t < machine.threads(); t++) {
      if (machine.isBlocked(t) && waitsForever(t)) {
        return report(
            FailureKind.DEADLOCK, deadlockMessage(), t, machine.locationOf(machine.current(t)));
      }
    }
    return null;
  }

  /**
   * Whether no thread that could release this one is merely stopped by an assumption or a bound:
   * then it would wait in a run without these, too.
   */
  private boolean waitsForever(int t) {
    int waiting = t;
    for (int steps = 0; steps <= machine.threads(); steps++) {
      int holder = machine.waitsFor(waiting);
      ThreadNode node = holder < 0 ? null : machine.current(holder);
      if (node == null || node.status() == ThreadNode.Status.FINISHED) {
        return true;
      }
      if (node.status() != ThreadNode.Status.READY) {
        return false;
      }
      waiting = holder;
    }
    return true;
  }

  private String deadlockMessage() {
    List<String> waiting = new ArrayList<>();
    for (int t = 0; t < machine.threads(); t++) {
      if (machine.isBlocked(t)) {
        waiting.add(
            "thread "
                + t
                + " waits for thread "
                + machine.waitsFor(t)
                + " at "
                + machine.locationOf(machine.current(t)));
      }
    }
    return String.join("; ", waiting);
  }

  private Violation report(FailureKind kind, String message, int thread, Location location) {
    List<Violation.Step> trace = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      trace.add(machine.describe(e));
    }
    return new Violation(kind, message, location, thread, trace, machine.printed());
  }
}
