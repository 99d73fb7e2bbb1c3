package dev.heddle.symbolic.term;

import java.util.List;

/** Makes terms, and simplifies them where that is cheap. */
public final class Terms extends Truths {
  public static final int WORD = 64;

  // ---- Bit vectors --------------------------------------------------------------------------

  public Term constant(long value, int bits) {
    return make(Operator.CONSTANT, bits, zeroExtend(value, bits), "", List.of());
  }

  public Term word(long value) {
    return constant(value, WORD);
  }

  public Term variable(String name, int bits) {
    return make(Operator.VARIABLE, bits, 0, name, List.of());
  }

  static long zeroExtend(long value, int bits) {
    return bits >= 64 ? value : value & ((1L << bits) - 1);
  }

  static long signExtend(long value, int bits) {
    return bits >= 64 ? value : value << (64 - bits) >> (64 - bits);
  }

  /** A computation on two numbers of the same width. */
  public Term binary(Operator operator, Term left, Term right) {
    if (left.isConstant() && right.isConstant()) {
      return constant(Folding.binary(operator, left.bits(), left.low(), right.low()), left.bits());
    }
    Term simple = simplified(operator, left, right);
    if (simple != null) {
      return simple;
    }
    boolean isOrdered = left.number() <= right.number() || !isCommutative(operator);
    // Constants come last, so that they meet in sums.
    boolean swaps =
        isCommutative(operator) && (left.isConstant() || (!right.isConstant() && !isOrdered));
    return swaps
        ? make(operator, left.bits(), right, left)
        : make(operator, left.bits(), left, right);
  }

  private static boolean isCommutative(Operator operator) {
    return switch (operator) {
      case ADD, MUL, AND, OR, XOR -> true;
      default -> false;
    };
  }

  private Term simplified(Operator operator, Term left, Term right) {
    int bits = left.bits();
    if (isCommutative(operator) && left.isConstant()) {
      return simplified(operator, right, left);
    }
    if (operator == Operator.SUB && right.isConstant()) {
      return binary(Operator.ADD, left, constant(-right.low(), bits));
    }
    if (operator == Operator.SUB && left == right) {
      return constant(0, bits);
    }
    if (operator == Operator.ADD
        && right.isConstant()
        && left.operator() == Operator.ADD
        && left.part(1).isConstant()) {
      Term sum = constant(left.part(1).low() + right.low(), bits);
      return binary(Operator.ADD, left.part(0), sum);
    }
    if (operator == Operator.ADD
        && !right.isConstant()
        && left.operator() == Operator.ADD
        && left.part(1).isConstant()) {
      return binary(Operator.ADD, binary(Operator.ADD, left.part(0), right), left.part(1));
    }
    if (operator == Operator.ADD
        && right.operator() == Operator.ADD
        && right.part(1).isConstant()) {
      return binary(Operator.ADD, binary(Operator.ADD, left, right.part(0)), right.part(1));
    }
    if (right.isConstant()) {
      return withConstant(operator, left, right);
    }
    return operator == Operator.OR ? joined(left, right) : null;
  }

  /** Bits of two numbers that have none in common, such as the pieces of an input. */
  private Term joined(Term left, Term right) {
    Term lower = emptyBelow(left) > 0 ? right : left;
    Term upper = lower == left ? right : left;
    int empty = emptyBelow(upper);
    if (lower.operator() != Operator.ZERO_EXTEND || lower.part(0).bits() > empty) {
      return null;
    }
    Term bits = extract(upper, empty, upper.bits() - empty);
    return concat(bits, zeroExtend(lower.part(0), empty));
  }

  /** How many of the lowest bits are known to be zero. */
  private static int emptyBelow(Term value) {
    return switch (value.operator()) {
      case ZERO_EXTEND -> emptyBelow(value.part(0));
      case CONCAT -> value.part(1).isConstant(0) ? value.part(1).bits() : 0;
      default -> 0;
    };
  }

