package dev.heddle.cli;

import java.util.List;

/** The forms in which an execution is saved. */
enum WitnessKind {
  /** Our own, for {@code heddle replay}. */
  HEDDLE,
  /** That of SV-COMP. */
  YAML;

  static final Choice<WitnessKind> CHOICE =
      new Choice<>("witness format", List.of(values()), Choice::label, kind -> true);
}
