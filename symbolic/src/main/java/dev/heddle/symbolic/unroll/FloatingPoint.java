package dev.heddle.symbolic.unroll;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;

/**
 * Floating-point numbers, which live as their bits. What is constant is computed; anything else
 * becomes a term for the solver.
 */
public final class FloatingPoint {
  public static final int ADD = BinaryOperator.FADD.ordinal();
  public static final int SUB = BinaryOperator.FSUB.ordinal();

  /** Codes from here on are conversions. */
  public static final int CONVERSIONS = 1000;

  private FloatingPoint() {}

  static Term binary(Terms terms, int operator, Term left, Term right) {
    if (left.isConstant() && right.isConstant()) {
      double a = toDouble(left.low(), left.bits());
      double b = toDouble(right.low(), left.bits());
      double result =
          switch (BinaryOperator.values()[operator]) {
            case FADD -> a + b;
            case FSUB -> a - b;
            case FMUL -> a * b;
            case FDIV -> a / b;
            default -> a % b;
          };
      return terms.constant(fromDouble(result, left.bits()), left.bits());
    }
    return terms.floating(operator, left.bits(), left, right);
  }

  static Term compare(Terms terms, Relation relation, Term left, Term right) {
    if (left.isConstant() && right.isConstant()) {
      double a = toDouble(left.low(), left.bits());
      double b = toDouble(right.low(), left.bits());
      boolean unordered = Double.isNaN(a) || Double.isNaN(b);
      return terms.truth(
          switch (relation) {
            case FOEQ -> a == b;
            case FONE -> !unordered && a != b;
            case FOLT -> a < b;
            case FOLE -> a <= b;
            case FOGT -> a > b;
            case FOGE -> a >= b;
            case FORD -> !unordered;
            case FUNO -> unordered;
            case FUEQ -> unordered || a == b;
            case FUNE -> a != b;
            case FULT -> !(a >= b);
            case FULE -> !(a > b);
            case FUGT -> !(a <= b);
            default -> !(a < b);
          });
    }
    return terms.floatingComparison(relation.ordinal(), left, right);
  }

  /** A computation on constants by its code. */
  public static Term of(Terms terms, int code, int bits, Term... parts) {
    return code >= CONVERSIONS
        ? convert(terms, Conversion.values()[code - CONVERSIONS], parts[0], bits)
        : binary(terms, code, parts[0], parts[1]);
  }

  /** A comparison by its code. */
  public static Term compare(Terms terms, int code, Term left, Term right) {
    return compare(terms, Relation.values()[code], left, right);
  }

  static Term convert(Terms terms, Conversion conversion, Term value, int toBits) {
    if (value.isConstant()) {
      int fromBits = value.bits();
      long bits = value.low();
      long signed = fromBits >= 64 ? bits : bits << (64 - fromBits) >> (64 - fromBits);
      long result =
          switch (conversion) {
            case FLOAT_TO_SIGNED -> (long) toDouble(bits, fromBits);
            case FLOAT_TO_UNSIGNED -> unsigned(toDouble(bits, fromBits));
            case SIGNED_TO_FLOAT -> fromSigned(signed, toBits);
            case UNSIGNED_TO_FLOAT -> fromUnsigned(bits, toBits);
            default -> fromDouble(toDouble(bits, fromBits), toBits);
          };
      return terms.constant(result, toBits);
    }
    return terms.floating(CONVERSIONS + conversion.ordinal(), toBits, value);
  }

  private static double toDouble(long value, int bits) {
    return bits == 32 ? Float.intBitsToFloat((int) value) : Double.longBitsToDouble(value);
  }

  private static long fromDouble(double value, int bits) {
    return bits == 32 ? Float.floatToRawIntBits((float) value) : Double.doubleToRawLongBits(value);
  }

  private static long unsigned(double value) {
    double half = 0x1p63;
    return value < half ? (long) value : (long) (value - half) ^ Long.MIN_VALUE;
  }

  private static long fromSigned(long value, int bits) {
    return bits == 32
        ? Float.floatToRawIntBits((float) value)
        : Double.doubleToRawLongBits((double) value);
  }

  private static long fromUnsigned(long value, int bits) {
    if (value >= 0) {
      return fromSigned(value, bits);
    }
    // Halve, keeping the lowest bit so that the rounding stays right, and double again.
    long half = (value >>> 1) | (value & 1);
    return bits == 32
        ? Float.floatToRawIntBits((float) half * 2)
        : Double.doubleToRawLongBits((double) half * 2);
  }
}
