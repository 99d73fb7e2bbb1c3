package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Location;

/** Which thread of a machine is in an atomic section, and which did not come to the end of one. */
final class SectionState {
  private static final int NONE = -1;

  /** The thread in a section, to which all others leave the field. */
  private int inside = NONE;

  /** The event after which a thread stopped for good in a section. */
  private int abandoned = NONE;

  boolean keepsFromRunning(int t) {
    return inside != NONE && inside != t;
  }

  /** The thread in a section, or -1. */
  int inside() {
    return inside;
  }

  boolean isAbandoned() {
    return abandoned != NONE;
  }

  /** A thread starts in the middle of a section. */
  void start(int t, ThreadNode at) {
    inside = at.inSection ? t : NONE;
  }

  /** A section begins or goes on, or ends: as it should, or with a thread that stops in it. */
  void step(int t, ThreadNode next, int event) {
    start(t, next);
    boolean isStopped =
        next.status == Status.ASSUME_BLOCKED
            || next.status == Status.SPINNING
            || next.status == Status.CUT
            || next.status == Status.FAILED;
    if (isStopped && next.state.sections > 0 && !isAbandoned()) {
      abandoned = event;
    }
  }

  void undo(int t, ThreadNode before, int event) {
    start(t, before);
    if (abandoned == event) {
      abandoned = NONE;
    }
  }

  static MachineException waits(Location place) {
    return new MachineException(
        place + ": a thread has to wait inside an atomic section; let it wait before the section");
  }

  /** Whether an event has seen half a section, and so does not happen in reality. */
  boolean isUnreal(int event) {
    return isAbandoned() && event > abandoned;
  }
}
