package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Instruction.RmwOperator;

/** Reads the visible operation that a thread is in front of, with all that it depends on. */
final class OperationDecoder {
  private final Code code;

  /** The operation under way if it is on memory of the thread's own. */
  private final ThreadNode onPrivate = new ThreadNode(Status.READY, null);

  OperationDecoder(Code code) {
    this.code = code;
  }

  /** Stops a thread in front of an instruction whose operation others can see. */
  ThreadNode decode(ThreadState state, int pc, long address, int bytes) {
    ThreadNode node = new ThreadNode(Status.READY, state);
    node.inSection = state.sections > 0;
    return decode(node, state, pc, address, bytes);
  }

  /** The operation of an instruction on the thread's own memory; it is there until the next one. */
  ThreadNode decodePrivate(ThreadState state, int pc, long address, int bytes) {
    return decode(onPrivate, state, pc, address, bytes);
  }

  private ThreadNode decode(ThreadNode node, ThreadState state, int pc, long address, int bytes) {
    state.pc = pc;
    node.opcode = code.instructions[pc];
    node.orders = code.orders[pc];
    node.address = address;
    node.bytes = bytes;
    readOperands(node, state.registers(), state.base, pc);
    return node;
  }

  private void readOperands(ThreadNode node, long[] r, int base, int pc) {
    int[] c = code.instructions;
    int bits = 8 * node.bytes;
    switch (node.opcode) {
      case Opcode.STORE -> node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 2]), bits);
      case Opcode.POKE -> {
        node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 2]), bits);
        node.desired = value(r, base, c[pc + 3]);
      }
      case Opcode.ADD -> {
        node.operator = RmwOperator.ADD.ordinal();
        node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 2]), bits);
      }
      case Opcode.RMW -> {
        node.operator = c[pc + 2];
        node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 4]), bits);
      }
      case Opcode.CAS -> {
        node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 4]), bits);
        node.desired = Arithmetic.zeroExtend(value(r, base, c[pc + 5]), bits);
      }
      case Opcode.AWAIT, Opcode.ATTEMPT -> {
        node.guard = ContentGuard.at(code, r, base, pc);
        node.operator = c[pc + 7];
        node.operand = Arithmetic.zeroExtend(value(r, base, c[pc + 8]), bits);
      }
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK -> node.operator = c[pc + 3];
      case Opcode.ATOMIC_BEGIN -> node.operator = c[pc + 1];
      case Opcode.CHOOSE -> {
        node.operand = value(r, base, c[pc + 2]);
        node.desired = value(r, base, c[pc + 3]);
      }
      default -> {}
    }
  }

  private long value(long[] registers, int base, int operand) {
    return code.value(registers, base, operand);
  }
}
