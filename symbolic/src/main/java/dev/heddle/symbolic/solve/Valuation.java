package dev.heddle.symbolic.solve;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Values of variables, and thereby of all terms. */
public final class Valuation {
  private final Map<Term, Long> values;

  Valuation(Map<Term, Long> variables) {
    values = new HashMap<>(variables);
  }

  public boolean holds(Term truth) {
    return value(truth) != 0;
  }

  /** The value, zero-extended; 1 or 0 for Booleans. Variables that do not matter are 0. */
  public long value(Term wanted) {
    Deque<Term> ahead = new ArrayDeque<>();
    ahead.push(wanted);
    while (!ahead.isEmpty()) {
      Term term = ahead.peek();
      if (values.containsKey(term)) {
        ahead.pop();
        continue;
      }
      boolean isReady = true;
      for (Term part : needed(term)) {
        if (!values.containsKey(part)) {
          ahead.push(part);
          isReady = false;
        }
      }
      if (isReady) {
        values.put(term, Evaluation.of(term, values));
        ahead.pop();
      }
    }
    return values.get(wanted);
  }

  private static Iterable<Term> needed(Term term) {
    boolean isVariable =
        term.operator() == Operator.VARIABLE || term.operator() == Operator.BOOLEAN_VARIABLE;
    return isVariable ? java.util.List.of() : term.parts();
  }
}
