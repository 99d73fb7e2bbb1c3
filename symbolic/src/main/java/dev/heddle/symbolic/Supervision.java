package dev.heddle.symbolic;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.symbolic.solve.Solver;

/** Stops a solver when its time is over or somebody wants it to end. */
final class Supervision implements AutoCloseable {
  private static final int MILLISECONDS = 50;

  private final Solver solver;
  private final Progress progress;
  private final long deadline;
  private final Thread watch = new Thread(this::watch, "supervision");
  private boolean over;
  // Z3 takes Ctrl-C for itself while it works; nothing else stops it unasked.
  private String reason = "interrupted";

  Supervision(Solver solver, Limits limits, Progress progress) {
    this.solver = solver;
    this.progress = progress;
    deadline = limits.nanoseconds() > 0 ? System.nanoTime() + limits.nanoseconds() : 0;
    watch.setDaemon(true);
    watch.start();
  }

  private synchronized void watch() {
    try {
      while (!over) {
        if (progress.stopReason() != null) {
          reason = progress.stopReason();
          solver.stop();
          return;
        }
        if (deadline != 0 && System.nanoTime() - deadline >= 0) {
          reason = "the time limit is reached";
          solver.stop();
          return;
        }
        wait(MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why the solver was stopped. */
  synchronized String reason() {
    return reason;
  }

  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
  }
}
