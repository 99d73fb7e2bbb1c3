package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;

/**
 * Finds out whether a thread that was stopped in a loop would stay in it forever, with memory as it
 * is now. It may have been stopped after it read something that has changed since: then it would go
 * on when it reads again, and that it was stopped means nothing.
 */
final class Spinning {
  /** A loop that does not come back so soon is not known to spin. */
  private static final int MAX_STEPS = 10_000;

  private static final int MAX_ROUNDS = 8;

  private final Machine machine;
  private final Interpreter interpreter;

  Spinning(Machine machine, Interpreter interpreter) {
    this.machine = machine;
    this.interpreter = interpreter;
  }

  /** Lets the thread go around until it comes to where it was the last time. */
  boolean lasts(int t, ThreadNode stopped) {
    ThreadNode last = stopped;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      ThreadNode node = goAround(t, last);
      if (node == null || node.state.pc == last.state.pc) {
        return node != null;
      }
      last = node;
    }
    return false;
  }

  /**
   * The next place at which the thread is stopped, or null if it may get out or change something.
   */
  private ThreadNode goAround(int t, ThreadNode from) {
    ThreadNode node = interpreter.repeat(t, from);
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      if (node.effects != null && node.effects.changeSomething()) {
        return null;
      }
      if (node.status == Status.SPINNING) {
        return node;
      }
      if (node.status != Status.READY || !node.kind().givesContent() || !isReadable(node)) {
        return null;
      }
      long position = position(node);
      long content = machine.memory.read(position, node.bytes);
      if (node.opcode == Opcode.AWAIT && !node.guard.holds(content)) {
        return machine.code.waitsInsteadOfLooping(node) ? node : null;
      }
      if (changes(node, t, content)) {
        return null;
      }
      node = interpreter.resume(t, node, node.state, content, (byte) 0);
    }
    return null;
  }

  private long position(ThreadNode node) {
    return machine.objects.locate(node);
  }

  private boolean isReadable(ThreadNode node) {
    int object = node.object(machine.objects);
    long position = position(node);
    return position >= 0
        && !machine.objects.isFreed(object)
        && machine.memory.isInitialized(position, node.bytes);
  }

  private boolean changes(ThreadNode node, int t, long content) {
    return switch (node.opcode) {
      case Opcode.LOAD, Opcode.PEEK -> false;
      case Opcode.RMW -> updates(node, content);
      case Opcode.AWAIT -> node.operator >= 0 && updates(node, content);
      default -> machine.operations.semantics.writes(node, t, content);
    };
  }

  private static boolean updates(ThreadNode node, long content) {
    return Arithmetic.readModifyWrite(node.operator, 8 * node.bytes, content, node.operand)
        != content;
  }
}
