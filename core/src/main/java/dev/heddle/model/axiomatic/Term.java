package dev.heddle.model.axiomatic;

import dev.heddle.litmus.Operator;

/**
 * A value on one path of a thread, as far as it is known before reads have their sources. Unlike
 * the expression that it comes from it is simplified: dependencies are kept apart.
 */
sealed interface Term {
  record Constant(long value) implements Term {}

  /** What the read that is event {@code index} of a path got. */
  record ReadValue(int thread, int index) implements Term {}

  record Compound(Operator operator, Term left, Term right) implements Term {}

  static Term of(long value) {
    return new Constant(value);
  }

  static Term compound(Operator operator, Term left, Term right) {
    if (left instanceof Constant a && right instanceof Constant b) {
      return new Constant(operator.apply(a.value(), b.value()));
    }
    if (operator.isConstantOfEqualOperands() && left.equals(right)) {
      return new Constant(operator.apply(0, 0));
    }
    if (right instanceof Constant b && b.value() == 0) {
      switch (operator) {
        case ADD, SUB, OR, XOR, SHL, SHR, SAR -> {
          return left;
        }
        case AND, MUL -> {
          return right;
        }
        default -> {}
      }
    }
    if (left instanceof Constant a && a.value() == 0) {
      switch (operator) {
        case ADD, OR, XOR -> {
          return right;
        }
        case AND, MUL, SHL, SHR, SAR -> {
          return left;
        }
        default -> {}
      }
    }
    return new Compound(operator, left, right);
  }
}
