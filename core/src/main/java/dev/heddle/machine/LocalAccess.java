package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;

/** Accesses to memory that the running thread alone can reach, and which are no events. */
final class LocalAccess {
  private final Code code;
  private final Results results;

  /** Mutexes are never in memory that one thread alone can reach. */
  private final OperationSemantics semantics =
      new OperationSemantics(
          node -> {
            throw new AssertionError("a mutex in private memory");
          });

  LocalAccess(Code code, Results results) {
    this.code = code;
    this.results = results;
  }

  /** What is wrong with an operation on private memory, or null. */
  static Failure check(ThreadNode node, ThreadState s) {
    int object = Addresses.slotOf(node.address);
    int offset = Addresses.offsetInSlot(node.address);
    if (!s.hasPrivate(object, offset, node.bytes)) {
      return outside(s, object);
    }
    boolean isMissing =
        OperationSemantics.needsContent(node)
            && !s.isPrivateInitialized(object, offset, node.bytes);
    return isMissing ? uninitialized() : null;
  }

  /**
   * Performs an operation that has been checked; the state is behind it then. Waiting for memory
   * that nobody else can change is over at once or never.
   *
   * @return what becomes of the thread if it would have to wait, or null
   */
  Status perform(ThreadNode node, int t, ThreadState s) {
    int object = Addresses.slotOf(node.address);
    int offset = Addresses.offsetInSlot(node.address);
    int bytes = node.bytes;
    long content = OperationSemantics.reads(node) ? s.readPrivate(object, offset, bytes) : 0;
    if (!semantics.isPossible(node, t, content)) {
      return notWaiting(code, s.pc);
    }
    int missing = 0;
    if (node.opcode == Opcode.PEEK) {
      missing = s.missingPrivate(object, offset, bytes);
    } else if (semantics.writes(node, t, content)) {
      int forgotten = node.opcode == Opcode.POKE ? (int) node.desired : 0;
      long written = OperationSemantics.written(node, t, content, 0);
      s.writePrivate(object, offset, bytes, written, forgotten);
    }
    return results.put(node, s, semantics.observed(node, t, content), (byte) missing);
  }

  /** What becomes of a thread that cannot wait, and finds that it would have to. */
  static Status notWaiting(Code code, int pc) {
    int loop = code.instructions[pc + Opcode.LOOP_OF_AWAIT];
    return loop < 0 ? Status.ASSUME_BLOCKED : Status.SPINNING;
  }

  private static Failure uninitialized() {
    return new Failure(FailureKind.UNINITIALIZED_READ, "read of an uninitialised local variable");
  }

  private static Failure outside(ThreadState s, int object) {
    return s.hasPrivate(object, 0, 0)
        ? new Failure(FailureKind.OUT_OF_BOUNDS, "access outside a local variable")
        : new Failure(FailureKind.INVALID_ACCESS, "access to an address where nothing is");
  }
}
