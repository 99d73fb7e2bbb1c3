package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/** The variables that some events access, to see with which others these are in conflict. */
final class Conflicts {
  private final Execution execution;

  /** For each variable, the last mark if they read it, and one more if they write it. */
  private long[] marks = new long[32];

  private long mark;

  Conflicts(Execution execution) {
    this.execution = execution;
  }

  /** Forgets all events. */
  void clear() {
    mark += 2;
    if (marks.length < execution.locations.size()) {
      marks = Arrays.copyOf(marks, 2 * execution.locations.size());
    }
  }

  void add(int e) {
    int x = execution.location(e);
    if (x >= 0) {
      marks[x] = execution.writes(e) ? mark + 1 : Math.max(mark, marks[x]);
    }
  }

  /** Whether one of the events accesses the same variable as another, and one of the two writes. */
  boolean isWith(int e) {
    int x = execution.location(e);
    return x >= 0 && marks[x] >= (execution.writes(e) ? mark : mark + 1);
  }
}
