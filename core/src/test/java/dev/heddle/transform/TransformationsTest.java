package dev.heddle.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.transform.purity.LoopFinding.LoopKind;
import dev.heddle.transform.purity.LoopPurity;
import dev.heddle.transform.purity.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What each pass makes of a small program, to the last instruction. */
class TransformationsTest {
  /** A program with one variable x of four bytes, whose main function is given. */
  private static Program program(BiConsumer<FunctionBuilder, Value> body) {
    ProgramBuilder builder = new ProgramBuilder("t");
    Value x = builder.global("x", 4);
    builder.function("main", f -> body.accept(f, x));
    return builder.build();
  }

  /** The main function of a program, without source lines. */
  private static String main(Program program) {
    String text = ProgramPrinter.print(program).replaceAll("  ; .*", "");
    return text.substring(text.indexOf("function @main"));
  }

  // ---- Dead code ----------------------------------------------------------------------------

  @Test
  void computationsThatNobodyUsesGo() {
    Program program =
        program(
            (f, x) -> {
              Register read = f.load(x, 4);
              Register dead = f.binary(BinaryOperator.ADD, 32, read, Value.of(1));
              f.binary(BinaryOperator.MUL, 32, dead, dead);
              Register used = f.binary(BinaryOperator.SUB, 32, read, Value.of(2));
              f.store(x, used, 4);
            });
    Program other = program((f, x) -> f.ret(Value.of(0)));
    assertEquals(
        """
        function @main(r0)
         0: b0
          r1 = load.4 sequentially-consistent [@x]
          r4 = sub.32 r1, 2
          store.4 sequentially-consistent [@x] = r4
          return 0
        """,
        main(DeadCode.apply(program, other)));
  }

  @Test
  void anUnchangedFunctionKeepsItsDeadCode() {
    Program program = program((f, x) -> f.binary(BinaryOperator.ADD, 32, Value.of(1), Value.of(1)));
    assertSame(program.functions().get(0), DeadCode.apply(program, program).functions().get(0));
  }

  /** Two phis that only feed each other are of no use to anybody. */
  @Test
  void circlesOfUnusedPhisGo() {
    Program program =
        program(
            (f, x) -> {
              f.jump(1);
              Register counted = f.reserve();
              Register phi = f.phi(List.of(0, 1), List.of(Value.of(0), counted));
              f.add(
                  new Instruction.Binary(
                      counted, BinaryOperator.ADD, 32, phi, Value.of(1), Location.NONE));
              Register read = f.load(x, 4);
              f.branch(read, 2, 1);
            });
    Program other = program((f, x) -> f.ret(Value.of(0)));
    assertEquals(
        """
        function @main(r0)
         0: b0
          jump 1
         1: b1
          r3 = load.4 sequentially-consistent [@x]
          branch r3 ? 2 : 1
         2: b2
          return 0
        """,
        main(DeadCode.apply(program, other)));
  }

  // ---- Independent additions ----------------------------------------------------------------

  @Test
  void onlyAdditionsWhoseResultIsNotUsedBecomeIndependent() {
    Program program =
        program(
            (f, x) -> {
              f.rmw(RmwOperator.ADD, x, Value.of(3), 4);
              f.rmw(RmwOperator.SUB, x, Value.of(2), 4);
              Register old = f.rmw(RmwOperator.ADD, x, Value.of(1), 4);
              f.store(x, old, 4);
              f.rmw(RmwOperator.OR, x, Value.of(1), 4);
            });
    assertEquals(
        """
        function @main(r0)
         0: b0
          add.4 sequentially-consistent [@x], 3
          r5 = sub.32 0, 2
          add.4 sequentially-consistent [@x], r5
          r3 = rmw-add.4 sequentially-consistent [@x], 1
          store.4 sequentially-consistent [@x] = r3
          r4 = rmw-or.4 sequentially-consistent [@x], 1
          return 0
        """,
        main(IndependentAdds.apply(program)));
  }

  // ---- Awaits -------------------------------------------------------------------------------

  private static String awaits(Program program, List<LoopFinding> findings) {
    return main(AwaitIntroduction.apply(program, findings::add));
  }

  @Test
  void aLoadAndAnAssumptionAboutItBecomeAnAwait() {
    List<LoopFinding> findings = new ArrayList<>();
    Program program =
        program(
            (f, x) -> {
              Register read = f.load(x, 4);
              f.assume(f.compare(Relation.EQ, 32, read, Value.of(7)));
            });
    assertEquals(
        """
        function @main(r0)
         0: b0
          r1 = await.4 [@x] & -1 eq 7
          r2 = eq.32 r1, 7
          return 0
        """,
        awaits(program, findings));
    assertEquals(List.of(), findings);
  }

