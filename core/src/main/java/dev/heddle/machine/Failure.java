package dev.heddle.machine;

import dev.heddle.program.FailureKind;

/** What went wrong in a thread, and the instruction at which it did. */
public record Failure(FailureKind kind, String message) {}
