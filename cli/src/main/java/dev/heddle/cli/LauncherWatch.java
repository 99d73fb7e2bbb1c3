package dev.heddle.cli;

/**
 * Ends this process when the script that started it is gone. The script waits for this process and
 * passes signals on; killed in a way that it cannot notice, it would leave a run behind that nobody
 * knows of.
 */
final class LauncherWatch {

  private static final long INTERVAL_MILLIS = 250;

  private LauncherWatch() {}

  /** Begins to watch, if there is a launcher. */
  static void begin() {
    Long launcher = Long.getLong("heddle.launcher");
    if (launcher != null) {
      Thread watch = new Thread(() -> waitForEndOf(launcher), "launcher-watch");
      watch.setDaemon(true);
      watch.start();
    }
  }

  private static void waitForEndOf(long launcher) {
    try {
      do {
        Thread.sleep(INTERVAL_MILLIS);
      } while (parent() == launcher);
    } catch (InterruptedException stop) {
      return; // nobody interrupts this thread but the end of the process
    }
    Runtime.getRuntime().halt(ExitCode.INCONCLUSIVE.value());
  }

  /** Who inherits an orphan has another number. */
  private static long parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
  }
}
