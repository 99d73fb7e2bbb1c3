package dev.heddle.explore;

/**
 * How far an exploration goes, and what counts as a violation in it.
 *
 * @param unroll at most this many passes through a loop's header; 0 for no bound
 * @param keepGoing whether to go on after the first violation
 * @param executions at most this many executions, blocked ones included; 0 for no bound
 * @param nanoseconds at most this long; 0 for no bound
 * @param checkLiveness whether a loop that a thread never leaves is a violation, and not only worth
 *     a warning
 * @param tables how many bytes of tables and of what waits stay in memory, while the rest goes to a
 *     temporary file; 0 for the usual
 */
public record Limits(
    int unroll,
    boolean keepGoing,
    long executions,
    long nanoseconds,
    boolean checkLiveness,
    long tables) {
  public static final Limits NONE = new Limits(0, false, 0, 0);

  public Limits(int unroll, boolean keepGoing, long executions, long nanoseconds) {
    this(unroll, keepGoing, executions, nanoseconds, false);
  }

  public Limits(
      int unroll, boolean keepGoing, long executions, long nanoseconds, boolean checkLiveness) {
    this(unroll, keepGoing, executions, nanoseconds, checkLiveness, 0);
  }

  public Limits withUnroll(int passes) {
    return new Limits(passes, keepGoing, executions, nanoseconds, checkLiveness, tables);
  }

  /** What is left of the limits when so much time has passed. */
  public Limits after(long elapsed) {
    long left = nanoseconds == 0 ? 0 : Math.max(1, nanoseconds - elapsed);
    return new Limits(unroll, keepGoing, executions, left, checkLiveness, tables);
  }

  public Limits withExecutions(long most) {
    return new Limits(unroll, keepGoing, most, nanoseconds, checkLiveness, tables);
  }

  /** The same with another limit of time; 0 for none. */
  public Limits withTime(long limit) {
    return new Limits(unroll, keepGoing, executions, limit, checkLiveness, tables);
  }

  public Limits withKeepGoing() {
    return new Limits(unroll, true, executions, nanoseconds, checkLiveness, tables);
  }

  public Limits withLiveness() {
    return new Limits(unroll, keepGoing, executions, nanoseconds, true, tables);
  }

  /** The same with other bounds of memory for tables. */
  public Limits withTables(long bytes) {
    return new Limits(unroll, keepGoing, executions, nanoseconds, checkLiveness, bytes);
  }
}
