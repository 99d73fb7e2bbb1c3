package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/**
 * What went wrong in a thread.
 *
 * @param message what the program or its code says about it; empty if the kind says all
 */
public record Failure(FailureKind kind, String message) {
  Failure(FailureKind kind) {
    this(kind, "");
  }
}
