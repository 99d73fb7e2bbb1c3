package dev.heddle.transform.purity;

import dev.heddle.program.ClaimKind;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Value;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/**
 * Conditions that hold together, each in its normal form.
 *
 * @param barrier the place before which a thread must not be stopped because of them, as it would
 *     miss an error on its way; null for none
 * @param undoing what the iteration takes back, and so must have done before; null for nothing
 * @param claims what else must be true, which is found out while the program runs
 */
record Conjunction(Set<Literal> literals, Point barrier, Undoing undoing, Set<Claimed> claims) {
  static final Conjunction TRUE = new Conjunction(Set.of(), null, null, Set.of());

  /**
   * An addition or an unlocking.
   *
   * @param added the number, 0 for an unlocking
   * @param point right behind it
   */
  record Undoing(ClaimKind kind, AccessedPlace place, long added, Point point) {}

  /**
   * Something that must be true about memory when control comes to an instruction.
   *
   * @param point right in front of it
   * @param doubt a condition under which it would not be enough; null for none
   */
  record Claimed(ClaimKind kind, Point point, Value address, int bytes, Literal doubt) {}

  Conjunction withBarrier(Point newBarrier) {
    return new Conjunction(literals, newBarrier, undoing, claims);
  }

  Conjunction withUndoing(Undoing newUndoing) {
    return new Conjunction(literals, barrier, newUndoing, claims);
  }

  Conjunction withClaim(Claimed claim) {
    Set<Claimed> all = new LinkedHashSet<>(claims);
    all.add(claim);
    return new Conjunction(literals, barrier, undoing, all);
  }

  private boolean isLike(Conjunction that) {
    return Objects.equals(barrier, that.barrier) && Objects.equals(undoing, that.undoing);
  }

  boolean implies(Conjunction that) {
    return isLike(that) && literals.containsAll(that.literals) && claims.containsAll(that.claims);
  }

  /** With one more literal in normal form; null if they cannot all hold. */
  Conjunction and(Literal added) {
    if (literals.contains(added)) {
      return this;
    }
    if (literals.contains(added.negated())) {
      return null;
    }
    Set<Literal> all = new LinkedHashSet<>(literals);
    for (Literal literal : literals) {
      if (excludes(literal, added)) {
        return null;
      }
      if (excludes(literal, added.negated())) {
        return this;
      }
      if (excludes(added, literal.negated())) {
        all.remove(literal);
      }
    }
    all.add(added);
    return new Conjunction(all, barrier, undoing, claims);
  }

  /** Whether a literal says that a value is a constant with which another cannot hold. */
  private static boolean excludes(Literal one, Literal other) {
    if (!one.holds()
        || !(one.atom() instanceof Atom.Comparison a)
        || a.relation() != Relation.EQ
        || !(a.right() instanceof Value.Constant number)) {
      return false;
    }
    if (other.atom() instanceof Atom.Bit bit && bit.value().equals(a.left())) {
      return ((number.bits() & 1) != 0) != other.holds();
    }
    return other.holds()
        && other.atom() instanceof Atom.Comparison b
        && b.relation() == Relation.EQ
        && b.left().equals(a.left())
        && b.right() instanceof Value.Constant
        && !b.right().equals(number);
  }

  /** This and that without the one literal in which they differ by its sign; or null. */
  Conjunction mergedWith(Conjunction that) {
    if (!isLike(that) || literals.size() != that.literals.size()) {
      return null;
    }
    Literal difference = null;
    for (Literal literal : literals) {
      if (!that.literals.contains(literal)) {
        if (difference != null || !that.literals.contains(literal.negated())) {
          return null;
        }
        difference = literal;
      }
    }
    Set<Literal> common = new LinkedHashSet<>(literals);
    common.remove(difference);
    Set<Claimed> all = new LinkedHashSet<>(claims);
    all.addAll(that.claims);
    return new Conjunction(common, barrier, undoing, all);
  }
}
