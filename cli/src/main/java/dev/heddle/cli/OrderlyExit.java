package dev.heddle.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the process alive after a signal until the report is out, and gives it an exit code of
 * Heddle instead of the virtual machine's.
 *
 * <p>This is a shutdown hook and no signal handler, because the platform has no supported interface
 * for the latter.
 */
final class OrderlyExit {
  private static final long GRACE_SECONDS = 3;

  private final Interruption interruption;
  private final Thread hook = new Thread(this::endRun, "interruption");
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int exitCode = ExitCode.INCONCLUSIVE.value();

  private OrderlyExit(Interruption interruption) {
    this.interruption = interruption;
  }

  static OrderlyExit install(Interruption interruption) {
    OrderlyExit exit = new OrderlyExit(interruption);
    Runtime.getRuntime().addShutdownHook(exit.hook);
    return exit;
  }

  /** Says that the run is over and its report is out; the process is then free to exit. */
  void runEnded(int code) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyExiting) {
      exitCode = code;
      ended.countDown();
    }
  }

  private void endRun() {
    interruption.request();
    try {
      if (!ended.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        exitCode = interruption.abandon().value();
      }
    } catch (InterruptedException e) {
      exitCode = ExitCode.INTERNAL_ERROR.value();
    }
    // The only way to choose the exit code once the virtual machine is going down.
    Runtime.getRuntime().halt(exitCode);
  }
}
