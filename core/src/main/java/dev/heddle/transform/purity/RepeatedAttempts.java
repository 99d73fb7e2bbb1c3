package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves an atomic update that stands in front of a loop and again at its end to where the loop
 * begins: {@code r = f(); while (r < 0) { g(); r = f(); }} becomes {@code for (;;) { r = f(); if (r
 * >= 0) break; g(); }}.
 */
final class RepeatedAttempts {
  private final Function function;
  private final Definitions definitions;
  private final Loop loop;

  private RepeatedAttempts(Function function, Loop loop) {
    this.function = function;
    this.loop = loop;
    this.definitions = new Definitions(function);
  }

  /** The function with all such updates moved; itself if it has none. */
  static Function atHeader(Function function) {
    Function moved = function;
    int loops = Loop.of(function).size();
    for (int i = 0; i < loops; i++) {
      moved = new RepeatedAttempts(moved, Loop.of(moved).get(i)).moved();
    }
    return moved;
  }

  private Function moved() {
    for (Block.Phi phi : function.blocks().get(loop.header()).phis()) {
      Map<Integer, Instruction.ReadModifyWrite> updates = new HashMap<>();
      for (int from : phi.predecessors()) {
        Instruction.ReadModifyWrite update = lastIn(from, phi.valueFrom(from));
        if (update != null) {
          updates.put(from, update);
        }
      }
      List<Instruction.ReadModifyWrite> outside =
          phi.predecessors().stream().filter(b -> !loop.contains(b)).map(updates::get).toList();
      boolean isWhole = updates.size() == phi.predecessors().size() && outside.size() == 1;
      if (isWhole && updates.values().stream().allMatch(u -> isLike(u, outside.get(0)))) {
        return move(phi, updates, outside.get(0));
      }
    }
    return function;
  }

  /** The update that gives a value, if a block ends with it and with computations without it. */
  private Instruction.ReadModifyWrite lastIn(int from, Value value) {
    Block block = function.blocks().get(from);
    if (!(definitions.of(value) instanceof Instruction.ReadModifyWrite update)
        || definitions.pointOf(value).block() != from
        || !(block.terminator() instanceof Terminator.Jump)
        || uses(value) != 1) {
      return null;
    }
    List<Instruction> code = block.instructions();
    boolean isLast =
        code.subList(code.indexOf(update) + 1, code.size()).stream()
            .allMatch(Instruction::isComputation);
    return isLast ? update : null;
  }

  private int uses(Value value) {
    int[] count = new int[1];
    for (Block block : function.blocks()) {
      for (Block.Phi phi : block.phis()) {
        count[0] += (int) phi.values().stream().filter(value::equals).count();
      }
      for (Instruction instruction : block.instructions()) {
        Operands.forEach(instruction, operand -> count[0] += operand.equals(value) ? 1 : 0);
      }
      count[0] += value.equals(Operands.of(block.terminator())) ? 1 : 0;
    }
    return count[0];
  }

  private boolean isLike(Instruction.ReadModifyWrite one, Instruction.ReadModifyWrite other) {
    return one.operator() == other.operator()
        && one.order() == other.order()
        && one.value() instanceof Value.Constant
        && one.value().equals(other.value())
        && AccessedPlace.of(one, definitions).equals(AccessedPlace.of(other, definitions));
  }

  private Function move(
      Block.Phi phi,
      Map<Integer, Instruction.ReadModifyWrite> updates,
      Instruction.ReadModifyWrite outside) {
    Register result = phi.result();
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Block.Phi> phis = new ArrayList<>(block.phis());
      phis.remove(phi);
      List<Instruction> code = new ArrayList<>(block.instructions());
      code.remove(updates.get(b));
      if (b == loop.header()) {
        code.add(0, Operands.rewrite(outside, old -> result, value -> value, outside.location()));
      }
      blocks.add(new Block(block.label(), phis, code, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }
}
