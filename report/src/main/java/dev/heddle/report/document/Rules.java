package dev.heddle.report.document;

import dev.heddle.program.FailureKind;

/** What each kind of violation is, in a sentence. */
final class Rules {
  private Rules() {}

  static String description(FailureKind kind) {
    return switch (kind) {
      case ASSERTION -> "An assertion of the program does not hold.";
      case ABORT -> "The program calls abort.";
      case DEADLOCK -> "Threads wait for each other, or for something that nobody will do.";
      case LIVELOCK -> "A thread spins in a loop that no fair schedule leaves.";
      case DATA_RACE ->
          "Two threads access the same memory at the same time, one of them writes,"
              + " and not both are atomic.";
      case FLAGGED -> "The memory model raises a flag: the execution has no meaning.";
      case USE_AFTER_FREE -> "Memory is used after its life has ended.";
      case DOUBLE_FREE -> "Memory is freed twice.";
      case INVALID_FREE -> "Something is freed that was not allocated on the heap.";
      case OUT_OF_BOUNDS -> "An access goes beyond the end of an object.";
      case NULL_ACCESS -> "A null pointer is used to access memory.";
      case INVALID_ACCESS -> "A pointer is used that leads to no object.";
      case UNINITIALIZED_READ -> "Memory is read that nobody has written to.";
      case UNLOCK_NOT_HELD -> "A mutex is unlocked by a thread that does not hold it.";
      case LOCK_MISUSE -> "A lock is used in a way that its rules forbid.";
      case DIVISION_BY_ZERO -> "A number is divided by zero.";
      case SIGNED_OVERFLOW -> "A result does not fit into its signed type.";
      case INVALID_SHIFT -> "A number is shifted by more than its width, or by less than nothing.";
      case REACH_ERROR -> "The program calls reach_error.";
    };
  }
}
