package dev.heddle.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What instructions of all kinds read and write, for transformations. */
public final class Operands {
  private Operands() {}

  /** The registers that an instruction assigns. */
  public static List<Register> results(Instruction instruction) {
    List<Register> results = new ArrayList<>(2);
    UnaryOperator<Register> collect =
        result -> {
          results.add(result);
          return result;
        };
    new Rewriting(collect, operand -> operand, instruction.location(), false).of(instruction);
    return results;
  }

  /** Shows all operands of an instruction, those in a guard included. */
  public static void forEach(Instruction instruction, Consumer<Value> consumer) {
    UnaryOperator<Value> show =
        operand -> {
          consumer.accept(operand);
          return operand;
        };
    rewrite(instruction, result -> result, show, instruction.location());
  }

  /** The operand of a terminator, or null. */
  public static Value of(Terminator terminator) {
    if (terminator instanceof Terminator.Branch branch) {
      return branch.condition();
    }
    if (terminator instanceof Terminator.Switch choice) {
      return choice.value();
    }
    return terminator instanceof Terminator.Return exit ? exit.value() : null;
  }

  /** The same instruction on other registers and at another place. */
  public static Instruction rewrite(
      Instruction instruction,
      UnaryOperator<Register> results,
      UnaryOperator<Value> operands,
      Location location) {
    return new Rewriting(results, operands, location, true).of(instruction);
  }
}
