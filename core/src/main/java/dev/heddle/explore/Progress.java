package dev.heddle.explore;

/**
 * How far an exploration is, readable from other threads while it runs, and the way to stop it. The
 * explorer publishes every few thousand executions; it never waits for a reader.
 */
public final class Progress {
  private volatile long complete;
  private volatile long blocked;
  private volatile String stopReason;

  public long complete() {
    return complete;
  }

  public long blocked() {
    return blocked;
  }

  /** Asks the exploration to end soon and to give {@code reason} for it; the first reason stays. */
  public synchronized void stop(String reason) {
    if (stopReason == null) {
      stopReason = reason;
    }
  }

  /** Why the exploration shall stop, or null. */
  public String stopReason() {
    return stopReason;
  }

  void publish(long completeExecutions, long blockedExecutions) {
    complete = completeExecutions;
    blocked = blockedExecutions;
  }
}
