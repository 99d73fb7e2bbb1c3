package dev.heddle.transform.purity;

import dev.heddle.program.Block;
import dev.heddle.program.Instruction;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values that stand for registers of a function from now on. */
final class Substitution {
  private final Map<Register, Value> values = new HashMap<>();

  void put(Register register, Value value) {
    values.put(register, value);
  }

  boolean contains(Register register) {
    return values.containsKey(register);
  }

  /** What stands for a value in the end. */
  Value of(Value value) {
    Value found = value;
    while (found instanceof Register register && values.containsKey(register)) {
      found = values.get(register);
    }
    return found;
  }

  Instruction in(Instruction instruction) {
    return Operands.rewrite(instruction, result -> result, this::of, instruction.location());
  }

  Block.Phi in(Block.Phi phi) {
    List<Value> replaced = phi.values().stream().map(this::of).toList();
    return new Block.Phi(phi.result(), phi.predecessors(), replaced);
  }

  Terminator in(Terminator terminator) {
    if (terminator instanceof Terminator.Branch t) {
      return new Terminator.Branch(of(t.condition()), t.ifTrue(), t.ifFalse(), t.location());
    }
    if (terminator instanceof Terminator.Switch t) {
      return new Terminator.Switch(
          of(t.value()), t.cases(), t.targets(), t.otherwise(), t.location());
    }
    return terminator instanceof Terminator.Return t
        ? new Terminator.Return(of(t.value()), t.location())
        : terminator;
  }
}
