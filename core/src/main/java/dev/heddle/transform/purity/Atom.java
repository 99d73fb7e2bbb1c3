package dev.heddle.transform.purity;

import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.function.UnaryOperator;

/** A condition on values that is not put together from others. */
sealed interface Atom {
  /** The same condition on other values. */
  Atom map(UnaryOperator<Value> values);

  /** The lowest bit of a value is set. */
  record Bit(Value value) implements Atom {
    @Override
    public Atom map(UnaryOperator<Value> values) {
      return new Bit(values.apply(value));
    }
  }

  /** {@code left relation right} on numbers of so many bits. */
  record Comparison(Relation relation, int bits, Value left, Value right) implements Atom {
    @Override
    public Atom map(UnaryOperator<Value> values) {
      return new Comparison(relation, bits, values.apply(left), values.apply(right));
    }
  }

  /**
   * A variable of the loop, a phi of its header, goes into the next iteration with the value that
   * it has; or with one that was read anew from where its value in this iteration is from.
   */
  record Kept(Value next, Register variable) implements Atom {
    @Override
    public Atom map(UnaryOperator<Value> values) {
      return new Kept(values.apply(next), variable);
    }
  }

  /** {@code content operator operand} is the content again. */
  record Unchanged(RmwOperator operator, int bits, Value content, Value operand) implements Atom {
    @Override
    public Atom map(UnaryOperator<Value> values) {
      return new Unchanged(operator, bits, values.apply(content), values.apply(operand));
    }
  }
}
