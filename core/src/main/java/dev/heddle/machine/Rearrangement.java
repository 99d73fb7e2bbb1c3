package dev.heddle.machine;

/**
 * Brings a machine into another order of its events without performing again those that stay what
 * they are: same thread, same past, and they read what they read before.
 *
 * <p>The latest events are lifted: memory is as if they had not happened, while their threads stay
 * where they are. Each is then either laid at the end again, or dropped, the latest of a thread
 * first. New events may come in between. An event that is laid keeps its number.
 */
public final class Rearrangement {
  private final Machine machine;
  private final EventLog log;

  public Rearrangement(Machine machine) {
    this.machine = machine;
    this.log = machine.log;
  }

  /** Whether the latest event of a machine can be lifted as long as it is there. */
  public static boolean isPossible(Machine machine) {
    int event = machine.latest();
    long footprint = machine.footprint(event);
    ThreadNode next = machine.current(machine.thread(event));
    return next.effects == null
        && next.status != ThreadNode.Status.FAILED
        && !Footprint.isRange(footprint)
        && !Footprint.straddles(footprint);
  }

  /** Lifts the latest event. */
  public void lift() {
    machine.operations.undo(log.lift());
  }

  /** Puts a lifted event to the end of the execution. */
  public void lay(int event) {
    log.moveToEnd(event);
    machine.operations.redo(event);
  }

  /** Drops a lifted event, the latest of its thread that is left. */
  public void drop(int event) {
    machine.stepBack(event);
  }

  /** All events that had been lifted have been laid or dropped. */
  public void end() {
    log.endLifting();
  }

  /**
   * Numbers the events of a machine by their places in the execution, as they are as long as nobody
   * moves them. If one has another number, then all are performed again.
   */
  public static void numberInOrder(Machine machine) {
    EventLog log = machine.log;
    int count = log.length();
    int inOrder = 0;
    while (inOrder < count && log.at(inOrder) == inOrder) {
      inOrder++;
    }
    if (inOrder == count) {
      return;
    }
    int[] threads = new int[count];
    int[] alternatives = new int[count];
    for (int place = count - 1; place >= 0; place--) {
      threads[place] = machine.thread(machine.latest());
      alternatives[place] = machine.alternative(machine.latest());
      machine.undo();
    }
    log.renumber();
    for (int place = 0; place < count; place++) {
      machine.step(threads[place], alternatives[place]);
    }
  }
}
