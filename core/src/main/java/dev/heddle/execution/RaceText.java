package dev.heddle.execution;

import dev.heddle.program.Location;

/** What reports say of data races. */
public final class RaceText {
  private RaceText() {}

  /**
   * Of an access that races with an earlier one, and what would order the two.
   *
   * @param thread whose the earlier one is
   * @param writes whether the earlier one does
   * @param isPlain whether it is plain, so that the later one may be atomic
   * @param isLaterPlain whether the later one is plain
   */
  public static String of(
      int thread, Location place, boolean writes, boolean isPlain, boolean isLaterPlain) {
    String remedy =
        isPlain && isLaterPlain
            ? ""
            : isLaterPlain ? ", or an atomic access here" : ", or an atomic access there";
    return "data race with the "
        + (isPlain ? "plain " : "atomic ")
        + (writes ? "write" : "read")
        + " by thread "
        + thread
        + " at "
        + place
        + ": neither happens before the other; a mutex that both hold would order them, or a"
        + " release store behind one that an acquire load in front of the other reads"
        + remedy;
  }
}
