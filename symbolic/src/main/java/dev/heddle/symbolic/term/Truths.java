package dev.heddle.symbolic.term;

import java.util.List;

/** Makes Booleans of Booleans. */
abstract class Truths extends TermTable {
  private final Term yes = make(Operator.TRUE, 0, 0, "", List.of());
  private final Term no = make(Operator.FALSE, 0, 0, "", List.of());

  public Term yes() {
    return yes;
  }

  public Term no() {
    return no;
  }

  public Term truth(boolean value) {
    return value ? yes : no;
  }

  public Term booleanVariable(String name) {
    return make(Operator.BOOLEAN_VARIABLE, 0, 0, name, List.of());
  }

  public Term not(Term value) {
    return switch (value.operator()) {
      case TRUE -> no;
      case FALSE -> yes;
      case NOT -> value.part(0);
      default -> make(Operator.NOT, 0, value);
    };
  }

  public Term and(Term left, Term right) {
    if (left == right || right.isTrue() || left.isFalse()) {
      return left;
    }
    if (left.isTrue() || right.isFalse()) {
      return right;
    }
    if (not(left) == right || contains(left, not(right)) || contains(right, not(left))) {
      return no;
    }
    if (contains(left, right)) {
      return left;
    }
    if (contains(right, left)) {
      return right;
    }
    return left.number() <= right.number()
        ? make(Operator.BOTH, 0, left, right)
        : make(Operator.BOTH, 0, right, left);
  }

  /** Whether a conjunction has a part; looks only a few levels deep. */
  private static boolean contains(Term conjunction, Term part) {
    return contains(conjunction, part, 4);
  }

  private static boolean contains(Term conjunction, Term part, int depth) {
    if (conjunction.operator() != Operator.BOTH || depth == 0) {
      return false;
    }
    Term a = conjunction.part(0);
    Term b = conjunction.part(1);
    return a == part || b == part || contains(a, part, depth - 1) || contains(b, part, depth - 1);
  }

  public Term or(Term left, Term right) {
    if (left == right || left.isTrue() || right.isFalse()) {
      return left;
    }
    if (right.isTrue() || left.isFalse()) {
      return right;
    }
    if (not(left) == right) {
      return yes;
    }
    Term whole = whole(left, right);
    if (whole != null) {
      return whole;
    }
    return left.number() <= right.number()
        ? make(Operator.EITHER, 0, left, right)
        : make(Operator.EITHER, 0, right, left);
  }

  /** {@code g && c || g && !c} is {@code g}, and {@code g || g && c} is {@code g}. */
  private Term whole(Term left, Term right) {
    if (contains(left, right)) {
      return right;
    }
    if (contains(right, left)) {
      return left;
    }
    if (left.operator() != Operator.BOTH || right.operator() != Operator.BOTH) {
      return null;
    }
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        if (left.part(i) == right.part(j)) {
          Term rest = or(left.part(1 - i), right.part(1 - j));
          return and(left.part(i), rest);
        }
      }
    }
    return null;
  }

  public Term implies(Term left, Term right) {
    return or(not(left), right);
  }
}
