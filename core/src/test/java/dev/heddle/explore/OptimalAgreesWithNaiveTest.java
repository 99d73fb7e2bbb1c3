package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * On random programs, optimal exploration visits exactly the Mazurkiewicz traces of all
 * interleavings, none twice; assertions inside it see that none is blocked by a sleep set.
 */
final class OptimalAgreesWithNaiveTest {
  /** Programs with more interleavings than this are left out; they are replaced by others. */
  private static final long MAX_INTERLEAVINGS = 20_000;

  @Test
  void exploresEachTraceOnce() {
    int programs = Integer.getInteger("heddle.fuzz.programs", 4000);
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    assertTrue(programs > 0, "heddle.fuzz.programs must be positive");
    long traces = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = RandomProgram.of(seed);
      Set<String> expected = new HashSet<>();
      Limits limits = new Limits(0, true, MAX_INTERLEAVINGS, 0);
      Outcome naive =
          new NaiveExploration((m, hb) -> expected.add(TraceKey.of(m, hb)))
              .explore(program, limits, new Progress());
      if (naive.executions() >= MAX_INTERLEAVINGS) {
        continue;
      }
      compare(program, expected, naive);
      traces += expected.size();
      compared++;
    }
    assertTrue(traces > programs, "the programs have hardly any concurrency");
  }

  private static void compare(Program program, Set<String> expected, Outcome naive) {
    Set<String> seen = new HashSet<>();
    Outcome optimal =
        new OptimalExploration(
                (m, hb) -> {
                  String key = TraceKey.of(m, hb);
                  if (!seen.add(key)) {
                    fail(program.name() + " explores twice:\n" + key);
                  }
                })
            .explore(program, Limits.NONE.withKeepGoing(), new Progress());
    assertEquals(expected, seen, program.name());
    assertEquals(seen.size(), optimal.executions(), program.name());
    assertEquals(
        naive.verdict() == Verdict.VIOLATION,
        optimal.verdict() == Verdict.VIOLATION,
        program.name());
  }
}
