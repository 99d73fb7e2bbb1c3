package dev.heddle.explain;

import dev.heddle.execution.FailureDetection;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationKind;
import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Weakness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * How far each step is from the failure. The failure depends on values that its thread read; each
 * of these on the write it is from; and that on what its own thread read before. A value that was
 * overwritten before it was used depends on the write that came in between, too.
 */
final class Relevance {
  private static final int UNREACHED = -1;

  /** Steps that only say how things are done come after all that the failure depends on. */
  private static final int FRAMEWORK = 1000;

  private final Narration narration;
  private final ExecutionView execution;
  private final Narration.Story story;
  private final Influence influence;
  private final int[] distance;
  private final int[] eventAt;
  private final Deque<Integer> reached = new ArrayDeque<>();

  /**
   * @param influence about the same execution; null if all depends on all
   */
  Relevance(Narration narration, Influence influence) {
    this.narration = narration;
    this.execution = narration.execution();
    this.story = narration.story();
    this.influence = influence;
    this.distance = new int[story.steps().size()];
    Arrays.fill(distance, UNREACHED);
    this.eventAt = new int[distance.length];
    Arrays.fill(eventAt, -1);
    for (int event = 0; event < story.positions().size(); event++) {
      eventAt[story.positions().get(event)] = event;
    }
  }

  /**
   * The steps with their distances from what was found.
   *
   * @param weakness of the execution, or null; what it consists of matters, too
   */
  List<Step> steps(FailureDetection.Finding finding, Weakness weakness) {
    if (weakness != null) {
      weakness.cycle().forEach(link -> reach(link.from(), 1));
    }
    if (finding.kind().isWaiting()) {
      for (int t : finding.waiting()) {
        reachEvent(narration.takenBy(t), 0);
        reachEnd(t, 2);
      }
    } else {
      if (finding.kind() == FailureKind.LOCK_MISUSE) {
        reachMisuse(finding.thread());
      }
      reachFailure(finding.thread());
    }
    while (!reached.isEmpty()) {
      int step = reached.remove();
      if (eventAt[step] >= 0) {
        spread(eventAt[step], step, distance[step] + 1);
      }
    }
    markFramework();
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < distance.length; i++) {
      steps.add(story.steps().get(i).withDistance(distance[i]));
    }
    return steps;
  }

  private void reachFailure(int t) {
    int last = execution.lastOf(t);
    if (last >= 0 && story.steps().get(story.positions().get(last)).fails()) {
      reachEvent(last, 0);
      reachEvent(narration.otherOf(t), 0);
      reachEvent(narration.freedBy(t), 0);
      reachReads(last, 1);
    } else {
      reachEnd(t, 1);
    }
  }

  /** What a thread found a lock to be, and who made it so: the lock of one that is locked. */
  private void reachMisuse(int t) {
    int last = execution.lastOf(t);
    if (last >= 0) {
      reachEvent(last, 0);
      reachEvent(execution.source(last), 0);
    }
  }

  private void reachEvent(int event, int at) {
    if (event >= 0) {
      reach(story.positions().get(event), at);
    }
  }

  private void reach(int step, int at) {
    if (distance[step] == UNREACHED) {
      distance[step] = at;
      reached.add(step);
    }
  }

  /** The reads of a thread on which it depends where it has come to. */
  private void reachEnd(int t, int at) {
    for (int e = execution.length() - 1; e >= 0; e--) {
      if (execution.thread(e) == t && (influence == null || influence.onEnd(e))) {
        reachEvent(e, at);
      }
    }
  }

  private void reachReads(int event, int at) {
    for (int e = event - 1; e >= 0; e--) {
      if (execution.thread(e) == execution.thread(event)
          && (influence == null || influence.on(event, e))) {
        reachEvent(e, at);
      }
    }
  }

  private void spread(int event, int step, int at) {
    int source = story.steps().get(step).readsFrom();
    if (source >= 0) {
      reach(source, at);
    }
    if (changesSomething(event)) {
      reachReads(event, at);
    }
    if (source != Violation.NOTHING) {
      reachEvent(overwriter(event), at);
    }
  }

  /** The first write of another thread to what was read, before the reader touches it again. */
  private int overwriter(int read) {
    for (int e = read + 1; e < execution.length(); e++) {
      if (execution.overlap(read, e)) {
        if (execution.thread(e) == execution.thread(read)) {
          return -1;
        }
        if (changesSomething(e)) {
          return e;
        }
      }
    }
    return -1;
  }

  /** Whether an event writes, ends an object, or keeps others out. */
  private boolean changesSomething(int event) {
    OperationKind kind = execution.operation(event).kind();
    return execution.writes(event) || kind.endsObject() || kind == OperationKind.ATOMIC_BEGIN;
  }

  /** Locks, starts and joins of the threads that matter. */
  private void markFramework() {
    boolean[] matters = new boolean[execution.threads()];
    for (int i = 0; i < distance.length; i++) {
      if (distance[i] != UNREACHED) {
        matters[story.steps().get(i).thread()] = true;
      }
    }
    for (int i = 0; i < distance.length; i++) {
      Step step = story.steps().get(i);
      int thread = step.operation().equals("create") ? step.value().intValue() : step.thread();
      if (distance[i] == UNREACHED && matters[thread]) {
        distance[i] =
            switch (step.operation()) {
              case "lock", "unlock", "trylock", "atomic" -> FRAMEWORK;
              case "create", "join" -> FRAMEWORK + 1;
              default -> UNREACHED;
            };
      }
    }
  }
}
