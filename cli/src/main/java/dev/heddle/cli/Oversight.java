package dev.heddle.cli;

import dev.heddle.report.CheckResult;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Sees to it that a check keeps its limits, whatever it is busy with: compiling, preparing the
 * program, a single long execution, or telling what it found. The check runs in a thread of its
 * own. When a limit is reached, it is asked to stop; if it does not in time, it is given up, and
 * the result says how far it had come.
 */
final class Oversight {
  private static final long SECOND = 1_000_000_000;
  private static final long GRACE_NANOSECONDS = 150_000_000;
  private static final long LOOK_NANOSECONDS = 50_000_000;

  /** Programs are walked through by recursion, too. */
  private static final int STACK_BYTES = 16 << 20;

  private final InputCheck check;

  /** At most so long; 0 for no limit. */
  private final long nanoseconds;

  /** At most so much; null for no limit. */
  private final MemorySize memory;

  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile CheckResult result;

  Oversight(InputCheck check, long nanoseconds, MemorySize memory) {
    this.check = check;
    this.nanoseconds = nanoseconds;
    this.memory = memory;
  }

  /** The result of the check, or what can be said of one that did not keep its limits. */
  CheckResult result() {
    Thread thread = new Thread(null, this::run, "check", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      String reason = reachedLimit();
      if (reason == null) {
        return result;
      }
      check.stop(reason);
      // What is left may have to be saved, which is worth a bit of a long limit.
      return ended.await(GRACE_NANOSECONDS + nanoseconds / 20, TimeUnit.NANOSECONDS)
          ? result
          : check.givenUp(reason);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      check.stop(Interruption.REASON);
      return check.givenUp(Interruption.REASON);
    }
  }

  private void run() {
    result = check.run();
    ended.countDown();
  }

  /** Waits for the end of the check or of its limits; null if the check was first. */
  private String reachedLimit() throws InterruptedException {
    while (true) {
      long elapsed = check.elapsed();
      long left = nanoseconds == 0 ? Long.MAX_VALUE : nanoseconds - elapsed;
      if (left <= 0) {
        return "the time limit is reached";
      }
      long pause = memory == null ? SECOND : LOOK_NANOSECONDS;
      if (ended.await(Math.min(left, pause), TimeUnit.NANOSECONDS)) {
        return null;
      }
      if (memory != null && ProcessMemory.bytes() > memory.bytes()) {
        return "the memory limit of " + memory + " is reached";
      }
      // Asking this takes classes that short runs would only wait for.
      if (elapsed > 2 * SECOND && ProcessMemory.isHeapFull()) {
        return memory == null ? "out of memory" : "the memory limit of " + memory + " is reached";
      }
    }
  }
}
