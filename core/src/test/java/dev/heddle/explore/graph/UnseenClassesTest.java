package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.verdict.Sampling;
import org.junit.jupiter.api.Test;

/** How many classes runs are said not to have met, against how many exploration finds. */
class UnseenClassesTest {
  private static final int PROGRAMS = 20;
  private static final int FEWEST_CLASSES = 20;

  @Test
  void estimatesAreWithinAFactorOfTwo() {
    int compared = 0;
    int exhausted = 0;
    for (long seed = 900; compared < PROGRAMS; seed++) {
      Program program = RandomWeakProgram.withoutSequentialAccesses(seed);
      int classes =
          RandomRunsAgreeWithSearchTest.classes(
                  CodeGenerator.generateWithFences(program, 0), GraphAxioms.Model.RC20)
              .size();
      if (classes < FEWEST_CLASSES || classes > RandomRunsAgreeWithSearchTest.MAX_CLASSES) {
        continue;
      }
      compared++;
      String name = "seed " + seed + ", " + classes + " classes: ";
      Sampling some = test(program, 2L * classes);
      long estimate = some.classes() + some.unseenClasses();
      assertTrue(some.classes() <= classes, name + some);
      assertTrue(estimate <= 2L * classes && 2 * estimate >= classes, name + some);
      Sampling many = test(program, 100L * classes);
      assertTrue(many.classes() <= classes, name + many);
      exhausted += many.classes() == classes ? 1 : 0;
    }
    assertEquals(PROGRAMS, exhausted, "programs all of whose classes were met");
  }

  private static Sampling test(Program program, long runs) {
    RandomExploration.Plan plan =
        new RandomExploration.Plan(Strategy.AUTO, SourcePreference.AUTO, 1, 1000);
    return new RandomExploration(MemoryModel.RC20, false, plan)
        .explore(program, new Limits(0, true, runs, 0), new Progress())
        .sampling();
  }
}
