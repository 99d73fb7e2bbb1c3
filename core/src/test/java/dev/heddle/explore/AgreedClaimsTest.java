package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.machine.ClaimRefutedException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.transform.Reductions;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What one search claims, and another one refutes, is refuted. */
class AgreedClaimsTest {
  private static final int PROGRAMS = 300;
  private static final Reductions REDUCTIONS = new Reductions(true, true, true);

  @Test
  void areRefutedTogetherOnOneMemory() {
    compare(ReadsFromExploration::new);
  }

  @Test
  void areRefutedTogetherInGraphs() {
    compare(jobs -> new GraphExploration(MemoryModel.RC11, false, false, jobs));
  }

  private static void compare(IntFunction<Exploration> searches) {
    int[] answers = new int[2];
    for (long seed = 0; seed < PROGRAMS; seed++) {
      Program program = REDUCTIONS.applyBoldly(RandomAttempts.of(seed), finding -> {});
      boolean alone = isRefuted(program, searches.apply(1));
      boolean together = isRefuted(program, searches.apply(3));
      assertEquals(alone, together, () -> ProgramPrinter.print(program));
      answers[alone ? 1 : 0]++;
    }
    assertTrue(Math.min(answers[0], answers[1]) > 0, "refuted: " + answers[1]);
  }

  private static boolean isRefuted(Program program, Exploration exploration) {
    try {
      exploration.explore(program, Limits.NONE.withUnroll(3).withKeepGoing(), new Progress());
      return false;
    } catch (ClaimRefutedException e) {
      return true;
    }
  }
}
