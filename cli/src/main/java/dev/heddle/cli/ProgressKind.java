package dev.heddle.cli;

import java.util.List;

/** How to show progress: a line for people, when they want one, or events for scripts. */
enum ProgressKind {
  AUTO,
  ALWAYS,
  NEVER,
  JSON;

  static final Choice<ProgressKind> CHOICE =
      new Choice<>("choice", List.of(values()), Choice::label, kind -> true);
}
