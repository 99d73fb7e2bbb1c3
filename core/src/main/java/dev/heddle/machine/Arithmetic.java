package dev.heddle.machine;

import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;

/** Operations on numbers of 1 to 64 bits that live zero-extended in longs. */
public final class Arithmetic {
  private static final BinaryOperator[] BINARY = BinaryOperator.values();
  private static final Relation[] RELATIONS = Relation.values();
  private static final Conversion[] CONVERSIONS = Conversion.values();
  private static final RmwOperator[] RMW = RmwOperator.values();

  private Arithmetic() {}

  public static long zeroExtend(long value, int bits) {
    return bits >= 64 ? value : value & ((1L << bits) - 1);
  }

  public static long signExtend(long value, int bits) {
    return bits >= 64 ? value : value << (64 - bits) >> (64 - bits);
  }

  /** The value with the bytes in {@code missing} (bit 0 for the lowest) set to 0. */
  static long withoutBytes(long value, byte missing) {
    long rest = value;
    for (int i = 0; i < 8; i++) {
      if (((missing >>> i) & 1) != 0) {
        rest &= ~(0xffL << (8 * i));
      }
    }
    return rest;
  }

  static boolean dividesByZero(int operator, long right) {
    return right == 0
        && operator >= BinaryOperator.UDIV.ordinal()
        && operator <= BinaryOperator.SREM.ordinal();
  }

  static long binary(int operator, int bits, long left, long right) {
    long value =
        switch (BINARY[operator]) {
          case ADD -> left + right;
          case SUB -> left - right;
          case MUL -> left * right;
          case UDIV -> Long.divideUnsigned(left, right);
          case SDIV -> signExtend(left, bits) / signExtend(right, bits);
          case UREM -> Long.remainderUnsigned(left, right);
          case SREM -> signExtend(left, bits) % signExtend(right, bits);
          case SHL -> right >= bits || right < 0 ? 0 : left << right;
          case LSHR -> right >= bits || right < 0 ? 0 : left >>> right;
          case ASHR ->
              right >= bits || right < 0
                  ? signExtend(left, bits) >> 63
                  : signExtend(left, bits) >> right;
          case AND -> left & right;
          case OR -> left | right;
          case XOR -> left ^ right;
          case FADD, FSUB, FMUL, FDIV, FREM, FPOW, FATAN2, FHYPOT ->
              fromDouble(
                  floating(BINARY[operator], toDouble(left, bits), toDouble(right, bits)), bits);
        };
    return zeroExtend(value, bits);
  }

  /** Doubles compute floats exactly: rounding twice gives what rounding once does. */
  private static double floating(BinaryOperator operator, double left, double right) {
    return switch (operator) {
      case FADD -> left + right;
      case FSUB -> left - right;
      case FMUL -> left * right;
      case FDIV -> left / right;
      case FPOW -> StrictMath.pow(left, right);
      case FATAN2 -> StrictMath.atan2(left, right);
      case FHYPOT -> StrictMath.hypot(left, right);
      default -> left % right;
    };
  }

  static double toDouble(long value, int bits) {
    return bits == 32 ? Float.intBitsToFloat((int) value) : Double.longBitsToDouble(value);
  }

  static long fromDouble(double value, int bits) {
    return bits == 32
        ? Float.floatToRawIntBits((float) value) & 0xffffffffL
        : Double.doubleToRawLongBits(value);
  }

  static boolean compare(int relation, int bits, long left, long right) {
    Relation r = RELATIONS[relation];
    if (r.compareTo(Relation.FOEQ) >= 0) {
      return compareFloating(r, toDouble(left, bits), toDouble(right, bits));
    }
    long sl = signExtend(left, bits);
    long sr = signExtend(right, bits);
    return switch (r) {
      case EQ -> left == right;
      case NE -> left != right;
      case ULT -> Long.compareUnsigned(left, right) < 0;
      case ULE -> Long.compareUnsigned(left, right) <= 0;
      case UGT -> Long.compareUnsigned(left, right) > 0;
      case UGE -> Long.compareUnsigned(left, right) >= 0;
      case SLT -> sl < sr;
      case SLE -> sl <= sr;
      case SGT -> sl > sr;
      default -> sl >= sr;
    };
  }

