package dev.heddle.transform.purity;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Conversion;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;

/**
 * Brings conditions into a form in which those that mean the same are mostly equal: conditions on
 * the results of comparisons and of logical operations become conditions on what these compare, and
 * only {@code =} and {@code <} are left of the relations.
 */
final class NormalForm {
  private static final Value ZERO = Value.of(0);
  private static final Value ONE = Value.of(1);

  private final Definitions definitions;
  private final Rereading rereading;

  NormalForm(Definitions definitions, Rereading rereading) {
    this.definitions = definitions;
    this.rereading = rereading;
  }

  /** A conjunction with one more condition; null if they cannot all hold. */
  Conjunction and(Conjunction all, Atom atom, boolean holds) {
    if (atom instanceof Atom.Bit bit) {
      return bit(all, bit.value(), holds);
    }
    if (atom instanceof Atom.Comparison comparison) {
      return compare(all, comparison, holds);
    }
    if (atom instanceof Atom.Kept kept) {
      return kept(all, kept, holds);
    }
    return unchanged(all, (Atom.Unchanged) atom, holds);
  }

  /** What a phi in the loop stands for is known once the edge to it is. */
  private Conjunction kept(Conjunction all, Atom.Kept kept, boolean holds) {
    if (rereading.isOpen(kept.next())) {
      return all.and(new Literal(kept, holds));
    }
    return rereading.of(kept.next(), kept.variable())
        ? constant(all, holds)
        : equal(all, 64, kept.next(), kept.variable(), holds);
  }

  private static Conjunction constant(Conjunction all, boolean isTrue) {
    return isTrue ? all : null;
  }

  // ---- Bits ---------------------------------------------------------------------------------

  private Conjunction bit(Conjunction all, Value value, boolean holds) {
    if (value instanceof Value.Constant number) {
      return constant(all, ((number.bits() & 1) != 0) == holds);
    }
    Instruction definition = definitions.computationOf(value);
    if (definition instanceof Instruction.Compare i) {
      return compare(all, new Atom.Comparison(i.relation(), i.bits(), i.left(), i.right()), holds);
    }
    if (definition instanceof Instruction.Convert i && keepsLowestBit(i.conversion())) {
      return bit(all, i.value(), holds);
    }
    if (definition instanceof Instruction.Select i && i.ifFalse().equals(ZERO) && holds) {
      return both(all, i.condition(), true, i.ifTrue(), true);
    }
    if (definition instanceof Instruction.Select i && i.ifTrue().equals(ONE) && !holds) {
      return both(all, i.condition(), false, i.ifFalse(), false);
    }
    if (definition instanceof Instruction.Binary i) {
      boolean isAnd = i.operator() == BinaryOperator.AND;
      if (isAnd ? holds : i.operator() == BinaryOperator.OR && !holds) {
        return both(all, i.left(), holds, i.right(), holds);
      }
      if (i.operator() == BinaryOperator.XOR && i.right() instanceof Value.Constant mask) {
        return bit(all, i.left(), ((mask.bits() & 1) != 0) != holds);
      }
      if (isAnd && i.right() instanceof Value.Constant mask && (mask.bits() & 1) != 0) {
        return bit(all, i.left(), holds);
      }
    }
    return all.and(new Literal(new Atom.Bit(value), holds));
  }

  private Conjunction both(
      Conjunction all, Value one, boolean oneHolds, Value other, boolean otherHolds) {
    Conjunction first = bit(all, one, oneHolds);
    return first == null ? null : bit(first, other, otherHolds);
  }

  private static boolean keepsLowestBit(Conversion conversion) {
    return switch (conversion) {
      case TRUNCATE, ZERO_EXTEND, SIGN_EXTEND -> true;
      default -> false;
    };
  }

  // ---- Comparisons --------------------------------------------------------------------------

