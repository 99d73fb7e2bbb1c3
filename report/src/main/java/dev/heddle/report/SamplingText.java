package dev.heddle.report;

import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;

/** What random runs came to, in words. */
final class SamplingText {
  private SamplingText() {}

  /** Such as {@code 10000 runs (12 blocked, 3 cut)}. */
  static String counts(Outcome outcome) {
    Sampling sampling = outcome.sampling();
    String text = Quantity.of(sampling.runs(), "run");
    long blocked = outcome.blocked() - sampling.cut();
    if (blocked <= 0 && sampling.cut() == 0) {
      return text;
    }
    String cut = sampling.cut() == 0 ? "" : sampling.cut() + " cut";
    String both = blocked > 0 && sampling.cut() > 0 ? ", " : "";
    return text + " (" + (blocked > 0 ? blocked + " blocked" : "") + both + cut + ")";
  }

  /** How often a violation was met, and how to meet it again. */
  static String occurrence(Sampling sampling, int violation) {
    Sampling.Occurrence met = sampling.occurrences().get(violation);
    return "met in "
        + met.runs()
        + " of "
        + Quantity.of(sampling.runs(), "run")
        + "; with the same options, --seed "
        + met.seed()
        + " --runs 1 shows it again";
  }

  /** How much of the program the runs have seen. */
  static String coverage(Sampling sampling) {
    String text =
        (sampling.classes() == 1
                ? "1 reads-from class"
                : sampling.classes() + " reads-from classes")
            + " in "
            + Quantity.grouped(sampling.events())
            + " events";
    if (sampling.classes() == 0) {
      return text;
    }
    if (sampling.once() == 0) {
      return text + "; each was met more than once";
    }
    String chance =
        text
            + "; the next run would be of a new class with probability "
            + percent(sampling.unseenShare());
    return sampling.unseenClasses() == 0
        ? chance + " (estimate)"
        : chance
            + ", and at least "
            + Quantity.grouped(sampling.unseenClasses())
            + " classes were not met (estimates)";
  }

  private static String percent(double share) {
    long hundredths = Math.round(share * 10_000);
    if (hundredths == 0) {
      return "below 0.01 %";
    }
    long fraction = hundredths % 100;
    return hundredths / 100 + (fraction < 10 ? ".0" : ".") + fraction + " %";
  }
}