  private static boolean compareFloating(Relation relation, double left, double right) {
    boolean unordered = Double.isNaN(left) || Double.isNaN(right);
    return switch (relation) {
      case FOEQ -> left == right;
      case FONE -> !unordered && left != right;
      case FOLT -> left < right;
      case FOLE -> left <= right;
      case FOGT -> left > right;
      case FOGE -> left >= right;
      case FORD -> !unordered;
      case FUNO -> unordered;
      case FUEQ -> unordered || left == right;
      case FUNE -> left != right;
      case FULT -> !(left >= right);
      case FULE -> !(left > right);
      case FUGT -> !(left <= right);
      default -> !(left < right);
    };
  }

  static long convert(int conversion, int fromBits, int toBits, long value) {
    return switch (CONVERSIONS[conversion]) {
      case TRUNCATE, ZERO_EXTEND -> zeroExtend(value, toBits);
      case SIGN_EXTEND -> zeroExtend(signExtend(value, fromBits), toBits);
      case FLOAT_TO_SIGNED -> zeroExtend((long) toDouble(value, fromBits), toBits);
      case FLOAT_TO_UNSIGNED -> zeroExtend(unsigned(toDouble(value, fromBits)), toBits);
      case SIGNED_TO_FLOAT -> fromSigned(signExtend(value, fromBits), toBits);
      case UNSIGNED_TO_FLOAT -> fromUnsigned(value, toBits);
      case FLOAT_TO_FLOAT -> fromDouble(toDouble(value, fromBits), toBits);
      default -> fromDouble(elementary(CONVERSIONS[conversion], toDouble(value, fromBits)), toBits);
    };
  }

  /** Strictly: the same on all machines. */
  private static double elementary(Conversion function, double x) {
    return switch (function) {
      case SIN -> StrictMath.sin(x);
      case COS -> StrictMath.cos(x);
      case TAN -> StrictMath.tan(x);
      case ASIN -> StrictMath.asin(x);
      case ACOS -> StrictMath.acos(x);
      case ATAN -> StrictMath.atan(x);
      case SINH -> StrictMath.sinh(x);
      case COSH -> StrictMath.cosh(x);
      case TANH -> StrictMath.tanh(x);
      case EXP -> StrictMath.exp(x);
      case EXPM1 -> StrictMath.expm1(x);
      case LOG -> StrictMath.log(x);
      case LOG10 -> StrictMath.log10(x);
      case LOG1P -> StrictMath.log1p(x);
      case SQRT -> StrictMath.sqrt(x);
      case CBRT -> StrictMath.cbrt(x);
      case FLOOR -> StrictMath.floor(x);
      case CEIL -> StrictMath.ceil(x);
      case RINT -> StrictMath.rint(x);
      default -> throw new IllegalArgumentException(function + " is not an elementary function");
    };
  }

  private static long unsigned(double value) {
    double half = 0x1p63;
    return value < half ? (long) value : (long) (value - half) ^ Long.MIN_VALUE;
  }

  private static long fromSigned(long value, int bits) {
    return bits == 32
        ? Float.floatToRawIntBits((float) value) & 0xffffffffL
        : Double.doubleToRawLongBits((double) value);
  }

  private static long fromUnsigned(long value, int bits) {
    if (value >= 0) {
      return fromSigned(value, bits);
    }
    // Halve, keeping the lowest bit so that the rounding stays right, and double again.
    long half = (value >>> 1) | (value & 1);
    return bits == 32
        ? Float.floatToRawIntBits((float) half * 2) & 0xffffffffL
        : Double.doubleToRawLongBits((double) half * 2);
  }

  static long readModifyWrite(int operator, int bits, long old, long value) {
    long result =
        switch (RMW[operator]) {
          case EXCHANGE -> value;
          case ADD -> old + value;
          case SUB -> old - value;
          case AND -> old & value;
          case NAND -> ~(old & value);
          case OR -> old | value;
          case XOR -> old ^ value;
          case MAX -> signExtend(old, bits) >= signExtend(value, bits) ? old : value;
          case MIN -> signExtend(old, bits) <= signExtend(value, bits) ? old : value;
          case UMAX -> Long.compareUnsigned(old, value) >= 0 ? old : value;
          case UMIN -> Long.compareUnsigned(old, value) <= 0 ? old : value;
          // A lock that counts: one less, or 0 from above the value, where one holds it alone.
          case LEAVE -> Long.compareUnsigned(old, value) > 0 ? 0 : old - 1;
          case FADD -> fromDouble(toDouble(old, bits) + toDouble(value, bits), bits);
          case FSUB -> fromDouble(toDouble(old, bits) - toDouble(value, bits), bits);
        };
    return zeroExtend(result, bits);
  }
}