  private Term withConstant(Operator operator, Term left, Term right) {
    int bits = left.bits();
    long ones = zeroExtend(-1, bits);
    boolean isNeutral =
        switch (operator) {
          case ADD, OR, XOR, SHL, LSHR, ASHR -> right.low() == 0;
          case MUL, UDIV, SDIV -> right.low() == 1;
          case AND -> right.low() == ones;
          default -> false;
        };
    if (isNeutral) {
      return left;
    }
    if (right.low() == 0 && (operator == Operator.MUL || operator == Operator.AND)) {
      return right;
    }
    // A shift that loses nothing.
    if (operator == Operator.SHL
        && left.operator() == Operator.ZERO_EXTEND
        && Long.compareUnsigned(right.low(), bits - left.part(0).bits()) <= 0) {
      return zeroExtend(concat(left.part(0), constant(0, (int) right.low())), bits);
    }
    if (left.operator() == Operator.ITE && left.part(1).isConstant() && left.part(2).isConstant()) {
      return ite(
          left.part(0),
          binary(operator, left.part(1), right),
          binary(operator, left.part(2), right));
    }
    // A mask that keeps the lowest bits of an extended number.
    if (operator == Operator.AND
        && left.operator() == Operator.ZERO_EXTEND
        && (right.low() & zeroExtend(-1, left.part(0).bits()))
            == zeroExtend(-1, left.part(0).bits())) {
      return left;
    }
    return null;
  }

  public Term add(Term left, Term right) {
    return binary(Operator.ADD, left, right);
  }

  public Term extract(Term value, int low, int bits) {
    if (low == 0 && bits == value.bits()) {
      return value;
    }
    if (value.isConstant()) {
      return constant(value.low() >>> low, bits);
    }
    switch (value.operator()) {
      case EXTRACT -> {
        return extract(value.part(0), (int) value.low() + low, bits);
      }
      case ZERO_EXTEND -> {
        Term inner = value.part(0);
        if (low >= inner.bits()) {
          return constant(0, bits);
        }
        return low + bits <= inner.bits()
            ? extract(inner, low, bits)
            : zeroExtend(extract(inner, low, inner.bits() - low), bits);
      }
      case SIGN_EXTEND -> {
        if (low + bits <= value.part(0).bits()) {
          return extract(value.part(0), low, bits);
        }
      }
      case CONCAT -> {
        int lower = value.part(1).bits();
        if (low >= lower) {
          return extract(value.part(0), low - lower, bits);
        }
        if (low + bits <= lower) {
          return extract(value.part(1), low, bits);
        }
      }
      case ITE -> {
        if (value.part(1).isConstant() || value.part(2).isConstant()) {
          return ite(
              value.part(0), extract(value.part(1), low, bits), extract(value.part(2), low, bits));
        }
      }
      case ADD, SUB, MUL, AND, OR, XOR -> {
        // The lowest bits of these depend on no higher ones.
        if (low == 0 && isExtended(value.part(0), bits) && isExtended(value.part(1), bits)) {
          return binary(
              value.operator(), extract(value.part(0), 0, bits), extract(value.part(1), 0, bits));
        }
      }
      default -> {}
    }
    return make(Operator.EXTRACT, bits, low, "", List.of(value));
  }

  private static boolean isExtended(Term value, int bits) {
    return value.isConstant()
        || ((value.operator() == Operator.ZERO_EXTEND || value.operator() == Operator.SIGN_EXTEND)
            && value.part(0).bits() <= bits);
  }

  public Term zeroExtend(Term value, int bits) {
    if (bits == value.bits()) {
      return value;
    }
    if (value.isConstant()) {
      return constant(value.low(), bits);
    }
    if (value.operator() == Operator.ZERO_EXTEND) {
      return zeroExtend(value.part(0), bits);
    }
    if (value.operator() == Operator.ITE
        && value.part(1).isConstant()
        && value.part(2).isConstant()) {
      return ite(value.part(0), zeroExtend(value.part(1), bits), zeroExtend(value.part(2), bits));
    }
    return make(Operator.ZERO_EXTEND, bits, value);
  }

  public Term signExtend(Term value, int bits) {
    if (bits == value.bits()) {
      return value;
    }
    if (value.isConstant()) {
      return constant(signExtend(value.low(), value.bits()), bits);
    }
    if (value.operator() == Operator.ZERO_EXTEND) {
      return zeroExtend(value.part(0), bits);
    }
    return make(Operator.SIGN_EXTEND, bits, value);
  }

  /** The bits of both, those of {@code high} above. */
  public Term concat(Term high, Term lower) {
    int bits = high.bits() + lower.bits();
    if (high.isConstant() && lower.isConstant()) {
      return constant(high.low() << lower.bits() | lower.low(), bits);
    }
    if (high.isConstant(0)) {
      return zeroExtend(lower, bits);
    }
    if (high.operator() == Operator.ZERO_EXTEND) {
      return zeroExtend(concat(high.part(0), lower), bits);
    }
    if (high.operator() == Operator.EXTRACT
        && lower.operator() == Operator.EXTRACT
        && high.part(0) == lower.part(0)
        && lower.low() + lower.bits() == high.low()) {
      return extract(high.part(0), (int) lower.low(), bits);
    }
    // An extract from bit 0 of a whole can be the whole's lowest part, or all of a narrower term.
    if (high.operator() == Operator.EXTRACT
        && high.part(0).operator() == Operator.CONCAT
        && high.part(0).part(1) == lower
        && high.low() == lower.bits()) {
      return extract(high.part(0), 0, bits);
    }
    if (high.operator() == Operator.ITE
        && lower.operator() == Operator.ITE
        && high.part(0) == lower.part(0)) {
      return ite(
          high.part(0), concat(high.part(1), lower.part(1)), concat(high.part(2), lower.part(2)));
    }
    return make(Operator.CONCAT, bits, high, lower);
  }

