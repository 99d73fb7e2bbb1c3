package dev.heddle.cli;

import java.util.List;

/** Which executions of a litmus test to show, in herd's words. */
enum Shown {
  NONE,
  /** Those that satisfy the proposition of the condition. */
  PROP,
  /** Those that do not. */
  NEG,
  ALL;

  static final Choice<Shown> CHOICE =
      new Choice<>("choice", List.of(values()), Choice::label, any -> true);

  boolean includes(boolean holds) {
    return this == ALL || (this == PROP && holds) || (this == NEG && !holds);
  }
}
