package dev.heddle.report;

import dev.heddle.explore.Estimate;

/** How large a search probably is, in words. */
public final class EstimateText {
  private static final long SECOND = 1_000_000_000L;

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
    String range =
        " (" + Quantity.grouped(estimate.low()) + " to " + Quantity.grouped(estimate.high()) + ")";
    return Quantity.grouped(estimate.executions()) + range;
  }

  /** Very small shares are not 0. */
  private static String percent(double share) {
    return share < 0.01 ? "less than 1 %" : (long) (100 * share) + " %";
  }

  /** Whole seconds; an estimate that claims more would be wrong. */
  private static String seconds(double nanoseconds) {
    long seconds = (long) Math.ceil(nanoseconds / SECOND);
    return Quantity.grouped(seconds) + " s";
  }
}