  /** A floating-point computation; {@code code} tells which. */
  public Term floating(int code, int bits, Term... parts) {
    return make(Operator.FLOATING, bits, code, "", List.of(parts));
  }

  public Term floatingComparison(int code, Term left, Term right) {
    return make(Operator.FLOATING_COMPARISON, 0, code, "", List.of(left, right));
  }

  // ---- Booleans -----------------------------------------------------------------------------

  public Term equal(Term left, Term right) {
    if (left == right) {
      return yes();
    }
    if (left.isConstant() && right.isConstant()) {
      return no();
    }
    if (left.isConstant() || (!right.isConstant() && left.number() > right.number())) {
      return equal(right, left);
    }
    if (right.isConstant()) {
      Term simple = equalToConstant(left, right);
      if (simple != null) {
        return simple;
      }
    }
    if (left.operator() == Operator.ZERO_EXTEND
        && right.operator() == Operator.ZERO_EXTEND
        && left.part(0).bits() == right.part(0).bits()) {
      return equal(left.part(0), right.part(0));
    }
    return make(Operator.EQUAL, 0, left, right);
  }

  private Term equalToConstant(Term left, Term right) {
    switch (left.operator()) {
      case ITE -> {
        if (left.part(1).isConstant() || left.part(2).isConstant()) {
          return ite(left.part(0), equal(left.part(1), right), equal(left.part(2), right));
        }
      }
      case ZERO_EXTEND -> {
        Term inner = left.part(0);
        return zeroExtend(right.low(), inner.bits()) == right.low()
            ? equal(inner, constant(right.low(), inner.bits()))
            : no();
      }
      case ADD -> {
        if (left.part(1).isConstant()) {
          return equal(left.part(0), constant(right.low() - left.part(1).low(), left.bits()));
        }
      }
      default -> {}
    }
    return null;
  }

  public Term compare(Operator operator, Term left, Term right) {
    if (left.isConstant() && right.isConstant()) {
      return truth(Folding.compare(operator, left.bits(), left.low(), right.low()));
    }
    if (left == right) {
      return truth(operator == Operator.ULE || operator == Operator.SLE);
    }
    boolean bothConstant =
        left.operator() == Operator.ITE
            && right.isConstant()
            && left.part(1).isConstant()
            && left.part(2).isConstant();
    if (bothConstant) {
      return ite(
          left.part(0),
          compare(operator, left.part(1), right),
          compare(operator, left.part(2), right));
    }
    return make(operator, 0, left, right);
  }

  /** {@code condition ? then : otherwise}, of bit vectors or of Booleans. */
  public Term ite(Term condition, Term then, Term otherwise) {
    if (condition.isTrue() || then == otherwise) {
      return then;
    }
    if (condition.isFalse()) {
      return otherwise;
    }
    if (condition.operator() == Operator.NOT) {
      return ite(condition.part(0), otherwise, then);
    }
    if (then.isBoolean()) {
      if (then.isTrue()) {
        return or(condition, otherwise);
      }
      if (then.isFalse()) {
        return and(not(condition), otherwise);
      }
      if (otherwise.isTrue()) {
        return or(not(condition), then);
      }
      if (otherwise.isFalse()) {
        return and(condition, then);
      }
    }
    if (then.operator() == Operator.ITE && then.part(0) == condition) {
      return ite(condition, then.part(1), otherwise);
    }
    if (otherwise.operator() == Operator.ITE && otherwise.part(0) == condition) {
      return ite(condition, then, otherwise.part(2));
    }
    return make(Operator.ITE, then.bits(), condition, then, otherwise);
  }

  // ---- Between the two ----------------------------------------------------------------------

  /** 1 or 0, as a word. */
  public Term number(Term truth) {
    return ite(truth, word(1), word(0));
  }

  /** Whether the lowest bit is set. */
  public Term lowestBit(Term word) {
    return equal(extract(word, 0, 1), constant(1, 1));
  }

  public Term isZero(Term value) {
    return equal(value, constant(0, value.bits()));
  }
}
