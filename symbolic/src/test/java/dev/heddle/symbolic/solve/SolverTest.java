package dev.heddle.symbolic.solve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.symbolic.term.Operator;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All solvers understand terms as our own evaluation does. */
class SolverTest {
  private static final Operator[] COMPUTATIONS = {
    Operator.ADD, Operator.SUB, Operator.MUL, Operator.UDIV, Operator.SDIV, Operator.UREM,
    Operator.SREM, Operator.SHL, Operator.LSHR, Operator.ASHR, Operator.AND, Operator.OR,
    Operator.XOR
  };
  private static final Operator[] COMPARISONS = {
    Operator.ULT, Operator.ULE, Operator.SLT, Operator.SLE
  };

  private final Terms terms = new Terms();

  /** Each computation and comparison on two numbers has the value that folding gives, no other. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void computesAsWeDo(Solver.Name name) throws Exception {
    Random random = new Random(7);
    try (Solver solver = new Solver(name)) {
      for (Operator operator : COMPUTATIONS) {
        for (int bits : new int[] {1, 8, 32, 64}) {
          Term left = terms.variable("left" + bits, bits);
          Term right = terms.variable("right" + bits, bits);
          long a = random.nextLong();
          long b = random.nextInt(4) == 0 ? random.nextLong() : 1 + random.nextInt(7);
          Term constantA = terms.constant(a, bits);
          Term constantB = terms.constant(b, bits);
          boolean divides =
              operator == Operator.UDIV
                  || operator == Operator.SDIV
                  || operator == Operator.UREM
                  || operator == Operator.SREM;
          if (divides && constantB.isConstant(0)) {
            constantB = terms.constant(1, bits);
          }
          solver.clear();
          solver.add(terms.equal(left, constantA));
          solver.add(terms.equal(right, constantB));
          Term wanted = terms.binary(operator, constantA, constantB);
          Term found = terms.binary(operator, left, right);
          String what = operator + " of " + constantA + " and " + constantB + ", " + bits + " bits";
          assertNotNull(solver.find(terms.equal(found, wanted)), what);
          assertNull(solver.find(terms.not(terms.equal(found, wanted))), what);
        }
      }
      for (Operator operator : COMPARISONS) {
        Term x = terms.variable("x", 8);
        Term y = terms.variable("y", 8);
        solver.clear();
        solver.add(terms.equal(x, terms.constant(0x80, 8)));
        solver.add(terms.equal(y, terms.constant(0x7f, 8)));
        Term wanted = terms.compare(operator, terms.constant(0x80, 8), terms.constant(0x7f, 8));
        Term found = terms.compare(operator, x, y);
        assertNull(solver.find(wanted.isTrue() ? terms.not(found) : found), operator.toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void givesValuesOfVariables(Solver.Name name) throws Exception {
    try (Solver solver = new Solver(name)) {
      Term x = terms.variable("x", 16);
      Term flag = terms.booleanVariable("flag");
      solver.add(terms.equal(terms.add(x, terms.constant(5, 16)), terms.constant(3, 16)));
      solver.add(terms.not(flag));
      Valuation values = solver.find(terms.yes());
      assertEquals(0xfffe, values.value(x));
      assertFalse(values.holds(flag));
      assertEquals(0xfffffffffffffffeL, values.value(terms.signExtend(x, 64)));
    }
  }

  /** A variable of one program has nothing to do with one of the same name of the next. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void forgetsNames(Solver.Name name) throws Exception {
    try (Solver solver = new Solver(name)) {
      solver.add(terms.equal(terms.variable("x", 8), terms.constant(1, 8)));
      assertNotNull(solver.find(terms.yes()));
      solver.clear();
      Term wide = new Terms().variable("x", 32);
      assertNotNull(solver.find(terms.equal(wide, terms.constant(70_000, 32))));
    }
  }

  /** A question that takes solvers very long, thirty pigeons in fewer holes, ends when asked to. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void stops(Solver.Name name) throws Exception {
    try (Solver solver = new Solver(name)) {
      addPigeons(solver, 30);
      Thread other = new Thread(() -> stopSoon(solver));
      other.start();
      assertThrows(InterruptedException.class, () -> solver.find(terms.yes()));
      other.join();
      assertTrue(solver.isStopped());
    }
  }

  private void addPigeons(Solver solver, int pigeons) {
    for (int p = 0; p < pigeons; p++) {
      Term some = terms.no();
      for (int h = 0; h < pigeons - 1; h++) {
        Term here = terms.booleanVariable("pigeon" + p + "in" + h);
        some = terms.or(some, here);
        for (int q = 0; q < p; q++) {
          Term other = terms.booleanVariable("pigeon" + q + "in" + h);
          solver.add(terms.not(terms.and(here, other)));
        }
      }
      solver.add(some);
    }
  }

  private static void stopSoon(Solver solver) {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    solver.stop();
  }

  @Test
  void countsWhatItIsAsked() throws Exception {
    try (Solver solver = new Solver(Solver.Name.Z3)) {
      Term x = terms.variable("x", 8);
      solver.find(terms.equal(x, terms.constant(1, 8)));
      assertEquals(3, solver.size());
    }
  }
}
