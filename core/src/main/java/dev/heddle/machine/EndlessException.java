package dev.heddle.machine;

/** A program goes on for so long that it seems to have no end; the message says where. */
public final class EndlessException extends MachineException {
  /** How many of the latest events tell which thread goes round. */
  private static final int LATEST = 2000;

  EndlessException(Code code, ThreadState state) {
    super(
        code.loopAround(state)
            + " keeps going; bound it with __VERIFIER_loop_bound(N), or all loops of a check with"
            + " --unroll N");
  }

  /** Names the loop of the thread that has done most of late, in an execution that is long. */
  public static EndlessException in(ExecutionView execution) {
    ThreadNode busiest = execution.current(busiest(execution));
    return new EndlessException(execution.code(), busiest.state);
  }

  /** The thread that has done most of late, the latest event left out: it may have just begun. */
  private static int busiest(ExecutionView execution) {
    int length = execution.length();
    int[] counts = new int[execution.threads()];
    int busiest = execution.thread(execution.event(length - 2));
    for (int place = length - 2; place >= Math.max(0, length - LATEST); place--) {
      int t = execution.thread(execution.event(place));
      if (++counts[t] > counts[busiest]) {
        busiest = t;
      }
    }
    return busiest;
  }
}
