package dev.heddle.explore.readsfrom;

import dev.heddle.explore.readsfrom.consistency.WitnessSearch;

/**
 * The simplest witness: what is wanted, in the order of the execution, with the operation that gets
 * another source in front of the next write behind that source. What happens before the operation
 * and comes later is lifted in front of that write, too.
 *
 * <p>Sound: the execution without events that nobody wanted needs is one, and its readers read the
 * same, also if some are lifted over others with which they are not in conflict. Not complete: if
 * they are in conflict, {@link WitnessSearch} has to find another order.
 */
final class Insertion {
  private final Execution execution;
  private final ChangedOperation operation;
  private final CutBuilder wanted;

  /** Where the operation is inserted. */
  private int place;

  /** What is lifted comes before this place. */
  private int end;

  /** How many events of each thread happen before what is inserted. */
  private int[] before = new int[8];

  private final Conflicts conflicts;

  Insertion(Execution execution, ChangedOperation operation, CutBuilder wanted) {
    this.execution = execution;
    this.operation = operation;
    this.wanted = wanted;
    this.conflicts = new Conflicts(execution);
  }

  /** Whether the operation that has been taken can be inserted with a change. */
  boolean isPossible(SourceAssignment assignment) {
    if (execution.accesses.hasAdditions(operation.variable)) {
      return false;
    }
    int next = wanted.nextWrite(operation.variable, assignment.source);
    place = next < 0 ? execution.length() : execution.place(next);
    return !(assignment.writes && next >= 0 && execution.source(next) == assignment.source)
        && canLift(operation.predecessor, wanted.predecessor(assignment.reader));
  }

  /** Whether two events can come before the place, with all that happens before them. */
  private boolean canLift(int first, int second) {
    end = Math.max(execution.place(first), execution.place(second)) + 1;
    if (end <= place) {
      return true;
    }
    if (before.length < execution.stride()) {
      before = new int[2 * execution.stride()];
    }
    for (int t = 0; t < execution.stride(); t++) {
      before[t] = Math.max(execution.clock(first, t), execution.clock(second, t));
    }
    conflicts.clear();
    for (int i = place; i < end; i++) {
      int e = execution.at(i);
      if (wanted.isWanted(e) && !canStayOrBeLifted(e)) {
        return false;
      }
    }
    return true;
  }

  private boolean canStayOrBeLifted(int e) {
    if (!isLifted(e)) {
      conflicts.add(e);
      return true;
    }
    boolean hides = execution.writes(e) && execution.location(e) == operation.variable;
    return !hides && !conflicts.isWith(e);
  }

  private boolean isLifted(int e) {
    return execution.index(e) <= before[execution.thread(e)];
  }

  /** The witness, as steps of the machine. */
  int[] steps(SourceAssignment assignment) {
    int[] steps = new int[wanted.size() + assignment.events()];
    int count = wanted.copySteps(0, place, steps, 0);
    count = copySteps(true, steps, count);
    count = assignment.putSteps(operation, steps, count);
    count = copySteps(false, steps, count);
    wanted.copySteps(Math.max(place, end), execution.length(), steps, count);
    return steps;
  }

  /** Copies the steps of what is lifted, or of what it is lifted over. */
  private int copySteps(boolean lifted, int[] steps, int at) {
    int count = at;
    for (int i = place; i < end; i++) {
      int e = execution.at(i);
      if (wanted.isWanted(e) && isLifted(e) == lifted) {
        steps[count++] = execution.step(e);
      }
    }
    return count;
  }
}
