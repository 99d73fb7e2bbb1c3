package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;

/** Gives threads what their visible operations came to. */
final class Results {
  private final Code code;

  Results(Code code) {
    this.code = code;
  }

  /**
   * Puts what the operation of {@code node} gave into a state of it, which then is behind the
   * operation.
   *
   * @return what becomes of the thread if it does not go on, or null
   */
  Status put(ThreadNode node, ThreadState from, long value, byte missing) {
    int pc = from.pc;
    int[] c = code.instructions;
    switch (node.opcode) {
      case Opcode.LOAD -> {
        from.setRegister(c[pc + 1], value);
        from.pc = pc + 4;
      }
      case Opcode.STORE, Opcode.ADD -> from.pc = pc + 4;
      case Opcode.PEEK -> {
        from.setRegister(c[pc + 1], value);
        from.setRegister(c[pc + 2], missing & 0xff);
        from.pc = pc + 5;
      }
      case Opcode.POKE -> from.pc = pc + 5;
      case Opcode.LEAVE -> from.removeLastLocal(); // and comes back, as there may be more
      case Opcode.RMW -> {
        from.setRegister(c[pc + 1], value);
        from.pc = pc + 6;
      }
      case Opcode.CAS -> {
        from.setRegister(c[pc + 1], value);
        from.setRegister(c[pc + 2], value == node.operand ? 1 : 0);
        from.pc = pc + 7;
      }
      case Opcode.FREE -> from.pc = pc + 2;
      case Opcode.FENCE -> from.pc = pc + 1;
      case Opcode.ATOMIC_BEGIN -> {
        from.sections++;
        from.pc = pc + 2;
      }
      case Opcode.JOIN, Opcode.SIGNAL, Opcode.SIZE -> {
        from.joins += node.opcode == Opcode.JOIN ? 1 : 0;
        from.setRegister(c[pc + 1], value);
        from.pc = pc + 3;
      }
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK, Opcode.CHOOSE -> {
        from.setRegister(c[pc + 1], value);
        from.pc = pc + 4;
      }
      case Opcode.AWAIT -> {
        if (!node.guard.holds(value)) {
          return LocalAccess.notWaiting(code, pc);
        }
        from.setRegister(c[pc + 1], value);
        from.pc = pc + 12;
      }
      case Opcode.ATTEMPT -> {
        from.setRegister(c[pc + 1], value);
        from.setRegister(c[pc + 9], node.guard.holds(value) ? 1 : 0);
        from.pc = pc + 10;
      }
      default -> throw new AssertionError("no visible operation at " + pc);
    }
    return null;
  }
}
