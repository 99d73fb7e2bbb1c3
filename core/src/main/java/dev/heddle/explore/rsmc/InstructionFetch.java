package dev.heddle.explore.rsmc;

/**
 * The rules FETCH, LOC, BRT and BRF of figure 4: fetches the instructions of threads past loads
 * that have no value yet, up to a branch whose condition is not known.
 */
interface InstructionFetch {
  /** The threads that there are at first, by their numbers; nothing is fetched yet. */
  FetchPoint[] start();

  /** Whether {@link #advance} would do something. */
  boolean canAdvance(FetchPoint point);

  /** Fetches as far as possible, and changes the point. */
  void advance(FetchPoint point);

  /** Whether a thread has come to its end. */
  boolean isFinished(FetchPoint point);
}
