package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class OptimalExplorationTest {
  private final ProgramBuilder builder = new ProgramBuilder("test");
  private final List<Value> bodies = new ArrayList<>();

  private void thread(Consumer<FunctionBuilder> body) {
    bodies.add(builder.function("t" + bodies.size(), body));
  }

  private Program program() {
    builder.function("main", f -> bodies.forEach(body -> f.spawn(body, Value.of(0))));
    return builder.build();
  }

  private static Outcome explore(Program program, Limits limits) {
    return new OptimalExploration().explore(program, limits, new Progress());
  }

  private static void assertAgreesWithNaive(Program program) {
    Traces.assertOptimal(program, Traces.naive(program, 0));
  }

  /** Two threads write 1 and 2 to x and then to y: figure 3 of the paper on awaits. */
  @Test
  void fourTracesOfTwoWritersToTwoVariables() {
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    for (int i = 1; i <= 2; i++) {
      Value number = Value.of(i);
      thread(
          f -> {
            f.store(x, number, 4);
            f.store(y, number, 4);
          });
    }
    Program program = program();
    assertEquals(4, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  /** N writers of one variable have N! traces; nothing is shared between writers of two. */
  @Test
  void countsOrdersOfConflictingWritesOnly() {
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    for (int i = 0; i < 5; i++) {
      Value number = Value.of(i);
      thread(f -> f.store(x, number, 4));
    }
    thread(f -> f.store(y, Value.of(1), 4));
    assertEquals(120, explore(program(), Limits.NONE).complete());
  }

  /** Half-words overlap with the word around them and not with each other. */
  @Test
  void accessesOfDifferentSizeConflictWhereTheyOverlap() {
    Value.GlobalAddress x = builder.global("x", 8);
    thread(f -> f.store(x, Value.of(1), 2));
    thread(f -> f.store(new Value.GlobalAddress(x.global(), 2), Value.of(1), 2));
    thread(f -> f.load(x, 4));
    Program program = program();
    assertEquals(4, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  /**
   * The failed compare-exchange does not touch what the load of the upper half reads; reversed with
   * the store that makes it fail, it succeeds and does.
   */
  @Test
  void reversedCompareExchangeMayStartToConflict() {
    Value.GlobalAddress x = builder.global("x", 16);
    thread(
        f -> {
          f.store(x, Value.of(1), 8);
          f.compareExchange(x, Value.of(1), Value.of(1), 8);
        });
    thread(f -> f.load(x, 8));
    thread(f -> f.store(new Value.GlobalAddress(x.global(), 2), Value.of(2), 2));
    thread(f -> f.load(new Value.GlobalAddress(x.global(), 4), 8));
    assertAgreesWithNaive(program());
  }

  /** Whether the unaligned compare-exchange succeeds depends on both words that it touches. */
  @Test
  void compareExchangeAcrossTwoWords() {
    Value.GlobalAddress x = builder.global("x", 16);
    thread(
        f -> {
          f.compareExchange(new Value.GlobalAddress(x.global(), 8), Value.of(0), Value.of(1), 2);
          f.rmw(RmwOperator.ADD, x, Value.of(0), 8);
          f.store(new Value.GlobalAddress(x.global(), 1), Value.of(0), 1);
        });
    thread(
        f ->
            f.compareExchange(new Value.GlobalAddress(x.global(), 2), Value.of(0), Value.of(2), 8));
    thread(
        f -> {
          Register seen = f.load(new Value.GlobalAddress(x.global(), 7), 2);
          f.store(
              new Value.GlobalAddress(x.global(), 6),
              f.binary(BinaryOperator.ADD, 16, seen, Value.of(1)),
              2);
          f.compareExchange(x, Value.of(0), Value.of(0), 8);
        });
    assertAgreesWithNaive(program());
  }

  /** A race whose reversal was redundant at first is not when the execution goes on otherwise. */
  @Test
  void raceOfTheCommonPrefixMustBeReversedLater() {
    Value v = builder.global("v", 4);
    Value w = builder.global("w", 4);
    Value m = builder.global("m", 8);
    thread(f -> f.store(v, Value.of(0), 4));
    thread(
        f -> {
          f.compareExchange(v, Value.of(1), Value.of(1), 4);
          Register seen = f.load(v, 4);
          f.when(
              f.compare(Relation.EQ, 32, seen, Value.of(0)),
              () -> f.rmw(RmwOperator.UMAX, v, Value.of(1), 4));
        });
    thread(
        f -> {
          Register taken = f.mutex(MutexOperator.TRY_LOCK, m);
          f.when(
              taken,
              () -> {
                Register seen = f.load(v, 4);
                f.store(w, f.binary(BinaryOperator.ADD, 32, seen, Value.of(1)), 4);
              });
          f.when(taken, () -> f.mutex(MutexOperator.UNLOCK, m));
        });
    thread(
        f -> {
          f.load(w, 4);
          f.mutex(MutexOperator.LOCK, m);
          f.load(w, 4);
          f.mutex(MutexOperator.UNLOCK, m);
        });
    assertAgreesWithNaive(program());
  }

  /** A read and a waiting update of the same variable can come in both orders. */
  @Test
  void waitingUpdateRacesWithReads() {
    Value x = builder.global("x", 4);
    thread(f -> f.load(x, 4));
    thread(f -> f.await(x, Relation.EQ, Value.of(0), RmwOperator.ADD, Value.of(1)));
    Program program = program();
    assertEquals(2, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  @Test
  void exploresEveryChoice() {
    Value x = builder.global("x", 4);
    thread(f -> f.store(x, f.choose(0, 2), 4));
    thread(f -> f.load(x, 4));
    Program program = program();
    assertEquals(6, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  // ---- Verdicts -----------------------------------------------------------------------------

  @Test
  void findsTheLostUpdate() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 2; i++) {
      thread(
          f -> {
            Register seen = f.load(x, 4);
            f.store(x, f.binary(BinaryOperator.ADD, 32, seen, Value.of(1)), 4);
          });
    }
    builder.function(
        "main",
        f -> {
          List<Register> threads = new ArrayList<>();
          bodies.forEach(body -> threads.add(f.spawn(body, Value.of(0))));
          threads.forEach(f::join);
          f.check(f.compare(Relation.EQ, 32, f.load(x, 4), Value.of(2)));
        });
    Outcome outcome = explore(builder.build(), Limits.NONE);
    assertEquals(Verdict.VIOLATION, outcome.verdict());
    assertEquals(FailureKind.ASSERTION, outcome.violations().get(0).kind());
    assertEquals(0, outcome.violations().get(0).thread());
  }

  @Test
  void findsTheDeadlockOfTwoMutexes() {
    Value a = builder.global("a", 8);
    Value b = builder.global("b", 8);
    for (int i = 0; i < 2; i++) {
      Value first = i == 0 ? a : b;
      Value second = i == 0 ? b : a;
      thread(
          f -> {
            f.mutex(MutexOperator.LOCK, first);
            f.mutex(MutexOperator.LOCK, second);
            f.mutex(MutexOperator.UNLOCK, second);
            f.mutex(MutexOperator.UNLOCK, first);
          });
    }
    Program program = program();
    Outcome outcome = explore(program, Limits.NONE.withKeepGoing());
    assertEquals(FailureKind.DEADLOCK, outcome.violations().get(0).kind());
    assertEquals(2, outcome.complete());
    assertEquals(1, outcome.blocked());
    assertAgreesWithNaive(program);
  }

  /** The thread that holds the mutex is stopped by an assumption: that is no deadlock. */
  @Test
  void waitingForAnAssumptionIsNoDeadlock() {
    Value m = builder.global("m", 8);
    thread(
        f -> {
          f.mutex(MutexOperator.LOCK, m);
          f.assume(Value.of(0));
        });
    thread(
        f -> {
          f.mutex(MutexOperator.LOCK, m);
          f.mutex(MutexOperator.UNLOCK, m);
        });
    Outcome outcome = explore(program(), Limits.NONE);
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertTrue(outcome.reason().startsWith("no execution came to its end"), outcome.reason());
    assertEquals(0, outcome.complete());
    assertEquals(2, outcome.blocked());
  }

  @Test
  void aLoopBoundThatCutsEverythingProvesNothing() {
    Value x = builder.global("x", 4);
    thread(OptimalExplorationTest::spinForever);
    thread(f -> f.store(x, Value.of(1), 4));
    Program program = program();
    Outcome outcome = explore(program, Limits.NONE.withUnroll(3));
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertTrue(outcome.reason().endsWith("raise --unroll"), outcome.reason());
    assertEquals(outcome.executions(), outcome.blocked());
    assertEquals(1, outcome.warnings().size());
    assertTrue(outcome.warnings().get(0).contains("livelock"), outcome.warnings().get(0));
  }

  /** One of two threads may get into a loop that it never leaves; the others are explored. */
  @Test
  void aLoopBoundThatCutsSomeExecutionsGivesBounded() {
    Value x = builder.global("x", 4);
    thread(
        f -> {
          Register seen = f.load(x, 4);
          f.branch(seen, 1, 2);
          f.load(x, 4);
          f.jump(1);
          f.ret(Value.of(0));
        });
    thread(f -> f.store(x, Value.of(1), 4));
    Outcome outcome = explore(program(), Limits.NONE.withUnroll(3));
    assertEquals(Verdict.BOUNDED, outcome.verdict());
    assertEquals(1, outcome.complete());
    assertEquals(1, outcome.blocked());
    Outcome live = explore(program(), Limits.NONE.withUnroll(3).withLiveness());
    assertEquals(Verdict.VIOLATION, live.verdict());
    assertEquals(FailureKind.LIVELOCK, live.violations().get(0).kind());
  }

  private static void spinForever(FunctionBuilder f) {
    f.jump(1);
    f.load(new Value.GlobalAddress(0, 0), 4);
    f.jump(1);
    f.ret(Value.of(0));
  }

  @Test
  void aLimitOfExecutionsGivesInconclusive() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 4; i++) {
      thread(f -> f.store(x, Value.of(1), 4));
    }
    Program program = program();
    Outcome outcome = explore(program, new Limits(0, false, 5, 0));
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertEquals(5, outcome.executions());
    Outcome whole = explore(program, new Limits(0, false, 25, 0));
    assertEquals(24, whole.complete());
    assertEquals(Verdict.SAFE, whole.verdict());
    assertNull(whole.reason());
  }

  // ---- Memory -------------------------------------------------------------------------------

  private FailureKind onlyFailure(Program program) {
    Outcome outcome = explore(program, Limits.NONE.withKeepGoing());
    assertEquals(1, outcome.violations().size());
    assertAgreesWithNaive(program);
    return outcome.violations().get(0).kind();
  }

  @Test
  void findsAUseAfterFreeInAnyOrder() {
    Value p = builder.global("p", 8);
    thread(f -> f.store(f.load(p, 8), Value.of(1), 4));
    thread(f -> f.free(f.load(p, 8)));
    builder.function(
        "main",
        f -> {
          f.store(p, f.malloc(Value.of(4)), 8);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    assertEquals(FailureKind.USE_AFTER_FREE, onlyFailure(builder.build()));
  }

  @Test
  void findsADoubleFree() {
    Value p = builder.global("p", 8);
    thread(f -> f.free(f.load(p, 8)));
    thread(f -> f.free(f.load(p, 8)));
    builder.function(
        "main",
        f -> {
          f.store(p, f.malloc(Value.of(4)), 8);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    Outcome outcome = explore(builder.build(), Limits.NONE.withKeepGoing());
    assertEquals(2, outcome.executions());
    assertEquals(
        List.of(FailureKind.DOUBLE_FREE, FailureKind.DOUBLE_FREE),
        outcome.violations().stream().map(violation -> violation.kind()).toList());
    assertAgreesWithNaive(builder.build());
  }

  @Test
  void findsAReadOfWhatWasNeverWritten() {
    Value p = builder.global("p", 8);
    thread(f -> f.load(f.load(p, 8), 4));
    thread(f -> f.store(f.load(p, 8), Value.of(1), 4));
    builder.function(
        "main",
        f -> {
          f.store(p, f.malloc(Value.of(4)), 8);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    assertEquals(FailureKind.UNINITIALIZED_READ, onlyFailure(builder.build()));
  }

  @Test
  void tellsCallsThroughNullFromOthersThatGoWrong() {
    Value.GlobalAddress pointer = builder.global("pointer", 8);
    builder.function("main", f -> f.call(f.load(pointer, 8), Value.of(0)));
    assertEquals(FailureKind.NULL_ACCESS, onlyFailure(builder.build()));
  }

  @Test
  void tellsNullWildAndOutOfBoundsAccessesApart() {
    Value.GlobalAddress x = builder.global("x", 4);
    assertEquals(FailureKind.NULL_ACCESS, failureOfAccess(Value.of(0)));
    assertEquals(FailureKind.INVALID_ACCESS, failureOfAccess(Value.of(0x7fff_0000_0000L)));
    assertEquals(
        FailureKind.OUT_OF_BOUNDS, failureOfAccess(new Value.GlobalAddress(x.global(), 2)));
  }

  private static FailureKind failureOfAccess(Value address) {
    ProgramBuilder small = new ProgramBuilder("access");
    small.global("x", 4);
    Value body = small.function("t", f -> f.load(address, 4));
    small.function("main", f -> f.spawn(body, Value.of(0)));
    return explore(small.build(), Limits.NONE).violations().get(0).kind();
  }

  @Test
  void findsAnUnlockOfWhatIsNotHeld() {
    Value m = builder.global("m", 8);
    thread(f -> f.mutex(MutexOperator.LOCK, m));
    thread(f -> f.mutex(MutexOperator.UNLOCK, m));
    assertEquals(FailureKind.UNLOCK_NOT_HELD, onlyFailure(program()));
  }

  /** Awaits that find nothing to read fail, but have not written. */
  @Test
  void awaitsOfACopyOfNothing() {
    Value v = builder.global("v", 4);
    Value p = builder.global("p", 8);
    thread(f -> f.copy(f.load(p, 8), v, 4));
    thread(f -> f.await(v, Relation.NE, Value.of(2), null, Value.of(0)));
    thread(f -> f.await(v, Relation.NE, Value.of(1), null, Value.of(0)));
    thread(f -> f.store(v, f.binary(BinaryOperator.ADD, 32, f.load(v, 4), Value.of(1)), 4));
    assertAgreesWithNaive(programWithNothingAt(p));
  }

  /** What finds nothing to read fails; in front of the copy of nothing it may write. */
  @Test
  void conditionalWritesOnACopyOfNothing() {
    Value v = builder.global("v", 4);
    Value p = builder.global("p", 8);
    thread(
        f ->
            f.when(
                f.choose(0, 1),
                () ->
                    f.when(
                        f.attempt(v, Relation.NE, Value.of(1), RmwOperator.ADD, Value.of(1)),
                        () -> f.compareExchange(v, Value.of(2), Value.of(0), 4))));
    thread(
        f -> {
          f.load(v, 4);
          f.copy(f.load(p, 8), v, 4);
          f.load(v, 4);
        });
    thread(
        f -> {
          f.load(v, 4);
          f.load(v, 4);
        });
    assertAgreesWithNaive(programWithNothingAt(p));
  }

  private Program programWithNothingAt(Value p) {
    builder.function(
        "main",
        f -> {
          f.store(p, f.malloc(Value.of(8)), 8);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    return builder.build();
  }
}
