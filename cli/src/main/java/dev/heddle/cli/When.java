package dev.heddle.cli;

import java.util.List;

/** When to do what only people at a terminal like. */
enum When {
  AUTO,
  ALWAYS,
  NEVER;

  static final Choice<When> CHOICE =
      new Choice<>("choice", List.of(values()), Choice::label, when -> true);

  boolean given(boolean terminal) {
    return this == ALWAYS || (this == AUTO && terminal);
  }
}
