package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.readsfrom.ReadsFromKey;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ReadsFromExplorationTest {
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
    return new ReadsFromExploration().explore(program, limits, new Progress());
  }

  private static void assertAgreesWithNaive(Program program) {
    ReadsFromClasses.assertOptimal(program, ReadsFromClasses.naive(program, 0));
  }

  /** Figures 1 and 2: three traces, where Mazurkiewicz would have four. */
  @Test
  void threeTracesOfTheRunningExample() {
    Value x = builder.global("x", 4);
    for (int i = 1; i <= 2; i++) {
      Value number = Value.of(i);
      thread(
          f -> {
            f.store(x, number, 4);
            f.load(x, 4);
          });
    }
    Set<String> seen = new TreeSet<>();
    new ReadsFromExploration(
            1, m -> seen.add(ReadsFromKey.of(m).replaceAll("(?s)[^@]*@(\\d)[^@]*", "$1")))
        .explore(program(), Limits.NONE, new Progress());
    assertEquals(Set.of("12", "11", "22"), seen);
  }

  /** N writers that nobody reads from have one trace; with a reader at the end, N. */
  @Test
  void countsTheLastWriteOnly() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 7; i++) {
      Value number = Value.of(i);
      thread(f -> f.store(x, number, 4));
    }
    builder.function(
        "main",
        f -> {
          List<Register> spawned = new ArrayList<>();
          bodies.forEach(body -> spawned.add(f.spawn(body, Value.of(0))));
          spawned.forEach(f::join);
          f.load(x, 4);
        });
    assertEquals(7, explore(builder.build(), Limits.NONE).complete());
  }

  /** Any order of read-modify-writes is observed by them. */
  @Test
  void reversesReadModifyWrites() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 4; i++) {
      thread(f -> f.rmw(RmwOperator.ADD, x, Value.of(1), 4));
    }
    Program program = program();
    assertEquals(24, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  /** What a thread reads after its own write comes after that, with all that happens after it. */
  @Test
  void putsOffWritesThatComeTooEarly() {
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    thread(
        f -> {
          f.store(x, Value.of(1), 4);
          f.store(y, Value.of(1), 4);
          f.store(x, Value.of(2), 4);
        });
    thread(f -> f.load(y, 4));
    thread(
        f -> {
          f.store(x, Value.of(3), 4);
          f.load(x, 4);
        });
    Program program = program();
    assertAgreesWithNaive(program);
    assertEquals(6, explore(program, Limits.NONE).complete());
  }

  /** Where it reads the initial value, nothing can come before it. */
  @Test
  void readModifyWriteIsNotPutOff() {
    Value x = builder.global("x", 4);
    thread(f -> f.rmw(RmwOperator.ADD, x, Value.of(1), 4));
    thread(
        f -> {
          f.store(x, Value.of(5), 4);
          f.load(x, 4);
        });
    Program program = program();
    assertAgreesWithNaive(program);
    assertEquals(3, explore(program, Limits.NONE).complete());
  }

  /** A compare-exchange that fails where it is could succeed in front of the one it reads from. */
  @Test
  void reversesFailedCompareExchange() {
    Value x = builder.global("x", 4);
    for (int i = 1; i <= 3; i++) {
      Value number = Value.of(i);
      thread(f -> f.compareExchange(x, Value.of(0), number, 4));
    }
    assertAgreesWithNaive(program());
  }

  /** Who locks next is branched upon; also when a thread keeps the lock and others wait. */
  @Test
  void replacesLocks() {
    Value m = builder.global("m", 8);
    Value x = builder.global("x", 4);
    for (int i = 0; i < 3; i++) {
      boolean keeps = i == 1;
      thread(
          f -> {
            f.mutex(MutexOperator.LOCK, m);
            f.rmw(RmwOperator.ADD, x, Value.of(1), 4);
            if (!keeps) {
              f.mutex(MutexOperator.UNLOCK, m);
            }
          });
    }
    assertAgreesWithNaive(program());
  }

  /** The same writes in two orders: the await goes on in one and waits for good in the other. */
  @Test
  void awaitMayWaitForGood() {
    Value x = builder.global("x", 4);
    thread(f -> f.await(x, Relation.EQ, Value.of(1), null, Value.of(0)));
    thread(f -> f.store(x, Value.of(1), 4));
    thread(f -> f.store(x, Value.of(2), 4));
    Program program = program();
    Outcome outcome = explore(program, Limits.NONE.withKeepGoing());
    assertEquals(1, outcome.complete());
    assertEquals(1, outcome.blocked());
    assertAgreesWithNaive(program);
  }

  /**
   * The await can read 3 only where the last thread cannot read 0 from x, and the 5 that it could
   * also read is written only where that thread does: the await must be tried later, too.
   */
  @Test
  void awaitMayStandInTheWayOfItsSource() {
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value z = builder.global("z", 4);
    thread(
        f -> {
          f.store(x, Value.of(0), 4);
          f.store(y, Value.of(1), 4);
        });
    thread(
        f -> {
          f.await(y, Relation.EQ, Value.of(1), null, Value.of(0));
          f.await(x, Relation.NE, Value.of(0), null, Value.of(0));
        });
    thread(
        f -> {
          f.store(x, Value.of(3), 4);
          f.store(z, Value.of(1), 4);
        });
    thread(
        f -> {
          Register c = f.load(z, 4);
          f.when(
              c,
              () -> {
                Register d = f.load(x, 4);
                f.when(
                    f.compare(Relation.EQ, 32, d, Value.of(0)), () -> f.store(x, Value.of(5), 4));
              });
        });
    assertAgreesWithNaive(program());
  }

  /**
   * Where the load reads 2, each await can wait for good only if the other one does: having read
   * the 0, either shows that it was written behind the 2.
   */
  @Test
  void awaitsMayHaveToWaitTogether() {
    Value x = builder.global("x", 4);
    thread(
        f -> {
          f.load(x, 4);
          f.await(x, Relation.EQ, Value.of(0), null, Value.of(0));
        });
    thread(
        f -> {
          f.store(x, Value.of(2), 4);
          f.await(x, Relation.EQ, Value.of(0), null, Value.of(0));
        });
    thread(f -> f.store(x, Value.of(0), 4));
    assertAgreesWithNaive(program());
  }

  /** Two awaits in a row, the second of which undoes what others wait for. */
  @Test
  void awaitsInARow() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 2; i++) {
      thread(
          f -> {
            f.await(x, Relation.EQ, Value.of(1), null, Value.of(0));
            f.await(x, Relation.NE, Value.of(0), RmwOperator.EXCHANGE, Value.of(0));
          });
    }
    thread(f -> f.store(x, Value.of(1), 4));
    thread(f -> f.store(x, Value.of(2), 4));
    assertAgreesWithNaive(program());
  }

  /** An await that nobody ever satisfies: one blocked execution for each way of the others. */
  @Test
  void awaitThatNobodySatisfies() {
    Value x = builder.global("x", 4);
    thread(f -> f.await(x, Relation.EQ, Value.of(7), null, Value.of(0)));
    thread(f -> f.store(x, Value.of(1), 4));
    thread(f -> f.load(x, 4));
    Program program = program();
    Outcome outcome = explore(program, Limits.NONE.withKeepGoing());
    assertEquals(0, outcome.complete());
    assertEquals(2, outcome.blocked());
    assertAgreesWithNaive(program);
  }

  // ---- Additions ----------------------------------------------------------------------------

  /** Makes additions of the fetch-and-adds whose results are not used. */
  private static Program withAdditions(Program program) {
    return new Reductions(false, false, true).apply(program);
  }

  private void add(FunctionBuilder f, Value variable, int number) {
    f.rmw(RmwOperator.ADD, variable, Value.of(number), 4);
  }

  /** The order of additions is nobody's business. */
  @Test
  void additionsThatNobodyReads() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 7; i++) {
      thread(f -> add(f, x, 1));
    }
    Program program = program();
    assertEquals(5040, explore(program, Limits.NONE).complete());
    assertEquals(1, explore(withAdditions(program), Limits.NONE).complete());
  }

  /** A read sees any set of additions of different threads, though sums are equal. */
  @Test
  void readsAnySetOfAdditions() {
    Value x = builder.global("x", 4);
    thread(f -> f.load(x, 4));
    for (int i = 0; i < 7; i++) {
      thread(f -> add(f, x, 1));
    }
    assertEquals(1 << 7, explore(withAdditions(program()), Limits.NONE).complete());
  }

  /** Of the additions of one thread a read sees the first ones. */
  @Test
  void readsTheFirstAdditionsOfAThread() {
    Value x = builder.global("x", 4);
    thread(f -> f.load(x, 4));
    for (int i = 0; i < 2; i++) {
      thread(
          f -> {
            add(f, x, 1);
            add(f, x, 2);
            add(f, x, 3);
          });
    }
    Program program = withAdditions(program());
    assertEquals(4 * 4, explore(program, Limits.NONE).complete());
    assertAgreesWithNaive(program);
  }

  /** Of the sums of 1, 1 and 3 only the last alone is 3: it is read, or the await waits. */
  @Test
  void awaitsASum() {
    Value x = builder.global("x", 4);
    for (int number : new int[] {1, 1, 3}) {
      thread(f -> add(f, x, number));
    }
    thread(f -> f.await(x, Relation.EQ, Value.of(3), null, Value.of(0)));
    Program program = withAdditions(program());
    Outcome outcome = explore(program, Limits.NONE.withKeepGoing());
    assertEquals(1, outcome.complete());
    assertEquals(1, outcome.blocked());
    assertAgreesWithNaive(program);
  }

  /**
   * The compare-exchange fails where it reads the addition in front of it. Behind the exchange it
   * reads both, and the exchange then nothing: they change places, but the addition stays.
   */
  @Test
  void additionStaysWithWhoReadsBehindARival() {
    Value x = builder.global("x", 4);
    thread(
        f -> {
          add(f, x, 1);
          f.compareExchange(x, Value.of(0), Value.of(1), 4);
        });
    thread(f -> f.rmw(RmwOperator.EXCHANGE, x, Value.of(2), 4));
    assertAgreesWithNaive(withAdditions(program()));
  }

  /** The same with an await, which happens between the two additions only. */
  @Test
  void additionStaysWithWhoReadsBehindAnAwait() {
    Value x = builder.global("x", 4);
    thread(
        f -> {
          add(f, x, 1);
          add(f, x, 1);
          f.load(x, 4);
        });
    thread(f -> f.await(x, Relation.EQ, Value.of(1), RmwOperator.UMAX, Value.of(2)));
    assertAgreesWithNaive(withAdditions(program()));
  }

  /** Nothing is in the object before the store, so that it matters what the addition finds. */
  @Test
  void additionMayFindNothing() {
    Value heap = builder.global("heap", 8);
    thread(f -> f.store(f.load(heap, 8), Value.of(1), 4));
    thread(f -> add(f, f.load(heap, 8), 1));
    thread(f -> f.load(heap, 8));
    builder.function(
        "main",
        f -> {
          f.store(heap, f.malloc(Value.of(8)), 8);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    Program program = withAdditions(builder.build());
    assertEquals(Verdict.VIOLATION, explore(program, Limits.NONE).verdict());
    assertAgreesWithNaive(program);
  }

  /** A mutex is no number. */
  @Test
  void refusesAdditionsToWhatIsLocked() {
    Value m = builder.global("m", 8);
    thread(f -> f.mutex(MutexOperator.LOCK, m));
    thread(f -> f.rmw(RmwOperator.ADD, m, Value.of(1), 8));
    Program program = withAdditions(program());
    NoReadsFromException e =
        assertThrows(NoReadsFromException.class, () -> explore(program, Limits.NONE));
    assertTrue(e.getMessage().contains("locks what others add to"), e.getMessage());
  }

  // ---- Programs of all kinds ----------------------------------------------------------------

  /** reorder_N: the assertion fails in the second execution, however many threads there are. */
  @Test
  void findsTheBugOfReorderEarly() {
    for (int[] size : new int[][] {{2, 1}, {3, 1}, {4, 1}, {9, 1}, {19, 1}, {20, 20}}) {
      Program program = reorder(size[0], size[1]);
      Outcome outcome = explore(program, Limits.NONE);
      assertEquals(Verdict.VIOLATION, outcome.verdict());
      assertEquals(2, outcome.executions(), "for " + size[0]);
    }
  }

  private static Program reorder(int writers, int readers) {
    ProgramBuilder builder = new ProgramBuilder("reorder");
    Value a = builder.global("a", 4);
    Value b = builder.global("b", 4);
    Value set =
        builder.function(
            "set",
            f -> {
              f.store(a, Value.of(1), 4);
              f.store(b, Value.of(2), 4);
            });
    Value check =
        builder.function(
            "check",
            f -> {
              Register first = f.load(a, 4);
              Register second = f.load(b, 4);
              f.when(
                  f.compare(Relation.EQ, 32, first, Value.of(1)),
                  () -> f.check(f.compare(Relation.EQ, 32, second, Value.of(2))));
            });
    builder.function(
        "main",
        f -> {
          for (int i = 0; i < writers + readers; i++) {
            f.spawn(i < writers ? set : check, Value.of(0));
          }
        });
    return builder.build();
  }

  /** Two halves and the whole: a read of the whole would have two sources. */
  @Test
  void refusesOverlappingAccesses() {
    Value.GlobalAddress x = builder.global("x", 8);
    thread(f -> f.store(x, Value.of(1), 2));
    thread(f -> f.load(x, 4));
    Program program = program();
    NoReadsFromException e =
        assertThrows(NoReadsFromException.class, () -> explore(program, Limits.NONE));
    assertTrue(e.getMessage().contains("the load of x at test:"), e.getMessage());
    assertTrue(e.getMessage().contains("the store of x at test:"), e.getMessage());
    assertTrue(e.getMessage().endsWith("use --algorithm optimal"), e.getMessage());
  }

  /** Whoever waits fails where it meets the copy, and the content of the copy does not say so. */
  @Test
  void refusesCopiesOfUninitializedMemoryThatOthersMeet() {
    Value x = builder.global("x", 4);
    thread(f -> f.copy(f.malloc(Value.of(8)), x, 4));
    thread(f -> f.await(x, Relation.NE, Value.of(1), RmwOperator.EXCHANGE, Value.of(2)));
    Program program = program();
    NoReadsFromException e =
        assertThrows(
            NoReadsFromException.class, () -> explore(program, Limits.NONE.withKeepGoing()));
    assertTrue(e.getMessage().contains("copies memory that was never written"), e.getMessage());
  }

  /** What is copied before anybody else is there, as the initialisation of a lock is. */
  @Test
  void followsCopiesOfUninitializedMemoryThatNobodyMeets() {
    Value x = builder.global("x", 8);
    Value y = builder.global("y", 4);
    for (int i = 0; i < 2; i++) {
      thread(
          f -> {
            f.store(y, f.load(y, 4), 4);
            f.load(x, 4);
          });
    }
    builder.function(
        "main",
        f -> {
          f.copy(f.malloc(Value.of(8)), x, 4);
          f.store(x, Value.of(1), 4);
          bodies.forEach(body -> f.spawn(body, Value.of(0)));
        });
    assertAgreesWithNaive(builder.build());
  }

  /** The first execution of many threads may take longer than all the time there is. */
  @Test
  void timeEndsWithinAnExecution() {
    Value x = builder.global("x", 4);
    for (int i = 0; i < 40; i++) {
      thread(
          f -> {
            f.store(x, Value.of(1), 4);
            f.load(x, 4);
          });
    }
    Outcome outcome = explore(program(), new Limits(0, false, 0, 1));
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertEquals(0, outcome.executions());
  }
}
