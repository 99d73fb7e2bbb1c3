package dev.heddle.report;

import java.time.Duration;

/**
 * Does something again and again on a thread of its own, until it is closed. It never does so after
 * {@link #close} has returned.
 */
abstract class Ticker implements ProgressDisplay.Shown {
  private final Duration delay;
  private final Duration period;
  private boolean closed;

  /**
   * @param delay before the first time
   * @param period between two times
   */
  Ticker(Duration delay, Duration period) {
    this.delay = delay;
    this.period = period;
  }

  /** What to do each time. */
  abstract void tick();

  /** What to do at the end. */
  abstract void end();

  void start() {
    Thread thread = new Thread(this::run, "progress");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public final synchronized void close() {
    if (!closed) {
      end();
    }
    closed = true;
    notifyAll();
  }

  private synchronized void run() {
    try {
      sleep(delay);
      while (!closed) {
        tick();
        sleep(period);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sleeps for {@code time} or until this is closed. */
  private void sleep(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0 && !closed; left = end - System.nanoTime()) {
      wait(Math.max(1, left / 1_000_000));
    }
  }
}
