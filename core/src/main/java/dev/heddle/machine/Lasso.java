package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.Map;

/**
 * Finds out whether a thread that was cut in a loop would go around in it forever if no other
 * thread did anything: alone it does always the same, so that coming back to a state means to come
 * back to it again and again.
 */
final class Lasso {
  private static final int MAX_ROUNDS = 4;

  private final Interpreter interpreter;
  private final LoneThread alone;

  Lasso(Machine machine, Interpreter interpreter) {
    this.interpreter = interpreter;
    this.alone = new LoneThread(machine, interpreter);
  }

  /** Whether the thread wrote something on its way, which other threads could see. */
  boolean hasWritten() {
    return alone.hasWritten();
  }

  boolean closes(int t, ThreadNode cut) {
    ThreadNode last = cut;
    Map<Long, Byte> before = Map.of();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      ThreadNode node = alone.goUntil(Status.CUT, t, interpreter.goOn(t, last));
      if (node == null) {
        return false;
      }
      if (node.state.isSame(last.state) && alone.isUnchanged(before)) {
        return true;
      }
      last = node;
      before = alone.written();
    }
    return false;
  }
}
