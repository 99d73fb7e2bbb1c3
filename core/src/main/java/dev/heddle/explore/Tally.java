package dev.heddle.explore;

import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNode;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts executions, collects what goes wrong in them, and tells when to stop. */
final class Tally {
  /** Executions between two looks at the clock and at requests to stop. */
  private static final int LOOK = 256;

  private final Limits limits;
  private final Progress progress;
  private final long deadline;
  private final Map<List<Object>, Violation> violations = new LinkedHashMap<>();
  private long complete;
  private long blocked;
  private boolean bounded;
  private String stopped;

  Tally(Limits limits, Progress progress) {
    this.limits = limits;
    this.progress = progress;
    this.deadline = limits.nanoseconds() > 0 ? System.nanoTime() + limits.nanoseconds() : 0;
  }

  /** Takes in a maximal execution; false if the exploration shall end with it. */
  boolean count(Machine machine) {
    boolean finished = true;
    boolean suspicious = false;
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      if (node != null && node.status() != ThreadNode.Status.FINISHED) {
        finished = false;
        suspicious |=
            node.status() == ThreadNode.Status.FAILED || node.status() == ThreadNode.Status.READY;
        bounded |= node.status() == ThreadNode.Status.CUT;
      }
    }
    if (finished) {
      complete++;
    } else {
      blocked++;
    }
    if (suspicious && !judge(machine)) {
      return false;
    }
    return goOn();
  }

  /** Looks for failures and deadlocks; false if the first one ends the exploration. */
  private boolean judge(Machine machine) {
    Violation violation = new Autopsy(machine).violation();
    if (violation == null) {
      return true;
    }
    violations.putIfAbsent(List.of(violation.kind(), violation.location()), violation);
    return limits.keepGoing();
  }

  private boolean goOn() {
    long executions = complete + blocked;
    if (limits.executions() > 0 && executions >= limits.executions()) {
      stopped = "the limit of " + limits.executions() + " executions is reached";
      return false;
    }
    if (executions % LOOK != 0) {
      return true;
    }
    progress.publish(complete, blocked);
    if (deadline != 0 && System.nanoTime() - deadline >= 0) {
      stopped = "the time limit is reached";
      return false;
    }
    stopped = progress.stopReason();
    return stopped == null;
  }

  Outcome outcome() {
    progress.publish(complete, blocked);
    Verdict verdict =
        !violations.isEmpty()
            ? Verdict.VIOLATION
            : stopped != null ? Verdict.INCONCLUSIVE : bounded ? Verdict.BOUNDED : Verdict.SAFE;
    String reason =
        verdict == Verdict.BOUNDED
            ? "loops were cut after " + limits.unroll() + " passes"
            : stopped;
    return new Outcome(
        verdict, reason, complete, blocked, new ArrayList<>(violations.values()), List.of());
  }
}
