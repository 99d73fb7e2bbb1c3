package dev.heddle.report;

import java.io.PrintStream;

/** Tells the user that Heddle itself failed, and what a useful report about it contains. */
public final class DefectNotice {
  private DefectNotice() {}

  /**
   * Prints the notice.
   *
   * @param occasion such as {@code while checking a.c}
   * @param whole whether to print the details too
   */
  public static void print(
      PrintStream errors, String occasion, Conclusion.Crashed crashed, boolean whole) {
    errors.println(
        PlainText.lines("heddle: internal error " + occasion + ": " + crashed.message()));
    errors.println("This is a defect of Heddle, not of the program. Please report it with");
    errors.println("the program, the command line, and the output of 'heddle --version'");
    errors.println("and of the same command with --verbose.");
    if (whole) {
      errors.println(PlainText.lines(crashed.details().stripTrailing()));
    }
  }
}
