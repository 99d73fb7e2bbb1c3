package dev.heddle.explore.rsmc;

import dev.heddle.machine.DataflowOperation;
import dev.heddle.machine.DataflowThread;

/** How far a thread of a program has been fetched. */
final class ProgramPoint extends FetchPoint {
  final DataflowThread state;

  /** The load that must be committed before the thread goes on, or {@link #NONE}. */
  int pending = NONE;

  /** The operation that the pending load belongs to. */
  DataflowOperation operation;

  ProgramPoint(int thread, DataflowThread state) {
    super(thread);
    this.state = state;
  }

  private ProgramPoint(ProgramPoint other) {
    super(other);
    state = other.state.copy();
    pending = other.pending;
    operation = other.operation;
  }

  @Override
  ProgramPoint copy() {
    return new ProgramPoint(this);
  }
}
