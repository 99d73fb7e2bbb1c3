package dev.heddle.explore;

/**
 * Where an exploration stops before its end.
 *
 * @param unroll at most this many passes through a loop's header; 0 for no bound
 * @param keepGoing whether to go on after the first violation
 * @param executions at most this many executions, blocked ones included; 0 for no bound
 * @param nanoseconds at most this long; 0 for no bound
 */
public record Limits(int unroll, boolean keepGoing, long executions, long nanoseconds) {
  public static final Limits NONE = new Limits(0, false, 0, 0);

  public Limits withUnroll(int passes) {
    return new Limits(passes, keepGoing, executions, nanoseconds);
  }

  /** What is left of the limits when so much time has passed. */
  public Limits after(long elapsed) {
    return nanoseconds == 0
        ? this
        : new Limits(unroll, keepGoing, executions, Math.max(1, nanoseconds - elapsed));
  }

  public Limits withKeepGoing() {
    return new Limits(unroll, true, executions, nanoseconds);
  }
}
