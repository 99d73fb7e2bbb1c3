package dev.heddle.cli;

import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a check is about: everything that can go wrong, or the kinds of violations that a property
 * of SV-COMP names.
 *
 * @param kinds the violations that break it
 * @param leaks whether memory that is neither freed nor kept breaks it too
 */
record Property(Set<FailureKind> kinds, boolean leaks) {
  static final Property EVERYTHING = new Property(EnumSet.allOf(FailureKind.class), false);

  /** Leaks are looked for in so many executions; see the documentation of warnings. */
  private static final long SEARCHED_FOR_LEAKS = 1_000;

  /**
   * Where a program ends, whatever the property: nothing that could break it would have come. What
   * is undefined in C is not among them, as anything could come behind that.
   */
  private static final Set<FailureKind> ENDS =
      EnumSet.of(
          FailureKind.ASSERTION,
          FailureKind.REACH_ERROR,
          FailureKind.ABORT,
          FailureKind.DEADLOCK,
          FailureKind.LIVELOCK);

  Property {
    kinds = Set.copyOf(kinds);
  }

  private boolean isEverything() {
    return kinds.size() == EVERYTHING.kinds.size() && !leaks;
  }

  /** Whether somebody asked for this kind, and not just for everything. */
  boolean isAbout(FailureKind kind) {
    return !isEverything() && kinds.contains(kind);
  }

  /** Whether only other things went wrong, and a further look is needed. */
  boolean isMissedBy(Outcome outcome) {
    return !outcome.violations().isEmpty()
        && outcome.violations().stream().noneMatch(this::isBrokenBy);
  }

  private boolean isBrokenBy(Violation violation) {
    return kinds.contains(violation.kind());
  }

  /** What an exploration that went on after other violations says about the property. */
  Outcome judge(Outcome outcome) {
    if (isEverything()) {
      return outcome;
    }
    List<Violation> broken = outcome.violations().stream().filter(this::isBrokenBy).toList();
    List<Violation> others =
        outcome.violations().stream().filter(violation -> !isBrokenBy(violation)).toList();
    List<String> warnings = new ArrayList<>(outcome.warnings());
    others.forEach(other -> warnings.add(described(other) + " (no part of the property)"));
    String doubt = doubt(outcome, others);
    Verdict verdict =
        !broken.isEmpty()
            ? Verdict.VIOLATION
            : doubt != null
                ? Verdict.INCONCLUSIVE
                // Which loops were cut is not known of an exploration that found something.
                : others.isEmpty() ? outcome.verdict() : Verdict.BOUNDED;
    String reason =
        verdict == Verdict.INCONCLUSIVE && doubt != null
            ? doubt
            : verdict == Verdict.BOUNDED && outcome.reason() == null
                ? "all executions up to what is no part of the property"
                : outcome.reason();
    return new Outcome(verdict, reason, outcome.complete(), outcome.blocked(), broken, warnings);
  }

  /** Why nothing can be said although nothing was found, or null. */
  private String doubt(Outcome outcome, List<Violation> others) {
    if (!others.isEmpty() && outcome.reason() != null) {
      return outcome.reason();
    }
    for (Violation other : others) {
      if (!ENDS.contains(other.kind())) {
        return "what comes after this is undefined: " + described(other);
      }
    }
    boolean isLeak = outcome.warnings().stream().anyMatch(w -> w.contains(": memory allocated"));
    if (leaks && isLeak) {
      return "memory leaks, which is a warning here and no violation";
    }
    if (leaks && outcome.complete() > SEARCHED_FOR_LEAKS) {
      return "leaks were looked for in " + SEARCHED_FOR_LEAKS + " executions only";
    }
    return null;
  }

  private static String described(Violation violation) {
    return violation.location() + ": " + violation.kind().label() + ": " + violation.message();
  }
}
