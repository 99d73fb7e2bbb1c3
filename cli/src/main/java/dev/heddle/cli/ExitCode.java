package dev.heddle.cli;

import dev.heddle.report.Conclusion;

/** What the process tells its caller. */
enum ExitCode {
  NO_VIOLATION(0),
  VIOLATION(1),
  UNCHECKABLE(2),
  INCONCLUSIVE(3),
  INTERNAL_ERROR(4);

  private final int value;

  ExitCode(int value) {
    this.value = value;
  }

  int value() {
    return value;
  }

  static ExitCode of(Conclusion conclusion) {
    if (conclusion instanceof Conclusion.Explored explored) {
      return switch (explored.outcome().verdict()) {
        case SAFE, BOUNDED, TESTED -> NO_VIOLATION;
        case VIOLATION -> VIOLATION;
        case INCONCLUSIVE -> INCONCLUSIVE;
      };
    }
    return conclusion instanceof Conclusion.Crashed ? INTERNAL_ERROR : UNCHECKABLE;
  }

  /** The code for two inputs: a violation outweighs everything, then the highest code counts. */
  ExitCode and(ExitCode other) {
    if (this == VIOLATION || other == VIOLATION) {
      return VIOLATION;
    }
    return value >= other.value ? this : other;
  }
}
