package dev.heddle.execution;

import dev.heddle.program.Location;

/** What reports say of data races. */
public final class RaceText {
  private RaceText() {}

  /** Ends what is certain of every race; what could be done about it follows. */
  private static final String UNORDERED = ": neither happens before the other; ";

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
    String atomic =
        isPlain && isLaterPlain
            ? "atomic accesses would not race"
            : "an atomic access " + (isLaterPlain ? "here" : "there") + " would not race";
    return "data race with the "
        + (isPlain ? "plain " : "atomic ")
        + (writes ? "write" : "read")
        + " by "
        + (thread == 0 ? "main" : "thread " + thread)
        + " at "
        + place
        + UNORDERED
        + "a mutex that both hold would order them; "
        + atomic;
  }

  /** A text with what would keep the two accesses apart in place of what always helps. */
  public static String withRemedy(String text, String remedy) {
    return text.substring(0, endOfFacts(text)) + remedy;
  }

  /** A text that says what does not help in front of what does. */
  public static String withoutRemedy(String text, String useless) {
    int end = endOfFacts(text);
    return text.substring(0, end) + useless + "; " + text.substring(end);
  }

  private static int endOfFacts(String text) {
    return text.indexOf(UNORDERED) + UNORDERED.length();
  }
}
