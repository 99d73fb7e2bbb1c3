package dev.heddle.report;

import dev.heddle.explore.Progress;

/** A way to show how far explorations are while they run. */
public interface ProgressDisplay {
  /** Shows the exploration of an input until it is closed. */
  Shown start(String file, Progress progress);

  /** What is shown of one exploration. */
  interface Shown extends AutoCloseable {
    /** Ends it; nothing is written after this returns. */
    @Override
    void close();
  }
}
