package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.FloatingPoint;
import java.util.Map;

/** The value of a term whose parts have values. */
final class Evaluation {
  private Evaluation() {}

  static long of(Term term, Map<Term, Long> values) {
    return switch (term.operator()) {
      case CONSTANT -> term.low();
      case TRUE -> 1;
      case VARIABLE, BOOLEAN_VARIABLE, FALSE -> 0;
      case NOT -> 1 - part(term, 0, values);
      case BOTH -> part(term, 0, values) & part(term, 1, values);
      case EITHER -> part(term, 0, values) | part(term, 1, values);
      case ITE -> part(term, part(term, 0, values) != 0 ? 1 : 2, values);
      case EQUAL -> part(term, 0, values) == part(term, 1, values) ? 1 : 0;
      default -> computed(term, values);
    };
  }

  private static long part(Term term, int index, Map<Term, Long> values) {
    return values.get(term.part(index));
  }

  /** As constants, which terms compute with. */
  private static long computed(Term term, Map<Term, Long> values) {
    Terms terms = new Terms();
    Term[] parts = new Term[term.parts().size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = terms.constant(part(term, i, values), term.part(i).bits());
    }
    Term result =
        switch (term.operator()) {
          case EXTRACT -> terms.extract(parts[0], (int) term.low(), term.bits());
          case ZERO_EXTEND -> terms.zeroExtend(parts[0], term.bits());
          case SIGN_EXTEND -> terms.signExtend(parts[0], term.bits());
          case CONCAT -> terms.concat(parts[0], parts[1]);
          case ULT, ULE, SLT, SLE -> terms.compare(term.operator(), parts[0], parts[1]);
          case FLOATING -> FloatingPoint.of(terms, (int) term.low(), term.bits(), parts);
          case FLOATING_COMPARISON ->
              FloatingPoint.compare(terms, (int) term.low(), parts[0], parts[1]);
          default -> terms.binary(term.operator(), parts[0], parts[1]);
        };
    return result.isBoolean() ? (result.isTrue() ? 1 : 0) : result.low();
  }
}
