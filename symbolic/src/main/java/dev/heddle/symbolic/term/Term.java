package dev.heddle.symbolic.term;

import java.util.List;

/**
 * A bit vector of 1 to 64 bits, or a Boolean. Terms are made by {@link Terms}; equal terms of the
 * same maker are the same object.
 */
public final class Term {
  private final Operator operator;
  private final int bits;
  private final long low;
  private final String name;
  private final List<Term> parts;
  private final int number;

  Term(Operator operator, int bits, long low, String name, List<Term> parts, int number) {
    this.operator = operator;
    this.bits = bits;
    this.low = low;
    this.name = name;
    this.parts = parts;
    this.number = number;
  }

  public Operator operator() {
    return operator;
  }

  /** The width; 0 for Booleans. */
  public int bits() {
    return bits;
  }

  public boolean isBoolean() {
    return bits == 0;
  }

  /** The bits of a constant, zero-extended, or the first bit of an extract. */
  public long low() {
    return low;
  }

  /** Of a variable. */
  public String name() {
    return name;
  }

  public List<Term> parts() {
    return parts;
  }

  public Term part(int index) {
    return parts.get(index);
  }

  /** Terms are numbered as they are made, so that a term has a higher number than its parts. */
  public int number() {
    return number;
  }

  public boolean isConstant() {
    return operator == Operator.CONSTANT;
  }

  public boolean isConstant(long value) {
    return operator == Operator.CONSTANT && low == value;
  }

  public boolean isTrue() {
    return operator == Operator.TRUE;
  }

  public boolean isFalse() {
    return operator == Operator.FALSE;
  }

  @Override
  public String toString() {
    return switch (operator) {
      case CONSTANT -> Long.toString(low);
      case VARIABLE, BOOLEAN_VARIABLE -> name;
      case EXTRACT -> "extract " + low + "+" + bits + parts;
      default -> operator + parts.toString();
    };
  }
}
