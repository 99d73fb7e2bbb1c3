package dev.heddle.symbolic.encode;

import dev.heddle.symbolic.unroll.Step;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import java.util.Map;
import java.util.Set;

/**
 * The dependency relation between steps of different threads: those that conflict, without pairs
 * that threads can never be in front of at the same time, because of a fork or a join, a mutex that
 * both hold, or the order in which they take mutexes (steps 2 and 3 of figure 3 of the paper).
 */
final class Dependencies {
  private final UnrolledProgram program;
  private final Cells cells;

  Dependencies(UnrolledProgram program, Cells cells) {
    this.program = program;
    this.cells = cells;
  }

  /** Whether a fork or a join puts a step before another. */
  boolean happensBefore(Step a, Step b) {
    return b.joined().get(a.thread()) || isBeforeStart(a, b.thread());
  }

  /** Whether a thread starts only behind a step. */
  private boolean isBeforeStart(Step step, int thread) {
    int child = thread;
    while (child >= 0 && program.threads().get(child).parent() != step.thread()) {
      child = program.threads().get(child).parent();
    }
    return child >= 0 && !step.spawned().get(child);
  }

  boolean depend(Step a, Step b) {
    return a.thread() != b.thread()
        && cells.conflict(a, b)
        && !happensBefore(a, b)
        && !happensBefore(b, a)
        && !excludeEachOther(a.held(), b.held());
  }

  /**
   * Whether another step that it depends on can happen while a thread is in front of this one.
   * While it is in front of an unlock, nobody locks the mutex.
   */
  boolean canBeDisturbed(Step step, Step by) {
    return !(step.kind() == Step.Kind.UNLOCK && by.kind() == Step.Kind.LOCK);
  }

  private static boolean excludeEachOther(Map<Long, Set<Long>> a, Map<Long, Set<Long>> b) {
    for (Map.Entry<Long, Set<Long>> ours : a.entrySet()) {
      if (b.containsKey(ours.getKey())) {
        return true;
      }
      for (Map.Entry<Long, Set<Long>> theirs : b.entrySet()) {
        // Each would have had to take its mutex while the other had it.
        if (ours.getValue().contains(theirs.getKey())
            && theirs.getValue().contains(ours.getKey())) {
          return true;
        }
      }
    }
    return false;
  }
}
