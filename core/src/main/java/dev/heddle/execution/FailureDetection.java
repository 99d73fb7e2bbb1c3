package dev.heddle.execution;

import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds what went wrong in an execution, if anything did. */
public final class FailureDetection {
  private final ExecutionView execution;
  private final Waiting waits;
  private final EventDescription description;

  /** Whether to find out if loops that were cut have an end. */
  private final boolean looksAtCuts;

  /** Whether a loop that nobody leaves is one although {@code main} has returned. */
  private final boolean looksBehindMain;

  public FailureDetection(ExecutionView execution) {
    this(execution, true, true);
  }

  public FailureDetection(ExecutionView execution, boolean looksAtCuts, boolean looksBehindMain) {
    this.execution = execution;
    this.looksAtCuts = looksAtCuts;
    this.looksBehindMain = looksBehindMain;
    this.waits = new Waiting(execution);
    this.description = new EventDescription(execution);
  }

  /**
   * What went wrong.
   *
   * @param waiting of a deadlock, the threads that wait
   * @param isCircle whether these wait each for the next, and the last for the first
   */
  public record Finding(
      FailureKind kind,
      String message,
      int thread,
      Location location,
      List<Integer> waiting,
      boolean isCircle) {}

  /** The failure of a thread, or else a deadlock or livelock, or null. */
  public Finding finding() {
    for (int t = 0; t < execution.threads(); t++) {
      ThreadNode node = execution.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED && execution.isReal(t)) {
        return new Finding(
            node.failure().kind(),
            FailureText.of(execution, t),
            t,
            description.locationOf(node),
            List.of(),
            false);
      }
    }
    return deadlock();
  }

  private Finding deadlock() {
    List<Integer> blocked = new ArrayList<>();
    boolean isMaximal = true;
    boolean hasEnded = execution.programEnd() != null;
    if (hasEnded && (!looksBehindMain || execution.hasExited())) {
      return null; // What waits when the program ends does not wait any longer.
    }
    for (int t = 0; t < execution.threads(); t++) {
      if (isTrulyBlocked(t)) {
        blocked.add(t);
      }
      isMaximal &= !execution.isEnabled(t);
    }
    for (int t : blocked) {
      List<Integer> circle = circle(t);
      if (!hasEnded && !circle.isEmpty()) {
        return deadlock(circle.get(0), circle, true);
      }
    }
    for (int t : blocked) {
      if (!hasEnded && isMaximal && waitsForever(t)) {
        return deadlock(endOfChain(t), blocked, false);
      }
    }
    List<Integer> spinning = spinning();
    return isMaximal && !spinning.isEmpty() ? livelock(spinning) : null;
  }

  private Finding deadlock(int t, List<Integer> waiting, boolean isCircle) {
    Location location = description.locationOf(execution.current(t));
    return new Finding(FailureKind.DEADLOCK, message(waiting), t, location, waiting, isCircle);
  }

  private List<Integer> spinning() {
    List<Integer> spinning = new ArrayList<>();
    for (int t = 0; t < execution.threads(); t++) {
      if (waits.spins(t) || isCutForever(t)) {
        spinning.add(t);
      }
    }
    return spinning;
  }

  /** Whether a bound has cut a thread in a loop that it would never leave. */
  private boolean isCutForever(int t) {
    ThreadNode node = execution.current(t);
    return looksAtCuts
        && node != null
        && node.status() == ThreadNode.Status.CUT
        && execution.spinsForever(t);
  }

  /**
   * Nobody is left who could end the spinning of some threads. It is real if each of them would go
   * on like that when it looked at memory again, and if no other was stopped by an assumption.
   */
  private Finding livelock(List<Integer> spinning) {
    for (int t = 0; t < execution.threads(); t++) {
      boolean isStuck = spinning.contains(t);
      if (isStuck ? !execution.isReal(t) : isMerelyStopped(t)) {
        return null;
      }
    }
    for (int t : spinning) {
      if (waits.spins(t) && !execution.spinsForever(t)) {
        return null;
      }
    }
    int first = spinning.get(0);
    Location location = description.locationOf(execution.current(first));
    List<String> parts = new ArrayList<>();
    for (int t : spinning) {
      parts.add(
          "thread "
              + t
              + " spins forever at "
              + description.locationOf(execution.current(t))
              + ": it waits for "
              + description.awaited(t));
    }
    return new Finding(
        FailureKind.LIVELOCK, String.join("; ", parts), first, location, spinning, false);
  }

  /**
   * The threads that wait for each other in a circle to which a thread's waiting leads, from the
   * lowest number on; empty if it leads to none. Nothing can end such waiting, whatever the other
   * threads do.
   */
  private List<Integer> circle(int t) {
    List<Integer> path = new ArrayList<>();
    int next = t;
    while (next >= 0 && isTrulyBlocked(next) && !waits.waitsForAnyone(next)) {
      int seen = path.indexOf(next);
      if (seen >= 0) {
        List<Integer> circle = new ArrayList<>(path.subList(seen, path.size()));
        Collections.rotate(circle, -circle.indexOf(Collections.min(circle)));
        return circle;
      }
      path.add(next);
      next = waits.waitsFor(next);
    }
    return List.of();
  }

  private boolean isTrulyBlocked(int t) {
    return execution.isBlocked(t) && execution.isReal(t);
  }

  /** Where a chain of threads ends that each wait for the next: the cause is to be found there. */
  private int endOfChain(int t) {
    int last = t;
    for (int next = t; next >= 0 && execution.isBlocked(next); next = waits.waitsFor(next)) {
      last = next;
      if (waits.waitsForAnyone(next)) {
        break;
      }
    }
    return last;
  }

  /**
   * Whether no thread that could release this one is merely stopped by an assumption or a bound:
   * then it would wait in a run without these, too.
   */
  private boolean waitsForever(int t) {
    int waiting = t;
    for (int steps = 0; steps <= execution.threads(); steps++) {
      if (waits.waitsForAnyone(waiting)) {
        return nobodyIsMerelyStopped();
      }
      int holder = waits.waitsFor(waiting);
      ThreadNode node = holder < 0 ? null : execution.current(holder);
      if (node == null || node.status() == ThreadNode.Status.FINISHED) {
        return node == null || execution.isReal(holder);
      }
      if (node.status() != ThreadNode.Status.READY || !execution.isReal(holder)) {
        return false;
      }
      waiting = holder;
    }
    return true;
  }

  private boolean nobodyIsMerelyStopped() {
    for (int t = 0; t < execution.threads(); t++) {
      if (isMerelyStopped(t) || waits.spins(t)) {
        return false;
      }
    }
    return true;
  }

  private boolean isMerelyStopped(int t) {
    ThreadNode node = execution.current(t);
    return node != null
        && (node.status() == ThreadNode.Status.ASSUME_BLOCKED
            || node.status() == ThreadNode.Status.CUT
            || waits.waitsByAssumption(t));
  }

  private String message(List<Integer> waiting) {
    List<String> parts = new ArrayList<>();
    for (int t : waiting) {
      String holder = waits.waitsForAnyone(t) ? "" : " for thread " + waits.waitsFor(t);
      parts.add(
          "thread "
              + t
              + " waits"
              + holder
              + " at "
              + description.locationOf(execution.current(t)));
    }
    return String.join("; ", parts);
  }

  /** All that can be told of a finding without running the execution again. */
  public Violation report(Finding finding) {
    if (!execution.isWhole()) {
      return new Violation(
          finding.kind, finding.message, finding.location, finding.thread, List.of(), "");
    }
    List<Integer> sources = ReplaySchedule.sources(execution);
    List<Violation.Step> trace = new ArrayList<>();
    for (int place = 0; place < execution.length(); place++) {
      int event = execution.event(place);
      trace.add(
          new Violation.Step(
              execution.thread(event),
              description.operation(event),
              description.target(event),
              description.value(event),
              description.reads(event) ? sources.get(place) : Violation.NOTHING,
              description.locationOf(event)));
    }
    return new Violation(
        finding.kind,
        finding.message,
        finding.location,
        finding.thread,
        trace,
        description.printed(),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        ReplaySchedule.of(execution),
        sources,
        null);
  }
}
