package dev.heddle.cli;

import java.util.List;

/** The forms in which results go to standard output. */
enum Format {
  /** For people. */
  TEXT,
  /** As compilers print theirs. */
  GCC,
  /** One object per input and line. */
  JSON;

  static final Choice<Format> CHOICE =
      new Choice<>("format", List.of(values()), Choice::label, format -> true);
}
