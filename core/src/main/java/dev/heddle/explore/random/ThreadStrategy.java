package dev.heddle.explore.random;

/** Picks the thread that goes on, at every step of one run. */
public interface ThreadStrategy {
  /** The place, among the ready threads, of the one to go on. */
  int choose(ReadyThreads ready);

  /** The thread at a place has gone on; the others are still in front of the same operations. */
  default void ran(int place, ReadyThreads ready) {}

  /** A thread has run for so long without others that it may be waiting for one of them. */
  default void tired(int thread) {}
}
