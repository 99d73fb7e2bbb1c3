package dev.heddle.report;

import dev.heddle.explore.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A line on a terminal that shows how far a run is, until it is closed. It reads what the run
 * publishes and never slows it down. It appears only after a moment, so that short checks do not
 * flicker.
 */
public final class ProgressLine implements AutoCloseable {
  private static final Duration DELAY = Duration.ofMillis(400);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final int LONGEST_NAME = 32;
  private static final String ERASE = "\r\033[K";

  private final PrintStream terminal;
  private final Supplier<String> text;
  private boolean shown;
  private boolean closed;

  private ProgressLine(PrintStream terminal, Supplier<String> text) {
    this.terminal = terminal;
    this.text = text;
  }

  /** Starts to show {@code progress}. */
  public static ProgressLine start(PrintStream terminal, String file, Progress progress) {
    long start = System.nanoTime();
    return start(
        terminal,
        () -> text(file, progress.complete() + progress.blocked(), System.nanoTime() - start));
  }

  /** Starts to show what {@code text} gives each time. */
  static ProgressLine start(PrintStream terminal, Supplier<String> text) {
    ProgressLine line = new ProgressLine(terminal, text);
    Thread painter = new Thread(line::paint, "progress");
    painter.setDaemon(true);
    painter.start();
    return line;
  }

  /** Takes the line off the terminal; nothing is written after this returns. */
  @Override
  public synchronized void close() {
    if (shown && !closed) {
      terminal.print(ERASE);
      terminal.flush();
    }
    closed = true;
    notifyAll();
  }

  static String text(String file, long executions, long nanoseconds) {
    return name(file)
        + "  "
        + Quantity.grouped(executions)
        + " executions  "
        + Quantity.grouped(Quantity.rate(executions, nanoseconds))
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

  private synchronized void paint() {
    try {
      sleep(DELAY);
      while (!closed) {
        terminal.print(ERASE + text.get());
        terminal.flush();
        shown = true;
        sleep(PERIOD);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sleeps for {@code time} or until the line is closed. */
  private void sleep(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
      wait(Math.max(1, left / 1_000_000));
    }
  }
}
