package dev.heddle.execution;

import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import dev.heddle.machine.ThreadNode.Status;

/** What the threads of an execution wait for that cannot go on. */
public final class Waiting {
  private final ExecutionView execution;

  public Waiting(ExecutionView execution) {
    this.execution = execution;
  }

  /** The thread that a thread in front of a join waits for; the holder of a mutex; or -1. */
  public int waitsFor(int t) {
    ThreadNode node = execution.current(t);
    return switch (node.kind()) {
      case JOIN -> node.joined();
      case LOCK ->
          execution.memory().contains(node.address(), node.bytes())
              ? OperationSemantics.owner(execution.memory().read(node.address(), node.bytes()))
              : -1;
      default -> -1;
    };
  }

  /** Whether any other thread might end the waiting of this one: it waits for no one. */
  public boolean waitsForAnyone(int t) {
    return execution.current(t).kind() == OperationKind.AWAIT;
  }

  /** Whether a thread is kept in a loop by what memory contains. */
  public boolean spins(int t) {
    ThreadNode node = execution.current(t);
    return node != null
        && (node.status() == Status.SPINNING
            || (waitsAtAwait(t) && execution.code().waitsInsteadOfLooping(node)));
  }

  /** Whether a thread waits only because of an assumption. */
  public boolean waitsByAssumption(int t) {
    return waitsAtAwait(t) && execution.code().waitsByAssumption(execution.current(t));
  }

  private boolean waitsAtAwait(int t) {
    ThreadNode node = execution.current(t);
    return node != null && node.kind() == OperationKind.AWAIT && !execution.isEnabled(t);
  }
}
