package dev.heddle.verdict;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import java.util.List;

/**
 * One thing that goes wrong, with the execution in which it does.
 *
 * @param location the user's line at which it happens
 * @param thread the thread that fails; threads are numbered from 0 (main) in order of creation
 * @param trace the execution, in time order, up to the failure
 * @param output what the program printed
 */
public record Violation(
    FailureKind kind,
    String message,
    Location location,
    int thread,
    List<Step> trace,
    String output) {
  public Violation {
    trace = List.copyOf(trace);
  }

  /**
   * One visible operation of an execution.
   *
   * @param operation the operation's name, such as {@code load} or {@code lock}
   * @param target the memory it touches as the user would name it, or the empty string
   * @param value what it read or wrote as a signed number, if it did
   * @param readsFrom the position in the trace of the write that a read took its value from, -1 for
   *     the initial value, -2 for operations that read nothing
   */
  public record Step(
      int thread, String operation, String target, Long value, int readsFrom, Location location) {}
}
