package dev.heddle.explore.random;

/** The threads that could go on, in the order in which they were started. */
public interface ReadyThreads {
  int count();

  /** The number of the i-th thread. */
  int thread(int i);

  /** Whether the next operations of two of them access the same bytes, and one may write. */
  boolean conflict(int i, int j);
}
