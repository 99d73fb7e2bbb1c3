package dev.heddle.explore.readsfrom;

/**
 * What tells schedules of one prefix of the trace apart: the event that is read from or reads, with
 * all of its past. Two schedules are taken to be σ ≡ σ′ if and only if their {@link Fingerprints}
 * are equal.
 *
 * <p>It is one object that is filled again and again.
 */
final class ScheduleKey {
  private static final long WAITING = -4;

  private final Fingerprints fingerprints;

  /** The two halves of the fingerprint. */
  long first;

  long second;

  ScheduleKey(Execution execution) {
    this.fingerprints = execution.fingerprints;
  }

  /** An operation takes an alternative and reads from a source and summands. */
  void ofSource(int source, int[] summands, int alternative) {
    first = fingerprints.first(source, summands) + alternative;
    second = fingerprints.second(source, summands);
  }

  /**
   * An event that is not there: an alternative of an operation, with another source and other
   * summands.
   *
   * @param added the summands of the event that reads from it
   */
  void ofEvent(
      ChangedOperation operation, int source, int[] summands, int alternative, int[] added) {
    int t = operation.thread;
    int before = operation.predecessor;
    long firstRead = fingerprints.first(source, summands);
    long secondRead = fingerprints.second(source, summands);
    first = fingerprints.first(t, before, firstRead, -1, alternative);
    first += fingerprints.first(added);
    second = fingerprints.second(t, before, secondRead, -1, alternative);
    second += fingerprints.second(added);
  }

  /** Nothing is read: the operation waits for good. */
  void waiting() {
    first = WAITING;
    second = WAITING;
  }
}
