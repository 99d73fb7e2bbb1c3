package dev.heddle.transform.purity;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Value;

/**
 * Bytes in memory at a fixed distance from an address.
 *
 * @param base a register, or the beginning of a global
 */
record AccessedPlace(Value base, long offset, int bytes) {
  /** The bytes at an address, which may have been computed in several equal ways. */
  static AccessedPlace of(Value address, int bytes, Definitions definitions) {
    Value base = address;
    long offset = 0;
    while (definitions.computationOf(base) instanceof Instruction.Binary i
        && i.operator() == BinaryOperator.ADD
        && i.right() instanceof Value.Constant distance) {
      base = i.left();
      offset += distance.bits();
    }
    if (base instanceof Value.GlobalAddress global) {
      offset += global.offset();
      base = new Value.GlobalAddress(global.global(), 0);
    }
    return new AccessedPlace(base, offset, bytes);
  }

  /** The place that an instruction accesses; null if it is none with an address. */
  static AccessedPlace of(Instruction instruction, Definitions definitions) {
    if (instruction instanceof Instruction.Load i) {
      return of(i.address(), i.bytes(), definitions);
    }
    if (instruction instanceof Instruction.Store i) {
      return of(i.address(), i.bytes(), definitions);
    }
    if (instruction instanceof Instruction.ReadModifyWrite i) {
      return of(i.address(), i.bytes(), definitions);
    }
    return instruction instanceof Instruction.Mutex i ? of(i.address(), 8, definitions) : null;
  }
}
