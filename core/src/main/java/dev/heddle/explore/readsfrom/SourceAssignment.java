package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/** What an operation is to read, and perhaps who is to read from it. */
final class SourceAssignment {
  final int source;
  final int[] summands;
  final boolean writes;
  final int alternative;

  /** The thread whose next event reads from the operation, or -1. */
  final int reader;

  /** What that event is to read with it; if there is none, as the operation. */
  final int[] summandsOfReader;

  private SourceAssignment(
      int source,
      int[] summands,
      boolean writes,
      int alternative,
      int reader,
      int[] summandsOfReader) {
    this.source = source;
    this.summands = summands;
    this.writes = writes;
    this.alternative = alternative;
    this.reader = reader;
    this.summandsOfReader = summandsOfReader;
  }

  /** An operation that nobody has to read from. */
  static SourceAssignment of(int source, int[] summands, boolean writes, int alternative) {
    return new SourceAssignment(source, summands, writes, alternative, -1, summands);
  }

  /** An operation that writes, and who reads from it. */
  static SourceAssignment reversed(
      int source, int[] summands, int alternative, int reader, int[] summandsOfReader) {
    return new SourceAssignment(source, summands, true, alternative, reader, summandsOfReader);
  }

  /** How many events it adds to what is wanted. */
  int events() {
    return reader < 0 ? 1 : 2;
  }

  /** Puts in the steps of these events, one right behind the other; tells where they end. */
  int putSteps(ChangedOperation operation, int[] steps, int at) {
    steps[at] = Schedule.step(operation.thread, alternative);
    if (reader >= 0) {
      steps[at + 1] = Schedule.step(reader, 0);
    }
    return at + events();
  }

  @Override
  public String toString() {
    return "reads " + source + " and " + Arrays.toString(summands) + ", read by " + reader;
  }
}
