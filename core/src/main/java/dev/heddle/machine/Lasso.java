package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out whether a thread that was cut in a loop would go around in it forever if no other
 * thread did anything: alone it does always the same, so that coming back to a state means to come
 * back to it again and again. What it writes on its way is kept aside.
 */
final class Lasso {
  private static final int MAX_STEPS = 10_000;
  private static final int MAX_ROUNDS = 4;

  private final Machine machine;
  private final Interpreter interpreter;

  /** What the thread has written, by position, one byte each. */
  private final Map<Long, Byte> written = new HashMap<>();

  private boolean hasWritten;

  Lasso(Machine machine, Interpreter interpreter) {
    this.machine = machine;
    this.interpreter = interpreter;
  }

  /** Whether the thread wrote something on its way, which other threads could see. */
  boolean hasWritten() {
    return hasWritten;
  }

  boolean closes(int t, ThreadNode cut) {
    ThreadNode last = cut;
    Map<Long, Byte> before = Map.of();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      ThreadNode node = goAround(t, last);
      if (node == null) {
        return false;
      }
      if (node.state.isSame(last.state) && isUnchanged(before)) {
        return true;
      }
      last = node;
      before = Map.copyOf(written);
    }
    return false;
  }

  /** Whether memory is as it was when only these bytes had been written. */
  private boolean isUnchanged(Map<Long, Byte> before) {
    for (Map.Entry<Long, Byte> entry : written.entrySet()) {
      Byte old = before.get(entry.getKey());
      byte was = old != null ? old : (byte) machine.memory.read(entry.getKey(), 1);
      if (entry.getValue() != was) {
        return false;
      }
    }
    return true;
  }

  /** The next place at which the thread is cut, or null if it may do something else. */
  private ThreadNode goAround(int t, ThreadNode from) {
    ThreadNode node = interpreter.goOn(t, from);
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      if (node.effects != null && node.effects.changeSomething()) {
        return null;
      }
      if (node.status == Status.CUT) {
        return node;
      }
      if (node.status == Status.READY && node.opcode == Opcode.FENCE) {
        node = interpreter.resume(t, node, node.state, 0, (byte) 0);
        continue;
      }
      if (node.status != Status.READY || !isOnMemory(node.opcode)) {
        return null;
      }
      int object = node.object(machine.objects);
      long position = machine.objects.locate(object, node.address, node.bytes);
      if (position < 0 || machine.objects.isFreed(object) || node.straddles()) {
        return null;
      }
      if (OperationSemantics.needsContent(node) && !isInitialized(position, node.bytes)) {
        return null;
      }
      OperationSemantics semantics = machine.operations.semantics;
      long content = read(position, node.bytes);
      if (!semantics.isPossible(node, t, content) || semantics.failure(node, t, content) != null) {
        return null;
      }
      if (semantics.writes(node, t, content)) {
        write(position, node.bytes, OperationSemantics.written(node, t, content, 0));
      }
      long observed = semantics.observed(node, t, content);
      node = interpreter.resume(t, node, node.state, observed, (byte) 0);
    }
    return null;
  }

  private static boolean isOnMemory(int opcode) {
    return switch (opcode) {
      case Opcode.LOAD,
          Opcode.STORE,
          Opcode.RMW,
          Opcode.CAS,
          Opcode.ADD,
          Opcode.AWAIT,
          Opcode.ATTEMPT,
          Opcode.LOCK,
          Opcode.TRY_LOCK,
          Opcode.UNLOCK ->
          true;
      default -> false;
    };
  }

  private boolean isInitialized(long position, int bytes) {
    for (int i = 0; i < bytes; i++) {
      if (!written.containsKey(position + i) && !machine.memory.isInitialized(position + i, 1)) {
        return false;
      }
    }
    return true;
  }

  private long read(long position, int bytes) {
    long content = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      Byte own = written.get(position + i);
      long one = own != null ? own & 0xff : machine.memory.read(position + i, 1);
      content = content << 8 | one;
    }
    return content;
  }

  private void write(long position, int bytes, long content) {
    for (int i = 0; i < bytes; i++) {
      byte one = (byte) (content >>> (8 * i));
      hasWritten |= one != (byte) read(position + i, 1);
      written.put(position + i, one);
    }
  }
}
