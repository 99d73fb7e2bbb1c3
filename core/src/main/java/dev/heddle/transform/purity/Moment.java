package dev.heddle.transform.purity;

import dev.heddle.program.ClaimKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;

/**
 * When an addition that may be taken back comes at the right moment. What it finds may contain
 * additions of other threads, which they will take back. Without those it must be at the right
 * moment, too. That is so if it waits for a number below a limit, and all such additions are
 * positive. Numbers are taken to be signed and not to overflow; for comparisons that take them
 * otherwise, or wait for one number alone, those are doubtful from which additions to be taken back
 * could lead to success.
 *
 * @param compared with what the number is compared
 * @param doubt numbers that must not occur when it waits; null for none
 */
record Moment(Value compared, Literal doubt) {
  /** The moment for which an addition waits; null if there is no telling. */
  static Moment of(Conjunction failure, Instruction.ReadModifyWrite i, ClaimKind kind) {
    if (failure.literals().size() != 1 || i.result() == null) {
      return null;
    }
    Literal only = failure.literals().iterator().next();
    if (!(only.atom() instanceof Atom.Comparison c) || c.bits() != 8 * i.bytes()) {
      return null;
    }
    boolean onLeft = c.left().equals(i.result());
    Value other = onLeft ? c.right() : c.left();
    if (other.equals(i.result()) || (!onLeft && !c.right().equals(i.result()))) {
      return null;
    }
    boolean rises = kind == ClaimKind.RISING_SUM;
    if (c.relation() == Relation.EQ) {
      // It succeeds with one number, and the sum must not be beyond that.
      Literal beyond = rises ? less(i, other, true) : less(i, other, false);
      return only.holds() ? null : new Moment(other, beyond);
    }
    // It fails if not number < other, or if other < number: it waits for small numbers.
    boolean waitsForSmall = onLeft != only.holds();
    if (waitsForSmall != rises) {
      return null;
    }
    boolean isSigned = c.relation() == Relation.SLT;
    return isSigned
        ? new Moment(other, null)
        : rises ? new Moment(other, less(i, Value.of(0), true)) : null;
  }

  /** The number is less than another, or else it is greater. */
  private static Literal less(Instruction.ReadModifyWrite i, Value other, boolean isLess) {
    Value left = isLess ? i.result() : other;
    Value right = isLess ? other : i.result();
    return new Literal(new Atom.Comparison(Relation.SLT, 8 * i.bytes(), left, right), true);
  }
}
