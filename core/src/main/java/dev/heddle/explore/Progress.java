package dev.heddle.explore;

import dev.heddle.machine.ExecutionView;
import dev.heddle.verdict.Outcome;
import java.util.function.Consumer;

/**
 * How far an exploration is, readable from other threads while it runs, and the way to stop it. The
 * explorer publishes every few thousand executions; it never waits for a reader.
 */
public final class Progress {
  private volatile long complete;
  private volatile long blocked;
  private volatile String stopReason;
  private volatile Outcome found;
  private volatile long overflow;
  private volatile Checkpointing checkpointing;
  private volatile Estimate estimate;
  private volatile Consumer<ExecutionView> observer;

  public long complete() {
    return complete;
  }

  public long blocked() {
    return blocked;
  }

  /** How large the whole probably is; null as long as nothing is known about that. */
  public Estimate estimate() {
    return estimate;
  }

  /** Asks the exploration to end soon and to give {@code reason} for it; the first reason stays. */
  public synchronized void stop(String reason) {
    if (stopReason == null) {
      stopReason = reason;
    }
  }

  /** Why the exploration has to stop, or null. */
  public String stopReason() {
    return stopReason;
  }

  /** What has been found, while it is made understandable; null before that. */
  public Outcome found() {
    return found;
  }

  /** Says what has been found: from now on the result is known, and only its words are not. */
  public void found(Outcome outcome) {
    found = outcome;
  }

  /** Is shown each execution, complete or blocked, while it stands; null for nobody. */
  Consumer<ExecutionView> observer() {
    return observer;
  }

  /** From the next exploration on, each execution is shown to somebody. */
  public void observe(Consumer<ExecutionView> newObserver) {
    observer = newObserver;
  }

  /** Where to leave what is left to explore; null if nobody wants it. */
  public Checkpointing checkpointing() {
    return checkpointing;
  }

  /** From the next exploration on, what is left is kept. */
  public void keep(Checkpointing kept) {
    checkpointing = kept;
  }

  void publish(long completeExecutions, long blockedExecutions) {
    complete = completeExecutions;
    blocked = blockedExecutions;
  }

  /** How many bytes of a temporary file were needed for what did not fit into memory. */
  public long overflow() {
    return overflow;
  }

  synchronized void publishOverflow(long bytes) {
    overflow = Math.max(overflow, bytes);
  }

  void publish(Estimate newEstimate) {
    estimate = newEstimate;
  }
}
