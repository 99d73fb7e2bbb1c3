package dev.heddle.report;

import dev.heddle.explore.Estimate;
import dev.heddle.explore.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A line on a terminal that shows how far a run is, until it is closed. It reads what the run
 * publishes and never slows it down. It appears only after a moment, so that short checks do not
 * flicker.
 */
public final class ProgressLine extends Ticker {
  private static final Duration DELAY = Duration.ofMillis(400);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final int LONGEST_NAME = 32;
  private static final String EXECUTIONS = "executions";
  private static final String ERASE = "\r\033[K";

  private final PrintStream terminal;
  private final Supplier<String> text;
  private boolean shown;

  private ProgressLine(PrintStream terminal, Supplier<String> text) {
    super(DELAY, PERIOD);
    this.terminal = terminal;
    this.text = text;
  }

  /** Starts to show {@code progress} of an exploration. */
  public static ProgressLine start(PrintStream terminal, String file, Progress progress) {
    return start(terminal, file, EXECUTIONS, progress);
  }

  /** Starts to show {@code progress} of random runs. */
  public static ProgressLine startForRuns(PrintStream terminal, String file, Progress progress) {
    return start(terminal, file, "runs", progress);
  }

  private static ProgressLine start(
      PrintStream terminal, String file, String what, Progress progress) {
    long start = System.nanoTime();
    return start(terminal, () -> text(file, what, progress, System.nanoTime() - start));
  }

  /** Starts to show what {@code text} gives each time. */
  public static ProgressLine start(PrintStream terminal, Supplier<String> text) {
    ProgressLine line = new ProgressLine(terminal, text);
    line.start();
    return line;
  }

  @Override
  void tick() {
    terminal.print(ERASE + text.get());
    terminal.flush();
    shown = true;
  }

  /** Takes the line off the terminal. */
  @Override
  void end() {
    if (shown) {
      terminal.print(ERASE);
      terminal.flush();
    }
  }

  private static String text(String file, String what, Progress progress, long nanoseconds) {
    long executions = progress.complete() + progress.blocked();
    String text = text(file, executions, what, nanoseconds);
    Estimate estimate = progress.estimate();
    return estimate == null
        ? text
        : text + "  " + EstimateText.shortly(estimate, executions, nanoseconds);
  }

  static String text(String file, long count, String what, long nanoseconds) {
    return name(file)
        + "  "
        + Quantity.grouped(count)
        + " "
        + what
        + "  "
        + Quantity.grouped(Quantity.rate(count, nanoseconds))
        + "/s  "
        + Quantity.seconds(nanoseconds);
  }

  /** A name that leaves room for what is said about it. */
  static String name(String file) {
    String name = PlainText.line(file);
    return name.length() <= LONGEST_NAME
        ? name
        : "..." + name.substring(name.length() - LONGEST_NAME + 3);
  }
}
