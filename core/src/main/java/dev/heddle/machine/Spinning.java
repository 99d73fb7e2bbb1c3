package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;

/**
 * Finds out whether a thread that was stopped in a loop would stay in it forever, with memory as it
 * is now. It may have been stopped after it read something that has changed since: then it would go
 * on when it reads again, and that it was stopped means nothing. What it changes and takes back, as
 * by locking a mutex for a look, does not count.
 */
final class Spinning {
  private static final int MAX_ROUNDS = 8;

  private final Interpreter interpreter;
  private final LoneThread alone;

  Spinning(Machine machine, Interpreter interpreter) {
    this.interpreter = interpreter;
    this.alone = new LoneThread(machine, interpreter);
  }

  /** Lets the thread go around until it comes to where it was the last time. */
  boolean lasts(int t, ThreadNode stopped) {
    ThreadNode last = stopped;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      ThreadNode node = alone.goUntil(Status.SPINNING, t, interpreter.repeat(t, last));
      if (node == null || !alone.leavesNoTrace()) {
        return false;
      }
      if (node.state.pc == last.state.pc) {
        return true;
      }
      last = node;
    }
    return false;
  }
}
