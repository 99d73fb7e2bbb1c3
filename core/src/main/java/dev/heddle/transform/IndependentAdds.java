package dev.heddle.transform;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the fetch-and-adds whose results nobody uses, and turns them into mere additions, whose
 * order among each other does not matter.
 *
 * <p>Jonsson, Lång, Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, section II-C.
 */
public final class IndependentAdds {
  private IndependentAdds() {}

  public static Program apply(Program program) {
    return program.withFunctions(program.functions().stream().map(IndependentAdds::mark).toList());
  }

  private static Function mark(Function function) {
    if (!function.uses(Instruction.ReadModifyWrite.class)) {
      return function;
    }
    BitSet used = null;
    int registers = function.registers();
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      List<Instruction> code = new ArrayList<>();
      for (Instruction instruction : block.instructions()) {
        if (!(instruction instanceof Instruction.ReadModifyWrite i) || !adds(i)) {
          code.add(instruction);
          continue;
        }
        used = used == null ? DeadCode.used(function) : used;
        if (i.result() != null && used.get(i.result().index())) {
          code.add(instruction);
          continue;
        }
        Value added = i.value();
        if (i.operator() == RmwOperator.SUB) {
          Register negative = new Register(registers++);
          code.add(
              new Instruction.Binary(
                  negative, BinaryOperator.SUB, 8 * i.bytes(), Value.of(0), added, i.location()));
          added = negative;
        }
        code.add(new Instruction.Add(i.address(), added, i.bytes(), i.order(), i.location()));
      }
      blocks.add(new Block(block.label(), block.phis(), code, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), registers, blocks, function.library());
  }

  private static boolean adds(Instruction.ReadModifyWrite i) {
    return i.operator() == RmwOperator.ADD || i.operator() == RmwOperator.SUB;
  }
}
