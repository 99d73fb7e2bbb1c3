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
 * Moves an access that stands in front of a loop and again at its end to where the loop begins:
 * {@code r = f(); while (r < 0) { g(); r = f(); }} becomes {@code for (;;) { r = f(); if (r >= 0)
 * break; g(); }}.
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

  /** The function with all such accesses moved; itself if it has none. */
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
      Map<Integer, Instruction> attempts = new HashMap<>();
      for (int from : phi.predecessors()) {
        Instruction attempt = lastIn(from, phi.valueFrom(from));
        if (attempt != null) {
          attempts.put(from, attempt);
        }
      }
      List<Instruction> outside =
          phi.predecessors().stream().filter(b -> !loop.contains(b)).map(attempts::get).toList();
      boolean isWhole = attempts.size() == phi.predecessors().size() && outside.size() == 1;
      if (isWhole && attempts.values().stream().allMatch(u -> isLike(u, outside.get(0)))) {
        return move(phi, attempts, outside.get(0));
      }
    }
    return function;
  }

  /** The access that gives a value, if a block ends with it and with computations without it. */
  private Instruction lastIn(int from, Value value) {
    Block block = function.blocks().get(from);
    Instruction attempt = definitions.of(value);
    boolean isAccess =
        attempt instanceof Instruction.ReadModifyWrite || attempt instanceof Instruction.Load;
    if (!isAccess
        || definitions.pointOf(value).block() != from
        || !(block.terminator() instanceof Terminator.Jump)
        || uses(value) != 1) {
      return null;
    }
    List<Instruction> code = block.instructions();
    boolean isLast =
        code.subList(code.indexOf(attempt) + 1, code.size()).stream()
            .allMatch(Instruction::isComputation);
    return isLast ? attempt : null;
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

  private boolean isLike(Instruction one, Instruction other) {
    boolean isSame;
    if (one instanceof Instruction.ReadModifyWrite a
        && other instanceof Instruction.ReadModifyWrite b) {
      isSame =
          a.operator() == b.operator()
              && a.order() == b.order()
              && a.value() instanceof Value.Constant
              && a.value().equals(b.value());
    } else {
      isSame =
          one instanceof Instruction.Load a
              && other instanceof Instruction.Load b
              && a.order() == b.order()
              && a.bytes() == b.bytes();
    }
    return isSame
        && AccessedPlace.of(one, definitions).equals(AccessedPlace.of(other, definitions));
  }

  private Function move(Block.Phi phi, Map<Integer, Instruction> attempts, Instruction outside) {
    Register result = phi.result();
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < function.blocks().size(); b++) {
      Block block = function.blocks().get(b);
      List<Block.Phi> phis = new ArrayList<>(block.phis());
      phis.remove(phi);
      List<Instruction> code = new ArrayList<>(block.instructions());
      code.remove(attempts.get(b));
      if (b == loop.header()) {
        code.add(0, Operands.rewrite(outside, old -> result, value -> value, outside.location()));
      }
      blocks.add(new Block(block.label(), phis, code, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }
}
