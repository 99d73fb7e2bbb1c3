package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/** What reports say of failures that the machine finds itself. */
final class FailureText {
  static final String LOCAL_GONE = "access to a local variable of a function that has returned";

  private FailureText() {}

  static String of(FailureKind kind) {
    return switch (kind) {
      case USE_AFTER_FREE -> "access to memory that has been freed";
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
