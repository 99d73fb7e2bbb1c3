package dev.heddle.machine;

/**
 * An execution that comes into being step by step, as somebody wants it. Its events are numbered by
 * their places, and what happens before the first one is kept ({@link ExecutionView#prologue}).
 */
public interface Replay {
  /** Where the value of a read comes from is not said: it follows from the order of the steps. */
  int BY_ORDER = -3;

  /** The execution so far. */
  ExecutionView execution();

  /**
   * Tells before the first step which ones are to come, by what {@link #step} will be told of each:
   * where an operation reads from a later one, what that is going to write must be known.
   */
  default void foresee(int[] threads, int[] alternatives, int[] sources) {}

  /**
   * Lets a thread perform its next operation.
   *
   * @param alternative which of the alternatives of the operation
   * @param source the event that the operation reads from, {@link ExecutionView#INITIAL}, {@link
   *     ExecutionView#NOTHING} or {@link #BY_ORDER}
   * @return false if that is not possible; nothing has happened then
   */
  boolean step(int t, int alternative, int source);
}