  @Test
  void conditionsThatAreComputedAreComputedByTheAwait() {
    Program program =
        program(
            (f, x) -> {
              Register read = f.rmw(RmwOperator.EXCHANGE, x, Value.of(1), 4);
              Register half = f.binary(BinaryOperator.LSHR, 32, read, Value.of(1));
              f.assume(f.compare(Relation.NE, 32, half, Value.of(0)));
              f.assume(f.compare(Relation.NE, 32, read, Value.of(9)));
            });
    assertEquals(
        """
        function @main(r0)
         0: b0
          r1 = await.4 [@x] where r1 { r2 = lshr.32 r1, 1; \
        r3 = ne.32 r2, 0; r4 = ne.32 r1, 9; r5 = and.1 r3, r4 } r5, exchange 1
          r2 = lshr.32 r1, 1
          r3 = ne.32 r2, 0
          r4 = ne.32 r1, 9
          return 0
        """,
        awaits(program, new ArrayList<>()));
  }

  @Test
  void aCompareExchangeWaitsForSuccessOnly() {
    Program success =
        program((f, x) -> f.assume(f.compareExchange(x, Value.of(0), Value.of(1), 4)));
    assertEquals(
        """
        function @main(r0)
         0: b0
          r1 = await.4 [@x] & -1 eq 0, exchange 1
          r2 = eq.32 r1, 0
          return 0
        """,
        awaits(success, new ArrayList<>()));
    Program failure =
        program(
            (f, x) -> {
              Register done = f.compareExchange(x, Value.of(0), Value.of(1), 4);
              f.assume(f.compare(Relation.EQ, 1, done, Value.of(0)));
            });
    assertEquals(main(failure), awaits(failure, new ArrayList<>()));
  }

  /** What happens in between could not be taken back if the assumption fails. */
  @Test
  void anotherAccessInBetweenKeepsTheAssumption() {
    Program program =
        program(
            (f, x) -> {
              Register read = f.load(x, 4);
              f.store(x, Value.of(1), 4);
              f.assume(f.compare(Relation.EQ, 32, read, Value.of(7)));
            });
    assertEquals(main(program), awaits(program, new ArrayList<>()));
  }

  // ---- Purity -------------------------------------------------------------------------------

  /** {@code while (x == 0) ;}. */
  private static Program spinning() {
    return program(
        (f, x) -> {
          f.jump(1);
          Register read = f.load(x, 4);
          f.branch(f.compare(Relation.EQ, 32, read, Value.of(0)), 1, 2);
        });
  }

  @Test
  void anIterationThatDoesNothingIsLeftOut() {
    List<LoopFinding> findings = new ArrayList<>();
    assertEquals(
        """
        function @main(r0)
         0: b0
          jump 1
         1: b1
          r1 = load.4 sequentially-consistent [@x]
          r3 = ne.32 r1, 0
          assume r3
          r2 = eq.32 r1, 0
          branch r2 ? 1 : 2
         2: b2
          return 0
        """,
        main(LoopPurity.apply(spinning(), Trust.NONE, findings::add)));
    assertEquals("[LoopFinding[location=t:2, kind=PURE, text=x == 0]]", findings.toString());
  }

  @Test
  void aLoopThatWritesKeepsItsIterations() {
    Program program =
        program(
            (f, x) -> {
              f.jump(1);
              Register old = f.rmw(RmwOperator.ADD, x, Value.of(1), 4);
              f.branch(f.compare(Relation.EQ, 32, old, Value.of(0)), 1, 2);
            });
    List<LoopFinding> findings = new ArrayList<>();
    assertEquals(main(program), main(LoopPurity.apply(program, Trust.NONE, findings::add)));
    assertEquals(1, findings.size());
    assertEquals(LoopKind.IMPURE, findings.get(0).kind());
    assertEquals("what happens at t:2 can be seen from outside", findings.get(0).text());
  }

  // ---- All of them --------------------------------------------------------------------------

  @Test
  void aSpinLoopBecomesAnAwaitAndNothingElse() {
    assertEquals(
        """
        function @main(r0)
         0: b0
          jump 1
         1: b1
          r1 = await.4 [@x] & -1 ne 0
          r2 = eq.32 r1, 0
          branch r2 ? 1 : 2
         2: b2
          return 0
        """,
        main(Reductions.ALL.apply(spinning())));
    assertEquals(main(spinning()), main(Reductions.NONE.apply(spinning())));
  }

  /** Beside an atomic section additions stay as they are. */
  @Test
  void additionsBesideSectionsStay() {
    Program program =
        program(
            (f, x) -> {
              f.atomically(() -> f.store(x, Value.of(1), 4));
              f.rmw(RmwOperator.ADD, x, Value.of(3), 4);
            });
    assertEquals(main(program), main(Reductions.ALL.apply(program)));
  }
}
