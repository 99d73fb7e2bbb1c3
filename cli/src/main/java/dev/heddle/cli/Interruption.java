package dev.heddle.cli;

import java.util.function.UnaryOperator;

/**
 * The user's wish to end a run now, from Ctrl-C or a termination signal. A run that is told so
 * still reports what it covered: an hour of exploration is worth a line.
 */
final class Interruption {
  static final String REASON = "interrupted";

  /** What can be ended early. */
  interface Interruptible {
    /** Asks for an end soon, with a report for the current input. */
    void stop(String reason);

    /** Reports at once, on behalf of a run that did not follow {@link #stop} in time. */
    ExitCode abandon(String reason);

    /** The same, and when it is abandoned something is still done with the results. */
    default Interruptible settledBy(UnaryOperator<ExitCode> settling) {
      Interruptible run = this;
      return new Interruptible() {
        @Override
        public void stop(String reason) {
          run.stop(reason);
        }

        @Override
        public ExitCode abandon(String reason) {
          return settling.apply(run.abandon(reason));
        }
      };
    }
  }

  private Interruptible run;
  private boolean requested;

  /** Makes {@code started} the run that an interruption ends. */
  synchronized void watch(Interruptible started) {
    run = started;
    if (requested) {
      run.stop(REASON);
    }
  }

  synchronized void request() {
    requested = true;
    if (run != null) {
      run.stop(REASON);
    }
  }

  ExitCode abandon() {
    Interruptible abandoned;
    synchronized (this) {
      abandoned = run;
    }
    return abandoned == null ? ExitCode.INCONCLUSIVE : abandoned.abandon(REASON);
  }
}
