package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * Under sequential consistency memory orders and fences mean nothing: counts, verdicts and
 * violations of a random program are the same whatever its orders are. Reductions come first: they
 * hold for weaker models, too, and do look at orders.
 */
final class OrdersUnderScTest {
  private static final int PASSES = 3;
  private static final long MAX_EXECUTIONS = 2_000;

  @Test
  void optimalDoesNotLookAtOrders() {
    compare(RandomProgram::of, new OptimalExploration(), true);
    compare(RandomProgram::withSections, new OptimalExploration(), true);
    compare(RandomSpinning::of, new OptimalExploration(), false);
  }

  @Test
  void readsFromDoesNotLookAtOrders() {
    compare(RandomProgram::of, new ReadsFromExploration(), true);
    compare(RandomProgram::withAwaits, new ReadsFromExploration(), true);
    compare(RandomProgram::withAdditions, new ReadsFromExploration(), true);
    compare(RandomSpinning::of, new ReadsFromExploration(), false);
  }

  private static void compare(
      LongFunction<Program> generator, Exploration exploration, boolean fences) {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 4000) / 8;
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    Reductions reductions = fences ? Reductions.NONE : Reductions.ALL;
    int withFences = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = reductions.apply(generator.apply(seed));
      Program changed = RandomOrders.in(program, seed, fences);
      Outcome expected;
      try {
        expected = explore(exploration, program);
      } catch (NoReadsFromException e) {
        continue;
      }
      if (expected.executions() < MAX_EXECUTIONS) {
        assertEquals(expected, explore(exploration, changed), () -> ProgramPrinter.print(changed));
        withFences += ProgramPrinter.print(changed).contains("fence") ? 1 : 0;
        compared++;
      }
    }
    assertEquals(fences, withFences > programs / 2, "programs with fences");
  }

  private static Outcome explore(Exploration exploration, Program program) {
    Limits limits = new Limits(PASSES, true, MAX_EXECUTIONS, 0);
    return exploration.explore(program, limits, new Progress());
  }
}
