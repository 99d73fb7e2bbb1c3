package dev.heddle.litmus;

/** What instructions compute. Values are 64 bits wide; narrower ones are extended explicitly. */
public enum Operator {
  ADD,
  SUB,
  MUL,
  DIV,
  REM,
  AND,
  OR,
  XOR,
  SHL,
  /** Shifts zeros in. */
  SHR,
  /** Shifts the sign in. */
  SAR,
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  /** Less than, of unsigned values. */
  ULT,
  ULE,
  /** -1, 0 or 1: less, equal, greater. Condition registers hold it. */
  COMPARE,
  /** The same of unsigned values. */
  UCOMPARE,
  /** The left value's low bits, as many as the right value says; zeros above. */
  ZERO_EXTEND,
  /** The left value's low bits, as many as the right value says; their sign above. */
  SIGN_EXTEND,
  MIN,
  MAX,
  UMIN,
  UMAX;

  /** The result. Division by zero gives zero, as on the architectures that define it. */
  public long apply(long a, long b) {
    return switch (this) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? 0 : a / b;
      case REM -> b == 0 ? a : a % b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHL -> b < 0 || b > 63 ? 0 : a << b;
      case SHR -> b < 0 || b > 63 ? 0 : a >>> b;
      case SAR -> a >> Math.max(0, Math.min(b, 63));
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LE -> a <= b ? 1 : 0;
      case GT -> a > b ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
      case ULT -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case ULE -> Long.compareUnsigned(a, b) <= 0 ? 1 : 0;
      case COMPARE -> Long.compare(a, b);
      case UCOMPARE -> Integer.signum(Long.compareUnsigned(a, b));
      case ZERO_EXTEND -> b >= 64 ? a : a & ((1L << b) - 1);
      case SIGN_EXTEND -> b >= 64 ? a : a << (64 - b) >> (64 - b);
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case UMIN -> Long.compareUnsigned(a, b) < 0 ? a : b;
      case UMAX -> Long.compareUnsigned(a, b) < 0 ? b : a;
    };
  }

  /** Whether the result with two equal operands is known without knowing them. */
  public boolean isConstantOfEqualOperands() {
    return switch (this) {
      case SUB, XOR, EQ, NE, LT, LE, GT, GE, ULT, ULE, COMPARE, UCOMPARE -> true;
      default -> false;
    };
  }
}
