package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The share of the tree that is explored lies between 0 and 1, and is 1 with the last execution. A
 * limit on the number of executions, which is never reached, makes searches tell after each one.
 */
class EstimateTest {
  private static final Limits EACH = new Limits(0, true, Long.MAX_VALUE, 0);
  private static final double EPSILON = 1e-9;

  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000) / 10 + 20;

  /** The estimates after each execution but the last, and then the last one. */
  private record Told(List<Estimate> before, Estimate last, long executions) {}

  private static Told naive(Program program) {
    Progress progress = new Progress();
    List<Estimate> told = new ArrayList<>();
    ExecutionListener listener = (machine, happensBefore) -> told.add(progress.estimate());
    long executions = new NaiveExploration(listener).explore(program, EACH, progress).executions();
    return new Told(told.subList(1, told.size()), progress.estimate(), executions);
  }

  private static Told optimal(Program program) {
    Progress progress = new Progress();
    List<Estimate> told = new ArrayList<>();
    ExecutionListener listener = (machine, happensBefore) -> told.add(progress.estimate());
    long executions =
        new OptimalExploration(listener).explore(program, EACH, progress).executions();
    return new Told(told.subList(1, told.size()), progress.estimate(), executions);
  }

  private static Program random(long seed) {
    Program random = seed % 4 == 0 ? RandomProgram.withSections(seed) : RandomProgram.of(seed);
    return (seed % 2 == 0 ? Reductions.NONE : Reductions.ALL).apply(random);
  }

  private static boolean isSmall(Program program) {
    Limits few = new Limits(0, true, 2_000, 0);
    return new NaiveExploration().explore(program, few, new Progress()).reason() == null;
  }

  private static void assertNear(long expected, long found, long distance) {
    assertTrue(Math.abs(expected - found) <= distance, () -> expected + " and not " + found);
  }

  private static void assertEndsWithAll(Told told) {
    for (Estimate estimate : told.before) {
      assertTrue(estimate.share() > 0, estimate::toString);
      assertTrue(estimate.share() <= 1 + EPSILON, estimate::toString);
      assertTrue(estimate.low() <= estimate.executions(), estimate::toString);
      assertTrue(estimate.executions() <= estimate.high(), estimate::toString);
    }
    assertEquals(1, told.last.share(), EPSILON);
    assertNear(told.executions, told.last.executions(), 1);
  }

  @Test
  void sharesOfAllInterleavingsGrow() {
    int several = 0;
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      Program program = random(seed);
      if (isSmall(program)) {
        Told told = naive(program);
        double before = 0;
        for (Estimate estimate : told.before) {
          assertTrue(estimate.share() > before, "every execution has a part in the tree");
          before = estimate.share();
        }
        several += told.before.isEmpty() ? 0 : 1;
      }
    }
    assertTrue(several > PROGRAMS / 4, "the programs have hardly any concurrency");
  }

  @Test
  void sharesOfOptimalExplorationEndWithAll() {
    int several = 0;
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      Program program = random(seed);
      if (isSmall(program)) {
        Told told = optimal(program);
        assertEndsWithAll(told);
        several += told.before.isEmpty() ? 0 : 1;
      }
    }
    assertTrue(several > PROGRAMS / 4, "the programs have hardly any concurrency");
  }

  /**
   * The last trace of a search need not be maximal, so that its last count may be before the end.
   */
  @Test
  void sharesOfReadsFromExplorationAreShares() {
    int ended = 0;
    int explored = 0;
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      Program program = random(seed);
      Progress progress = new Progress();
      if (isSmall(program) && isForReadsFrom(program, progress)) {
        double share = progress.estimate().share();
        assertTrue(share > 0 && share <= 1 + EPSILON, () -> share + " of the tree");
        ended += share > 1 - EPSILON ? 1 : 0;
        explored++;
      }
    }
    assertTrue(explored > PROGRAMS / 4);
    assertTrue(ended > explored / 2, ended + " of " + explored + " ended with all of the tree");
  }

  /** Explores a program, if reads-from classes can describe what it does. */
  private static boolean isForReadsFrom(Program program, Progress progress) {
    try {
      new ReadsFromExploration().explore(program, EACH, progress);
      return true;
    } catch (NoReadsFromException e) {
      return false;
    }
  }

  @Test
  void estimatesOfEvenTreesAreRight() {
    TreeSize size = new TreeSize();
    for (int count = 1; count <= 1_000; count++) {
      Estimate estimate = size.at(count / 1_000.0, count);
      assertNear(1_000, estimate.executions(), 1);
      assertNear(1_000, estimate.low(), 1);
      assertNear(1_000, estimate.high(), 1);
    }
  }

  @Test
  void theSpreadIsHowFarEstimatesHaveMoved() {
    TreeSize size = new TreeSize();
    size.at(0.5, 100);
    Estimate moved = size.at(0.1, 200);
    // They have grown faster than the count, so that no end is in sight.
    assertEquals(new Estimate(0.1, 2_000, 200, Long.MAX_VALUE), moved);
    Estimate later = moved;
    for (int count = 220; count < 1_000; count += count / 5) {
      later = size.at(count / 2_000.0, count);
    }
    // What was expected long ago is forgotten, but that the tree is uneven: 2,000 times or by what
    // is
    // expected for what is counted, 938, to the power of two thirds.
    assertNear(1_207, later.low(), 1);
    assertNear(3_313, later.high(), 1);
  }

  /** They would meet the count at 200 times the third root of two, and nobody knows if they do. */
  @Test
  void estimatesThatFallProbablyFallFurther() {
    TreeSize size = new TreeSize();
    size.at(1 / 16.0, 100);
    assertEquals(new Estimate(0.5, 400, 216, 1_600), size.at(0.5, 200));
  }

  @Test
  void aPathAddsUpWeights() {
    TreeSize.Path path = new TreeSize.Path();
    path.enter(1, 2);
    path.enter(0, 0);
    path.enter(2, 1);
    assertEquals(1 / 4.0 + 2 / 16.0 + 1 / 16.0, path.withLeaf(), EPSILON);
  }
}
