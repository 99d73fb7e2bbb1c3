package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Lets one thread go on alone, with memory as it is. What it writes on its way is kept aside. */
final class LoneThread {
  private static final int MAX_STEPS = 10_000;

  private final Machine machine;
  private final Interpreter interpreter;

  /** What the thread has written, by position, one byte each. */
  private final Map<Long, Byte> written = new HashMap<>();

  /** Of these bytes, those that no other thread reads. */
  private final Set<Long> passing = new HashSet<>();

  private boolean hasWritten;

  LoneThread(Machine machine, Interpreter interpreter) {
    this.machine = machine;
    this.interpreter = interpreter;
  }

  /** Whether the thread wrote something on its way, which other threads could see. */
  boolean hasWritten() {
    return hasWritten;
  }

  /** Whether other threads find memory as it was. */
  boolean leavesNoTrace() {
    return written.entrySet().stream()
        .allMatch(
            entry ->
                passing.contains(entry.getKey())
                    || entry.getValue() == (byte) machine.memory.read(entry.getKey(), 1));
  }

  Map<Long, Byte> written() {
    return Map.copyOf(written);
  }

  /** Whether memory is as it was when only these bytes had been written. */
  boolean isUnchanged(Map<Long, Byte> before) {
    for (Map.Entry<Long, Byte> entry : written.entrySet()) {
      Byte old = before.get(entry.getKey());
      byte was = old != null ? old : (byte) machine.memory.read(entry.getKey(), 1);
      if (entry.getValue() != was) {
        return false;
      }
    }
    return true;
  }

  /**
   * Where the thread stops for the same reason again, or waits in place of a loop; null if it may
   * do something else.
   *
   * @param first where it goes on
   */
  ThreadNode goUntil(Status end, int t, ThreadNode first) {
    ThreadNode node = first;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
      if (node.effects != null && node.effects.changeSomething()) {
        return null;
      }
      if (node.status == end) {
        return node;
      }
      if (node.status == Status.READY && isNotOnMemory(node.opcode)) {
        node = interpreter.resume(t, node, node.state, 0, (byte) 0);
        continue;
      }
      if (node.status != Status.READY || !isOnMemory(node.opcode)) {
        return null;
      }
      long position = position(node);
      if (position < 0) {
        return null;
      }
      OperationSemantics semantics = machine.operations.semantics;
      long content = read(position, node.bytes);
      if (waitsInsteadOfLooping(node, content)) {
        return end == Status.SPINNING ? node : null;
      }
      if (!semantics.isPossible(node, t, content) || semantics.failure(node, t, content) != null) {
        return null;
      }
      if (semantics.writes(node, t, content)) {
        write(t, node, position, OperationSemantics.written(node, t, content, 0));
      }
      long observed = semantics.observed(node, t, content);
      byte missing = node.opcode == Opcode.PEEK ? missing(position, node.bytes) : 0;
      long given = OperationSemantics.withoutBytes(observed, missing);
      node = interpreter.resume(t, node, node.state, given, missing);
    }
    return null;
  }

  private boolean waitsInsteadOfLooping(ThreadNode node, long content) {
    return node.opcode == Opcode.AWAIT
        && !node.guard.holds(content)
        && machine.code.waitsInsteadOfLooping(node);
  }

  /** Where an operation accesses memory; negative if it may not. */
  private long position(ThreadNode node) {
    int object = node.object(machine.objects);
    long position = machine.objects.locate(object, node.address, node.bytes);
    boolean isPlain =
        node.opcode == Opcode.LOAD || node.opcode == Opcode.PEEK || node.opcode == Opcode.STORE;
    boolean mayAccess =
        position >= 0
            && !machine.objects.isFreed(object)
            && (isPlain || !node.straddles())
            && (missing(position, node.bytes) == 0 || !OperationSemantics.needsContent(node));
    return mayAccess ? position : -1;
  }

  private static boolean isNotOnMemory(int opcode) {
    return opcode == Opcode.FENCE || opcode == Opcode.ATOMIC_BEGIN;
  }

  private static boolean isOnMemory(int opcode) {
    return switch (opcode) {
      case Opcode.LOAD,
          Opcode.PEEK,
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

  /** The bytes that nobody has written yet, bit 0 being the first. */
  private byte missing(long position, int bytes) {
    int missing = 0;
    for (int i = 0; i < bytes; i++) {
      boolean isThere =
          written.containsKey(position + i) || machine.memory.isInitialized(position + i, 1);
      missing |= isThere ? 0 : 1 << i;
    }
    return (byte) missing;
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

  private void write(int t, ThreadNode node, long position, long content) {
    Claims claims = machine.code.claims();
    boolean isPassing = claims != null && claims.isPassing(t, node.address, node.bytes);
    for (int i = 0; i < node.bytes; i++) {
      byte one = (byte) (content >>> (8 * i));
      hasWritten |= !isPassing && one != (byte) read(position + i, 1);
      written.put(position + i, one);
      if (isPassing) {
        passing.add(position + i);
      }
    }
  }
}
