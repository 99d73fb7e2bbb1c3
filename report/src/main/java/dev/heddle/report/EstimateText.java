package dev.heddle.report;

import dev.heddle.explore.Estimate;

/** How large a search probably is, in words. */
public final class EstimateText {
  private static final long SECOND = 1_000_000_000L;

  private static final double YEARS = 2 * 365 * 86_400;
  private static final long HUGE = 1_000_000_000_000_000L;

  private EstimateText() {}

  /** Such as {@code 37 % of about 32,000 (25,000 to 41,000), 2 s left}. */
  static String shortly(Estimate estimate, long executions, long nanoseconds) {
    return percent(estimate.share())
        + " of about "
        + range(estimate)
        + ", "
        + seconds(left(estimate, executions, nanoseconds))
        + " left";
  }

  /** The same as a sentence of its own, for somebody who asked for nothing else. */
  public static String sentence(Estimate estimate, long executions, long nanoseconds) {
    double whole = nanoseconds + left(estimate, executions, nanoseconds);
    return "an estimate only: about "
        + range(estimate)
        + " executions, "
        + seconds(whole)
        + " in all at this rate; "
        + percent(estimate.share())
        + " is explored";
  }

  /** Nanoseconds until the end, if it goes on as it did. */
  static double left(Estimate estimate, long executions, long nanoseconds) {
    double more = (double) Math.max(0, estimate.executions() - executions);
    return executions == 0 ? 0 : more / executions * nanoseconds;
  }

  private static String range(Estimate estimate) {
    if (estimate.low() >= HUGE) {
      return count(estimate.low());
    }
    return count(estimate.executions())
        + (" (" + count(estimate.low()) + " to " + count(estimate.high()) + ")");
  }

  /** Nobody counts that far, and digits would claim that somebody had. */
  private static String count(long executions) {
    return executions < HUGE ? Quantity.grouped(executions) : "10^15 and more";
  }

  /** Very small shares are not 0. */
  private static String percent(double share) {
    return share < 0.01 ? "less than 1 %" : (long) (100 * share) + " %";
  }

  /** Whole seconds; an estimate that claims more would be wrong. */
  private static String seconds(double nanoseconds) {
    double seconds = Math.ceil(nanoseconds / SECOND);
    return seconds < YEARS ? Quantity.grouped((long) seconds) + " s" : "years";
  }
}
