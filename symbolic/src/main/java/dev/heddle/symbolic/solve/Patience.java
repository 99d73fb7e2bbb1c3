package dev.heddle.symbolic.solve;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Stops what the current thread does when the processor has worked on it for some time. */
final class Patience implements AutoCloseable {
  private static final long MILLISECOND = 1_000_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long thread = Thread.currentThread().getId();
  private final long end;
  private final Runnable stop;
  private boolean over;
  private boolean lost;

  /**
   * @param nanoseconds for how long it lasts; processor time, so that answers do not depend on what
   *     else the machine has to do
   */
  Patience(long nanoseconds, Runnable stop) {
    this.stop = stop;
    end = THREADS.getThreadCpuTime(thread) + nanoseconds;
    Thread watch = new Thread(this::watch, "patience");
    watch.setDaemon(true);
    watch.start();
  }

  private synchronized void watch() {
    try {
      while (!over) {
        long left = end - THREADS.getThreadCpuTime(thread);
        if (left <= 0) {
          lost = true;
          stop.run();
          return;
        }
        wait(1 + left / MILLISECOND);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it came to its end before the work did. */
  synchronized boolean isLost() {
    return lost;
  }

  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
  }
}
