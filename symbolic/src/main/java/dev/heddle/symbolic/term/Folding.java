package dev.heddle.symbolic.term;

/** Computations on constants, which live zero-extended in longs, as solvers define them. */
final class Folding {
  private Folding() {}

  static long binary(Operator operator, int bits, long left, long right) {
    long signedLeft = Terms.signExtend(left, bits);
    long signedRight = Terms.signExtend(right, bits);
    boolean isWide = right < 0 || right >= bits;
    return switch (operator) {
      case ADD -> left + right;
      case SUB -> left - right;
      case MUL -> left * right;
      case UDIV -> right == 0 ? -1 : Long.divideUnsigned(left, right);
      case UREM -> right == 0 ? left : Long.remainderUnsigned(left, right);
      case SDIV -> right == 0 ? (signedLeft < 0 ? 1 : -1) : signedLeft / signedRight;
      case SREM -> right == 0 ? left : signedLeft % signedRight;
      case SHL -> isWide ? 0 : left << right;
      case LSHR -> isWide ? 0 : left >>> right;
      case ASHR -> isWide ? signedLeft >> 63 : signedLeft >> right;
      case AND -> left & right;
      case OR -> left | right;
      case XOR -> left ^ right;
      default -> throw new IllegalArgumentException(operator + " does not compute");
    };
  }

  static boolean compare(Operator operator, int bits, long left, long right) {
    int signed = Long.compare(Terms.signExtend(left, bits), Terms.signExtend(right, bits));
    int unsigned = Long.compareUnsigned(left, right);
    return switch (operator) {
      case ULT -> unsigned < 0;
      case ULE -> unsigned <= 0;
      case SLT -> signed < 0;
      case SLE -> signed <= 0;
      default -> throw new IllegalArgumentException(operator + " does not compare");
    };
  }
}
