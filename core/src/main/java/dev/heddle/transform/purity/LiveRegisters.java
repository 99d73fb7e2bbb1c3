package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.BitSet;
import java.util.List;

/** The registers of a function whose values may still be used where a block begins. */
final class LiveRegisters {
  private final List<Block> blocks;

  /** By block, what is live behind its phis. */
  private final BitSet[] atBegin;

  LiveRegisters(Function function) {
    blocks = function.blocks();
    atBegin = new BitSet[blocks.size()];
    for (int b = 0; b < atBegin.length; b++) {
      atBegin[b] = new BitSet();
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        BitSet live = new BitSet();
        for (int next : blocks.get(b).terminator().successors()) {
          live.or(along(b, next));
        }
        use(Operands.of(blocks.get(b).terminator()), live);
        backwards(blocks.get(b).instructions(), live);
        if (!live.equals(atBegin[b])) {
          atBegin[b] = live;
          changed = true;
        }
      }
    }
  }

  /** What is live on an edge, in front of the phis to which it leads. */
  BitSet along(int from, int to) {
    BitSet live = (BitSet) atBegin[to].clone();
    for (Block.Phi phi : blocks.get(to).phis()) {
      live.clear(phi.result().index());
    }
    for (Block.Phi phi : blocks.get(to).phis()) {
      if (atBegin[to].get(phi.result().index())) {
        use(phi.valueFrom(from), live);
      }
    }
    return live;
  }

  /** Goes back through instructions, of which computations count only if somebody needs them. */
  static void backwards(List<Instruction> instructions, BitSet live) {
    for (int i = instructions.size() - 1; i >= 0; i--) {
      Instruction instruction = instructions.get(i);
      List<Register> results = Operands.results(instruction);
      boolean isNeeded = results.stream().anyMatch(result -> live.get(result.index()));
      results.forEach(result -> live.clear(result.index()));
      if (isNeeded || !instruction.isComputation()) {
        Operands.forEach(instruction, operand -> use(operand, live));
      }
    }
  }

  static void use(Value value, BitSet live) {
    if (value instanceof Register register) {
      live.set(register.index());
    }
  }
}
