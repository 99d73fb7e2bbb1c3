package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction.RmwOperator;

/** Accesses to memory that the running thread alone can reach, and which are no events. */
final class LocalAccess {
  private final Code code;

  LocalAccess(Code code) {
    this.code = code;
  }

  /** Performs the instruction at {@code pc}; gives what goes wrong, or null. */
  Failure access(int pc, ThreadState s, long address, int bytes) {
    int[] c = code.instructions;
    long[] r = s.registers;
    int base = s.base;
    int object = Addresses.slotOf(address);
    int offset = Addresses.offsetInSlot(address);
    if (!s.hasPrivate(object, offset, bytes)) {
      return outside(s, object);
    }
    switch (c[pc]) {
      case Opcode.LOAD -> {
        if (!s.isPrivateInitialized(object, offset, bytes)) {
          return uninitialized();
        }
        r[base + c[pc + 1]] = s.readPrivate(object, offset, bytes);
      }
      case Opcode.STORE -> s.writePrivate(object, offset, bytes, code.value(r, base, c[pc + 2]));
      case Opcode.PEEK -> {
        r[base + c[pc + 1]] = s.readPrivate(object, offset, bytes);
        r[base + c[pc + 2]] = s.missingPrivate(object, offset, bytes);
      }
      case Opcode.POKE -> {
        int missing = (int) code.value(r, base, c[pc + 3]);
        s.writePrivate(object, offset, bytes, code.value(r, base, c[pc + 2]), missing);
      }
      case Opcode.ADD -> {
        int add = RmwOperator.ADD.ordinal();
        update(s, object, offset, bytes, add, code.value(r, base, c[pc + 2]));
      }
      case Opcode.RMW -> {
        long operand = code.value(r, base, c[pc + 4]);
        r[base + c[pc + 1]] = update(s, object, offset, bytes, c[pc + 2], operand);
      }
      case Opcode.CAS -> {
        long expected = Arithmetic.zeroExtend(code.value(r, base, c[pc + 4]), 8 * bytes);
        long old = s.readPrivate(object, offset, bytes);
        if (old == expected) {
          s.writePrivate(object, offset, bytes, code.value(r, base, c[pc + 5]));
        }
        r[base + c[pc + 1]] = old;
        r[base + c[pc + 2]] = old == expected ? 1 : 0;
      }
      default -> throw new AssertionError("no access: " + Opcode.name(c[pc]));
    }
    return null;
  }

  private static long update(
      ThreadState s, int object, int offset, int bytes, int operator, long operand) {
    long old = s.readPrivate(object, offset, bytes);
    long changed = Arithmetic.readModifyWrite(operator, 8 * bytes, old, operand);
    s.writePrivate(object, offset, bytes, changed);
    return old;
  }

  /** What is wrong with reading so much memory, or null. */
  Failure check(ThreadState s, long address, int bytes) {
    int object = Addresses.slotOf(address);
    int offset = Addresses.offsetInSlot(address);
    if (!s.hasPrivate(object, offset, bytes)) {
      return outside(s, object);
    }
    return s.isPrivateInitialized(object, offset, bytes) ? null : uninitialized();
  }

  /**
   * Waiting for memory that nobody else can change is over at once or never.
   *
   * @return what becomes of the thread in the second case, or null
   */
  Status await(int pc, ThreadState s, long address) {
    int[] c = code.instructions;
    long[] r = s.registers;
    int bytes = c[pc + 3];
    int object = Addresses.slotOf(address);
    int offset = Addresses.offsetInSlot(address);
    long content = s.readPrivate(object, offset, bytes);
    if (!Guard.at(code, r, s.base, pc).holds(content)) {
      return notWaiting(code, pc);
    }
    if (c[pc + 7] >= 0) {
      update(s, object, offset, bytes, c[pc + 7], code.value(r, s.base, c[pc + 8]));
    }
    r[s.base + c[pc + 1]] = content;
    return null;
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
