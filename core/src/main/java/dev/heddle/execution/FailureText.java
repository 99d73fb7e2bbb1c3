package dev.heddle.execution;

import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;

/** What reports say of failures. */
final class FailureText {
  private FailureText() {}

  /** Of the failure of a thread: what the program says, or else what its kind is. */
  static String of(ExecutionView execution, int t) {
    ThreadNode node = execution.current(t);
    FailureKind kind = node.failure().kind();
    if (!node.failure().message().isEmpty()) {
      return node.failure().message();
    }
    if (kind == FailureKind.USE_AFTER_FREE) {
      boolean isHeap = execution.memory().isHeap(execution.memory().objectAt(node.address()));
      return isHeap
          ? "access to memory that has been freed"
          : "access to a local variable of a function that has returned";
    }
    return of(kind);
  }

  private static String of(FailureKind kind) {
    return switch (kind) {
      case DOUBLE_FREE -> "memory is freed a second time";
      case INVALID_FREE -> "free of an address that malloc did not give";
      case OUT_OF_BOUNDS -> "access outside the object";
      case NULL_ACCESS -> "access through a null pointer";
      case INVALID_ACCESS -> "access to an address where nothing is, or write to a constant";
      case UNINITIALIZED_READ -> "read of memory that was never written";
      case LOCK_MISUSE -> "use of a mutex that has been destroyed";
      case UNLOCK_NOT_HELD -> "unlock of a mutex that the thread does not hold";
      default -> kind.label();
    };
  }
}
