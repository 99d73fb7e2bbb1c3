package dev.heddle.cli;

import dev.heddle.report.PlainText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The streams of the process and what is known about them.
 *
 * @param outIsTerminal whether a person sees standard output directly
 * @param errIsTerminal whether a person sees standard error directly
 * @param colourful whether the terminal shows colours and its user wants them
 * @param width characters in a line
 */
record Terminal(
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    boolean colourful,
    int width) {
  private static final int NARROWEST = 80;
  private static final int USUAL = 100;
  private static final int WIDEST = 120;

  /**
   * The real ones. Java cannot tell on every version which of its streams are terminals, so the
   * launcher finds out and says so in system properties.
   */
  static Terminal ofProcess() {
    String term = System.getenv("TERM");
    boolean noColour = System.getenv("NO_COLOR") != null && !System.getenv("NO_COLOR").isEmpty();
    return new Terminal(
        stream(FileDescriptor.out),
        stream(FileDescriptor.err),
        Boolean.getBoolean("heddle.out.terminal"),
        Boolean.getBoolean("heddle.err.terminal"),
        !noColour && term != null && !term.equals("dumb"),
        width(System.getenv("COLUMNS")));
  }

  /** Says what went wrong. The message may hold text of others. */
  void complain(String message) {
    err.println("heddle: " + PlainText.lines(message));
  }

  /**
   * Where words go: nowhere with JSON, as they would only fill the logs of scripts that read it.
   */
  PrintStream words(boolean json) {
    return json
        ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)
        : out;
  }

  static int width(String columns) {
    if (columns == null || !columns.matches("[0-9]{1,4}")) {
      return USUAL;
    }
    return Math.max(NARROWEST, Math.min(WIDEST, Integer.parseInt(columns)));
  }

  /** UTF-8 whatever the locale says: JSON must be, and source text should come out as it is. */
  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
