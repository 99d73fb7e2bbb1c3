package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/**
 * What went wrong in a thread.
 *
 * @param message what the program or its code says about it; empty if the kind says all
 * @param other the event of another thread that has its part in it, or {@link #NOBODY}
 */
public record Failure(FailureKind kind, String message, int other) {
  /** Where no other event has a part in a failure. */
  public static final int NOBODY = -1;

  public Failure(FailureKind kind, String message) {
    this(kind, message, NOBODY);
  }

  Failure(FailureKind kind) {
    this(kind, "");
  }
}
