package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Value;

/** Where the registers of a function get their values. */
final class Definitions {
  private final Instruction[] instruction;
  private final Point[] point;

  Definitions(Function function) {
    instruction = new Instruction[function.registers()];
    point = new Point[function.registers()];
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      for (Block.Phi phi : block.phis()) {
        point[phi.result().index()] = new Point(b, -1);
      }
      for (int i = 0; i < block.instructions().size(); i++) {
        for (Register result : Operands.results(block.instructions().get(i))) {
          instruction[result.index()] = block.instructions().get(i);
          point[result.index()] = new Point(b, i);
        }
      }
    }
  }

  /**
   * The instruction that gives a value; null if there is none, as for phis and parameters, and for
   * registers that are new to the function.
   */
  Instruction of(Value value) {
    return isKnown(value) ? instruction[((Register) value).index()] : null;
  }

  private boolean isKnown(Value value) {
    return value instanceof Register register && register.index() < instruction.length;
  }

  /** Where a value is given; null if it is there from the start. */
  Point pointOf(Value value) {
    return isKnown(value) ? point[((Register) value).index()] : null;
  }

  /** The instruction that computes a value from others without anything that could go wrong. */
  Instruction computationOf(Value value) {
    Instruction definition = of(value);
    return definition != null && definition.isComputation() ? definition : null;
  }
}
