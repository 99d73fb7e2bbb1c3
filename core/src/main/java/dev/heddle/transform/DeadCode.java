package dev.heddle.transform;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Removes computations whose results nobody uses. */
public final class DeadCode {
  private DeadCode() {}

  /** Cleans the functions that are not those of another program. */
  @SuppressWarnings("ReferenceEquality") // whether a function is the same is all that matters
  public static Program apply(Program program, Program original) {
    List<Function> functions = new ArrayList<>();
    for (int i = 0; i < program.functions().size(); i++) {
      Function function = program.functions().get(i);
      functions.add(function == original.functions().get(i) ? function : clean(function));
    }
    return program.withFunctions(functions);
  }

  private static Function clean(Function function) {
    BitSet used = used(function);
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      List<Block.Phi> phis =
          block.phis().stream().filter(phi -> used.get(phi.result().index())).toList();
      List<Instruction> instructions =
          block.instructions().stream().filter(i -> !i.isComputation() || isUsed(i, used)).toList();
      blocks.add(new Block(block.label(), phis, instructions, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }

  private static boolean isUsed(Instruction computation, BitSet used) {
    return used.get(Operands.results(computation).get(0).index());
  }

  /** The registers of a function whose values may matter to what it does. */
  static BitSet used(Function function) {
    BitSet used = new BitSet();
    int before;
    do {
      before = used.cardinality();
      for (Block block : function.blocks()) {
        use(Operands.of(block.terminator()), used);
        for (Instruction instruction : block.instructions()) {
          if (!instruction.isComputation() || isUsed(instruction, used)) {
            Operands.forEach(instruction, operand -> use(operand, used));
          }
        }
        for (Block.Phi phi : block.phis()) {
          if (used.get(phi.result().index())) {
            phi.values().forEach(value -> use(value, used));
          }
        }
      }
    } while (used.cardinality() != before);
    return used;
  }

  private static void use(Value value, BitSet used) {
    if (value instanceof Register register) {
      used.set(register.index());
    }
  }
}
