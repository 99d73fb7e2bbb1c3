package dev.heddle.machine;

/**
 * What the reads of a sequence of events read from: the latest write before them. It is looked for
 * each time, so this is for those who tell of executions, not for those who search among them.
 */
final class LatestWrites {
  private final Machine machine;

  LatestWrites(Machine machine) {
    this.machine = machine;
  }

  /** The source of an event. */
  int source(int event) {
    return machine.operation(event).kind().reads()
        ? latest(event, machine.footprint(event))
        : ExecutionView.NOTHING;
  }

  /** The source of one of the bytes that an event reads. */
  int source(int event, int offset) {
    long footprint = machine.footprint(event);
    if (!Footprint.touches(footprint)) {
      return ExecutionView.INITIAL;
    }
    int first = Integer.numberOfTrailingZeros(Footprint.mask(footprint)) + offset;
    long position = ((long) Footprint.word(footprint) << 3) + first;
    return latest(event, Footprint.of(position, 1, false));
  }

  /** The latest event before another one that wrote to some of these bytes. */
  private int latest(int event, long read) {
    for (int place = machine.place(event) - 1; place >= 0; place--) {
      int write = machine.event(place);
      if (Footprint.conflict(machine.footprint(write), read) && machine.writes(write)) {
        return write;
      }
    }
    return ExecutionView.INITIAL;
  }
}
