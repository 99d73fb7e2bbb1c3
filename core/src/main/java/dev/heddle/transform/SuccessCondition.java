package dev.heddle.transform;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Operands;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out whether a condition behind a compare-exchange says that it succeeds, no more and no
 * less. The computations are followed for success and for failure with what is known then; of a
 * failure it is known that the content is not the expected one.
 */
final class SuccessCondition {
  private static final int WORD = 64;

  /**
   * A number, or the content of memory plus a number, of some bits.
   *
   * @param addsContent whether the content is a part of it
   */
  private record Known(boolean addsContent, long number) {}

  private final Instruction.CompareExchange exchange;
  private final List<Instruction> steps;

  /**
   * @param steps the computations that the condition needs, in their order
   */
  SuccessCondition(Instruction.CompareExchange exchange, List<Instruction> steps) {
    this.exchange = exchange;
    this.steps = steps;
  }

  boolean isSaidBy(Value condition) {
    if (condition.equals(exchange.success())) {
      return true;
    }
    Known succeeded = after(true, condition);
    Known failed = after(false, condition);
    return isNumber(succeeded, 1) && isNumber(failed, 0);
  }

  private static boolean isNumber(Known known, long number) {
    return known != null && !known.addsContent && (known.number & 1) == number;
  }

  /** What is known of a value behind the exchange; null for nothing. */
  private Known after(boolean success, Value wanted) {
    Map<Value, Known> known = new HashMap<>();
    known.put(exchange.success(), new Known(false, success ? 1 : 0));
    Known content = new Known(true, 0);
    if (success) {
      content = of(exchange.expected(), known);
    }
    if (exchange.old() != null && content != null) {
      known.put(exchange.old(), content);
    }
    for (Instruction step : steps) {
      Register result = Operands.results(step).get(0);
      Known value = computed(step, known);
      if (value != null) {
        known.put(result, value);
      }
    }
    return of(wanted, known);
  }

  private static Known of(Value value, Map<Value, Known> known) {
    return value instanceof Value.Constant constant
        ? new Known(false, constant.bits())
        : known.get(value);
  }

  private Known computed(Instruction step, Map<Value, Known> known) {
    if (step instanceof Instruction.Select i) {
      Known condition = of(i.condition(), known);
      return condition == null || condition.addsContent
          ? null
          : of((condition.number & 1) != 0 ? i.ifTrue() : i.ifFalse(), known);
    }
    if (step instanceof Instruction.Convert i) {
      Known value = of(i.value(), known);
      boolean widens =
          i.conversion() == Conversion.ZERO_EXTEND || i.conversion() == Conversion.TRUNCATE;
      return value == null || value.addsContent || !widens
          ? null
          : new Known(false, unsigned(value.number, Math.min(i.fromBits(), i.toBits())));
    }
    if (step instanceof Instruction.Binary i) {
      return sum(i, of(i.left(), known), of(i.right(), known));
    }
    return step instanceof Instruction.Compare i
        ? compared(i, of(i.left(), known), of(i.right(), known))
        : null;
  }

  private Known sum(Instruction.Binary i, Known left, Known right) {
    if (left == null || right == null || right.addsContent) {
      return null;
    }
    boolean isWhole = !left.addsContent || i.bits() == 8 * exchange.bytes();
    if (i.operator() == BinaryOperator.ADD && isWhole) {
      return new Known(left.addsContent, left.number + right.number);
    }
    if (i.operator() == BinaryOperator.SUB && isWhole) {
      return new Known(left.addsContent, left.number - right.number);
    }
    return i.operator() == BinaryOperator.XOR && !left.addsContent
        ? new Known(false, left.number ^ right.number)
        : null;
  }

  /** Equality of numbers; the content of memory is anything but what was expected. */
  private Known compared(Instruction.Compare i, Known left, Known right) {
    boolean isEquality = i.relation() == Relation.EQ || i.relation() == Relation.NE;
    if (left == null || right == null || right.addsContent || !isEquality) {
      return null;
    }
    boolean isEqual;
    if (left.addsContent) {
      boolean isOfExpected =
          exchange.expected() instanceof Value.Constant expected
              && i.bits() == 8 * exchange.bytes()
              && unsigned(expected.bits() + left.number - right.number, i.bits()) == 0;
      if (!isOfExpected) {
        return null;
      }
      isEqual = false;
    } else {
      isEqual = unsigned(left.number - right.number, i.bits()) == 0;
    }
    return new Known(false, isEqual == (i.relation() == Relation.EQ) ? 1 : 0);
  }

  private static long unsigned(long value, int bits) {
    return bits >= WORD ? value : value & ((1L << bits) - 1);
  }
}