  private Conjunction compare(Conjunction all, Atom.Comparison c, boolean holds) {
    return switch (c.relation()) {
      case NE -> equal(all, c.bits(), c.left(), c.right(), !holds);
      case EQ -> equal(all, c.bits(), c.left(), c.right(), holds);
      case UGT -> less(all, Relation.ULT, c.bits(), c.right(), c.left(), holds);
      case UGE -> less(all, Relation.ULT, c.bits(), c.left(), c.right(), !holds);
      case ULE -> less(all, Relation.ULT, c.bits(), c.right(), c.left(), !holds);
      case SGT -> less(all, Relation.SLT, c.bits(), c.right(), c.left(), holds);
      case SGE -> less(all, Relation.SLT, c.bits(), c.left(), c.right(), !holds);
      case SLE -> less(all, Relation.SLT, c.bits(), c.right(), c.left(), !holds);
      case ULT, SLT -> less(all, c.relation(), c.bits(), c.left(), c.right(), holds);
      default -> all.and(new Literal(c, holds));
    };
  }

  private static Conjunction less(
      Conjunction all, Relation relation, int bits, Value left, Value right, boolean holds) {
    return left.equals(right)
        ? constant(all, !holds)
        : all.and(new Literal(new Atom.Comparison(relation, bits, left, right), holds));
  }

  private Conjunction equal(Conjunction all, int bits, Value left, Value right, boolean holds) {
    if (left.equals(right)) {
      return constant(all, holds);
    }
    if (left instanceof Value.Constant && right instanceof Value.Constant) {
      return constant(all, !holds);
    }
    if (left instanceof Value.Constant) {
      return equal(all, bits, right, left, holds);
    }
    if (isMoved(left, right) || isMoved(right, left)) {
      return constant(all, !holds);
    }
    if (right instanceof Value.Constant number) {
      return isNumber(all, bits, left, number.bits(), holds);
    }
    return all.and(new Literal(new Atom.Comparison(Relation.EQ, bits, left, right), holds));
  }

  /** Whether a value is another plus something that is not 0. */
  private boolean isMoved(Value value, Value from) {
    return definitions.computationOf(value) instanceof Instruction.Binary i
        && (i.operator() == BinaryOperator.ADD || i.operator() == BinaryOperator.SUB)
        && i.left().equals(from)
        && i.right() instanceof Value.Constant distance
        && distance.bits() != 0;
  }

  private Conjunction isNumber(Conjunction all, int bits, Value value, long number, boolean holds) {
    if (bits == 1) {
      return bit(all, value, ((number & 1) != 0) == holds);
    }
    Instruction definition = definitions.computationOf(value);
    if (definition instanceof Instruction.Convert i && i.conversion() == Conversion.ZERO_EXTEND) {
      return i.fromBits() < 64 && number >>> i.fromBits() != 0
          ? constant(all, !holds)
          : isNumber(all, i.fromBits(), i.value(), number, holds);
    }
    if (definition instanceof Instruction.Compare) {
      return number >>> 1 != 0 ? constant(all, !holds) : bit(all, value, (number == 1) == holds);
    }
    if (definition instanceof Instruction.Binary i
        && i.operator() == BinaryOperator.AND
        && i.right().equals(ONE)) {
      return number >>> 1 != 0 ? constant(all, !holds) : bit(all, i.left(), (number == 1) == holds);
    }
    Atom atom = new Atom.Comparison(Relation.EQ, bits, value, Value.of(number));
    return all.and(new Literal(atom, holds));
  }

  // ---- Updates ------------------------------------------------------------------------------

  private Conjunction unchanged(Conjunction all, Atom.Unchanged u, boolean holds) {
    return switch (u.operator()) {
      case EXCHANGE -> equal(all, u.bits(), u.content(), u.operand(), holds);
      case ADD, SUB -> equal(all, u.bits(), u.operand(), ZERO, holds);
      case OR, AND -> all.and(new Literal(u, holds));
      default -> holds ? null : all;
    };
  }
}
