package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * On random programs, optimal exploration visits exactly the Mazurkiewicz traces of all
 * interleavings, none twice; assertions inside it see that none is blocked by a sleep set.
 */
final class OptimalAgreesWithNaiveTest {
  /** Programs with more interleavings than this are left out; they are replaced by others. */
  private static final long MAX_INTERLEAVINGS = 10_000;

  private static final List<Reductions> REDUCTIONS =
      List.of(Reductions.NONE, Reductions.ALL, new Reductions(false, false, true));

  @Test
  void exploresEachTraceOnce() {
    int programs = Integer.getInteger("heddle.fuzz.programs", 4000);
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    assertTrue(programs > 0, "heddle.fuzz.programs must be positive");
    long traces = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program random = seed % 4 == 0 ? RandomProgram.withSections(seed) : RandomProgram.of(seed);
      Program program = REDUCTIONS.get((int) (seed % REDUCTIONS.size())).apply(random);
      Set<String> expected = Traces.naive(program, MAX_INTERLEAVINGS);
      if (expected != null) {
        Traces.assertOptimal(program, expected);
        traces += expected.size();
        compared++;
      }
    }
    assertTrue(traces > programs, "the programs have hardly any concurrency");
  }
}
