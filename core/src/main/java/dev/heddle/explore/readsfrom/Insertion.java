package dev.heddle.explore.readsfrom;

/**
 * The simplest witness: what is wanted, in the order of the execution, with the operation that gets
 * another source in front of the next write behind that source. Sound: the execution without events
 * that nobody wanted needs is one, and its readers read the same. Not complete: if something that
 * happens before the operation comes later, {@link WitnessSearch} has to find another order.
 */
final class Insertion {
  private final Execution execution;
  private final Operation operation;
  private final CutBuilder wanted;

  /** Where the operation is inserted. */
  private int place;

  Insertion(Execution execution, Operation operation, CutBuilder wanted) {
    this.execution = execution;
    this.operation = operation;
    this.wanted = wanted;
  }

  /** Whether the operation that has been taken can be inserted with a change. */
  boolean isPossible(Change change) {
    if (execution.hasAdditions(operation.variable)) {
      return false;
    }
    int next = nextWanted(change.source);
    place = next < 0 ? execution.length() : execution.place(next);
    return comesBefore(operation.predecessor)
        && (change.reader < 0 || comesBefore(predecessor(change.reader)))
        && !(change.writes && next >= 0 && execution.source[next] == change.source);
  }

  /** The next wanted write to the variable behind another one, or -1. */
  private int nextWanted(int w) {
    int next = -1;
    int later = execution.lastWrite(operation.variable);
    for (; later != w; later = execution.previousWrite(later)) {
      if (wanted.isWanted(later)) {
        next = later;
      }
    }
    return next;
  }

  private boolean comesBefore(int event) {
    return execution.place(event) < place;
  }

  /** What comes before the first event of a thread that is not wanted. */
  private int predecessor(int t) {
    return execution.predecessor(t, wanted.wanted(t) + 1);
  }

  /** The witness, as steps of the machine. */
  int[] steps(Change change) {
    int inserted = change.reader < 0 ? 1 : 2;
    int[] steps = new int[wanted.size() + inserted];
    int count = wanted.copySteps(0, place, steps, 0);
    steps[count++] = Schedule.step(operation.thread, change.alternative);
    if (change.reader >= 0) {
      steps[count++] = Schedule.step(change.reader, 0);
    }
    wanted.copySteps(place, execution.length(), steps, count);
    return steps;
  }
}
