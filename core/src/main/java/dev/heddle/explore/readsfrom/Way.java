package dev.heddle.explore.readsfrom;

/**
 * What tells ways to go on from a prefix of the trace apart: the event that is read from or reads,
 * with all of its past. It is known by its fingerprint ({@link Fingerprints}), so that two ways are
 * σ ≡ σ′ if and only if these are equal.
 *
 * <p>It is one object that is filled again and again.
 */
final class Way {
  private static final long WAITING = -4;

  private final Execution execution;

  /** The two halves of the fingerprint. */
  long first;

  long second;

  Way(Execution execution) {
    this.execution = execution;
  }

  /** An operation takes an alternative and reads from a source. */
  void ofSource(int source, int alternative) {
    first = execution.fingerprints.first(source) + alternative;
    second = execution.fingerprints.second(source);
  }

  /** An event that is not there: an alternative of an operation, with another source. */
  void ofEvent(Operation operation, int source, int alternative) {
    int t = operation.thread;
    int before = operation.predecessor;
    first = execution.fingerprints.first(t, before, source, -1, alternative);
    second = execution.fingerprints.second(t, before, source, -1, alternative);
  }

  /** Nothing is read: the operation waits for good. */
  void waiting() {
    first = WAITING;
    second = WAITING;
  }
}
