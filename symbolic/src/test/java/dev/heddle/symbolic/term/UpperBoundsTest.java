package dev.heddle.symbolic.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.symbolic.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bounds are never exceeded, and exact where that is easy. */
class UpperBoundsTest {
  private final Terms terms = new Terms();
  private final Term x = terms.variable("x", 8);
  private final Term y = terms.variable("y", 8);
  private final UpperBounds bounds = new UpperBounds(variable -> variable == x ? 5 : 3);

  @Test
  void exactOnes() {
    assertEquals(8, bounds.of(terms.add(x, y)));
    assertEquals(15, bounds.of(terms.binary(Operator.MUL, x, y)));
    assertEquals(3, bounds.of(terms.binary(Operator.AND, x, y)));
    assertEquals(7, bounds.of(terms.binary(Operator.OR, x, y)));
    assertEquals(2, bounds.of(terms.binary(Operator.LSHR, x, terms.constant(1, 8))));
    assertEquals(1, bounds.of(terms.binary(Operator.UDIV, x, terms.constant(4, 8))));
    assertEquals(3, bounds.of(terms.binary(Operator.UREM, x, terms.constant(4, 8))));
    assertEquals(5, bounds.of(terms.ite(terms.booleanVariable("b"), x, y)));
    assertEquals(5, bounds.of(terms.signExtend(x, 32)));
    assertEquals(5 * 256 + 3, bounds.of(terms.concat(x, y)));
  }

  @Test
  void sumsThatGoAroundCanBeAnything() {
    assertEquals(255, bounds.of(terms.add(x, terms.constant(-1, 8))));
    assertEquals(255, bounds.of(terms.add(x, terms.constant(251, 8))));
    assertEquals(255, bounds.of(terms.add(x, terms.constant(250, 8))));
    assertEquals(254, bounds.of(terms.add(x, terms.constant(249, 8))));
    assertEquals(-1, UpperBounds.sum(-1, 1, 64));
  }

  /** For all values of the variables within their bounds, by a solver. */
  @Test
  void randomTermsStayBelow() throws Exception {
    Random random = new Random(3);
    try (Solver solver = new Solver(Solver.Name.Z3)) {
      Term least = terms.compare(Operator.ULE, x, terms.constant(5, 8));
      solver.hold(List.of(least, terms.compare(Operator.ULE, y, terms.constant(3, 8))));
      int bounded = 0;
      for (int n = 0; n < 200; n++) {
        Term term = random(random);
        long bound = bounds.of(term);
        bounded += bound == UpperBounds.largest(term.bits()) ? 0 : 1;
        Term exceeds = terms.compare(Operator.ULT, terms.constant(bound, term.bits()), term);
        assertEquals(null, solver.find(exceeds), term.toString());
      }
      assertTrue(bounded > 50, bounded + " have bounds");
    }
  }

  private Term random(Random random) {
    Operator[] operators = {
      Operator.ADD,
      Operator.MUL,
      Operator.UDIV,
      Operator.LSHR,
      Operator.UREM,
      Operator.AND,
      Operator.OR,
      Operator.XOR,
      Operator.SUB,
      Operator.SHL
    };
    List<Term> made = new ArrayList<>(List.of(x, y, terms.constant(random.nextInt(6), 8)));
    for (int i = 0; i < 4; i++) {
      Term a = made.get(random.nextInt(made.size()));
      Term b = made.get(random.nextInt(made.size()));
      switch (random.nextInt(4)) {
        case 0 -> made.add(terms.ite(terms.booleanVariable("b" + random.nextInt(2)), a, b));
        case 1 -> made.add(terms.extract(terms.concat(a, b), random.nextInt(9), 8));
        case 2 -> made.add(terms.extract(terms.signExtend(a, 12), random.nextInt(5), 8));
        default -> made.add(terms.binary(operators[random.nextInt(operators.length)], a, b));
      }
    }
    return made.get(made.size() - 1);
  }
}
