package dev.heddle.explore.readsfrom;

/** ⟨σ, E″⟩: how to go on from the trace in front of an event, and an execution of all of it. */
final class Schedule {
  private static final int ALTERNATIVE_BITS = 14;

  /** The threads of σ's events, in order; for a thread that waits for good, {@code ~thread}. */
  final int[] sigma;

  /** Which event of σ stays unmarked; all others are copies. */
  final int unmarked;

  /** E″, as steps. */
  final int[] witness;

  Schedule(int[] sigma, int unmarked, int[] witness) {
    this.sigma = sigma;
    this.unmarked = unmarked;
    this.witness = witness;
  }

  /** A step of the machine: which thread, and which alternative of its operation. */
  static int step(int thread, int alternative) {
    return thread << ALTERNATIVE_BITS | alternative;
  }

  static int thread(int step) {
    return step >>> ALTERNATIVE_BITS;
  }

  static int alternative(int step) {
    return step & ((1 << ALTERNATIVE_BITS) - 1);
  }
}
