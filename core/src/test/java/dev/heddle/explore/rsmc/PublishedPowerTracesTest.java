package dev.heddle.explore.rsmc;

import static dev.heddle.explore.rsmc.RandomHardwareTests.fence;
import static dev.heddle.explore.rsmc.RandomHardwareTests.load;
import static dev.heddle.explore.rsmc.RandomHardwareTests.location;
import static dev.heddle.explore.rsmc.RandomHardwareTests.store;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The programs of "Stateless Model Checking for POWER". */
class PublishedPowerTracesTest {
  private static final Expression ONE = Expression.of(1);
  private static final int X = 0;
  private static final int Y = 1;
  private static final int Z = 2;

  private static LitmusTest test(List<List<LitmusInstruction>> threads) {
    List<LitmusThread> made = new ArrayList<>();
    threads.forEach(code -> made.add(RandomHardwareTests.thread(code)));
    return RandomHardwareTests.test(Architecture.PPC, 3, made);
  }

  private static LitmusInstruction read(int register, int where) {
    return load(register, location(where), false);
  }

  private static LitmusInstruction write(int where, Expression value) {
    return store(location(where), value);
  }

  @Test
  void loadBufferingWithDataHasFourTraces() {
    // Figure 2.
    LitmusTest test =
        test(
            List.of(
                List.of(read(0, X), write(Y, Expression.register(0).then(Operator.ADD, 1))),
                List.of(read(0, Y), write(X, ONE))));
    assertEquals(4, RelaxedExplorationTest.traces(test).size());
  }

  @Test
  void storesThatMustCommitInProgramOrderBlockNothing() {
    // Figure 5: with the weaker commit-before order of data and control alone a run can block.
    LitmusTest test =
        test(
            List.of(
                List.of(read(0, Y), write(X, Expression.register(0)), write(X, Expression.of(2))),
                List.of(write(X, Expression.of(3)), fence("SYNC"), write(Y, ONE))));
    RelaxedLitmusRun run = RelaxedLitmusRun.of(test, 2, () -> false);
    assertEquals(0, run.blocked());
    // y is read as 0: x has 3 before, between or after; as 1: the order of x is settled.
    assertEquals(4, run.outcome().positive() + run.outcome().negative());
  }

  @Test
  void branchesForOneLoadAreCollectedInOnePlace() {
    // Figures 8 (b), 9 and 10: three sources for the load, two orders of the stores. A race that a
    // continuation shows again leads to no trace that is known.
    LitmusTest test =
        test(
            List.of(
                List.of(read(0, X)), List.of(write(X, ONE)), List.of(write(X, Expression.of(2)))));
    List<String> traces = RelaxedExplorationTest.traces(test);
    assertEquals(6, traces.size());
    assertEquals(6, Set.copyOf(traces).size());
    assertEquals(0, RelaxedLitmusRun.of(test, 2, () -> false).blocked());
  }

  @Test
  void racesAreFoundBehindLoadsThatHaveNoValueYet() {
    // Figure 8 (a). The store to x is committed before the load of y on its thread has a value.
    LitmusTest test =
        test(List.of(List.of(read(0, X), write(Y, ONE)), List.of(read(0, Y), write(X, ONE))));
    assertEquals(4, RelaxedExplorationTest.traces(test).size());
  }

  /** Figure 11, SB+10W, with or without its two fences. */
  private static LitmusTest storeBufferingWithTenStores(boolean syncs) {
    List<List<LitmusInstruction>> threads = new ArrayList<>();
    for (int mine = X; mine <= Y; mine++) {
      List<LitmusInstruction> code = new ArrayList<>();
      code.add(write(mine, ONE));
      if (syncs) {
        code.add(fence("SYNC"));
      }
      code.add(read(0, Y - mine));
      int end = code.size() + 11;
      code.add(new LitmusInstruction.Branch(Expression.register(0).then(Operator.EQ, 1), end));
      for (int i = 0; i < 10; i++) {
        code.add(write(Z, ONE));
      }
      threads.add(code);
    }
    return test(threads);
  }

  @Test
  void fencesLeaveThreeTracesOfTenStores() {
    RelaxedLitmusRun run = RelaxedLitmusRun.of(storeBufferingWithTenStores(true), 2, () -> false);
    assertEquals(3, run.outcome().positive() + run.outcome().negative());
    assertEquals(0, run.blocked());
  }

  @Test
  void tenStoresWithoutFencesHaveAllTheirOrders() {
    RelaxedLitmusRun run = RelaxedLitmusRun.of(storeBufferingWithTenStores(false), 2, () -> false);
    assertEquals(184_759, run.outcome().positive() + run.outcome().negative());
    assertEquals(0, run.blocked());
  }
}
