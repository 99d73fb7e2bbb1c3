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
import java.util.ArrayList;
import java.util.List;
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
          solver.hold(List.of(terms.equal(left, constantA), terms.equal(right, constantB)));
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
        Term isX = terms.equal(x, terms.constant(0x80, 8));
        solver.hold(List.of(isX, terms.equal(y, terms.constant(0x7f, 8))));
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
      Term sum = terms.add(x, terms.constant(5, 16));
      solver.hold(List.of(terms.equal(sum, terms.constant(3, 16)), terms.not(flag)));
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
      solver.hold(List.of(terms.equal(terms.variable("x", 8), terms.constant(1, 8))));
      assertNotNull(solver.find(terms.yes()));
      solver.clear();
      Term wide = new Terms().variable("x", 32);
      assertNotNull(solver.find(terms.equal(wide, terms.constant(70_000, 32))));
    }
  }

  /** Whatever held before, the answer is that of a solver that knows of nothing else. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void keepsWhatStillHolds(Solver.Name name) throws Exception {
    int kept = answersAsAFreshOne(name, new Solver(name));
    assertTrue(kept > 30, kept + " kept");
  }

  /** However little time a question gets at first, it gets its answer. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void triesLongerWhatWasStopped(Solver.Name name) throws Exception {
    answersAsAFreshOne(name, new Solver(name, 1000));
  }

  private int answersAsAFreshOne(Solver.Name name, Solver solver) throws Exception {
    Random random = new Random(11);
    List<Term> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Term x = terms.variable("x" + random.nextInt(4), 4);
      Term y = terms.variable("x" + random.nextInt(4), 4);
      all.add(terms.compare(Operator.ULT, terms.add(x, terms.constant(i, 4)), y));
    }
    int kept = 0;
    int possible = 0;
    try (solver;
        Solver fresh = new Solver(name)) {
      for (int round = 0; round < 30; round++) {
        List<Term> some = all.stream().filter(term -> random.nextInt(2) == 0).toList();
        solver.hold(some);
        kept += solver.kept();
        fresh.clear();
        fresh.hold(some);
        Valuation values = solver.find(terms.yes());
        assertEquals(fresh.find(terms.yes()) == null, values == null, some.toString());
        if (values != null) {
          possible++;
          some.forEach(term -> assertTrue(values.holds(term), term.toString()));
        }
      }
    }
    assertTrue(possible > 3 && possible < 27, "possible " + possible);
    return kept;
  }

  /** A question that takes solvers very long, thirty pigeons in fewer holes, ends when asked to. */
  @ParameterizedTest
  @EnumSource(names = {"Z3", "BITWUZLA"})
  void stops(Solver.Name name) throws Exception {
    try (Solver solver = new Solver(name)) {
      solver.hold(pigeons(30));
      Thread other = new Thread(() -> stopSoon(solver));
      other.start();
      assertThrows(InterruptedException.class, () -> solver.find(terms.yes()));
      other.join();
      assertTrue(solver.isStopped());
    }
  }

  private List<Term> pigeons(int pigeons) {
    List<Term> constraints = new ArrayList<>();
    for (int p = 0; p < pigeons; p++) {
      Term some = terms.no();
      for (int h = 0; h < pigeons - 1; h++) {
        Term here = terms.booleanVariable("pigeon" + p + "in" + h);
        some = terms.or(some, here);
        for (int q = 0; q < p; q++) {
          Term other = terms.booleanVariable("pigeon" + q + "in" + h);
          constraints.add(terms.not(terms.and(here, other)));
        }
      }
      constraints.add(some);
    }
    return constraints;
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
