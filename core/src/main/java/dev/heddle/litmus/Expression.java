package dev.heddle.litmus;

/**
 * A value computed from a thread's registers. Which registers occur decides the dependencies, so an
 * expression is never simplified here: {@code r ^ r} depends on {@code r}.
 */
public sealed interface Expression {
  record Constant(long value) implements Expression {}

  /** What a register holds; registers of a thread are numbered from zero. */
  record RegisterValue(int number) implements Expression {}

  record Operation(Operator operator, Expression left, Expression right) implements Expression {}

  static Expression of(long value) {
    return new Constant(value);
  }

  static Expression register(int number) {
    return new RegisterValue(number);
  }

  default Expression then(Operator operator, Expression right) {
    return new Operation(operator, this, right);
  }

  default Expression then(Operator operator, long right) {
    return new Operation(operator, this, new Constant(right));
  }
}
