package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.readsfrom.ReadsFromKey;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * On random programs, reads-from exploration visits exactly the reads-from classes of all
 * interleavings, none twice.
 */
final class ReadsFromAgreesWithNaiveTest {
  /** Programs with more interleavings than this are left out; they are replaced by others. */
  private static final long MAX_INTERLEAVINGS = 10_000;

  @Test
  void exploresEachClassOnce() {
    int programs = Integer.getInteger("heddle.fuzz.programs", 4000);
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    long classes = 0;
    int refused = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = RandomProgram.of(seed);
      Set<String> expected = naive(program);
      if (expected == null) {
        continue;
      }
      try {
        compare(program, expected);
        classes += expected.size();
        compared++;
      } catch (MachineException e) {
        assertTrue(e.getMessage().contains("--algorithm optimal"), e.getMessage());
        refused++;
      }
    }
    assertTrue(classes > programs, "the programs have hardly any concurrency");
    assertTrue(refused < 2 * programs, "too much is refused");
  }

  private static Set<String> naive(Program program) {
    Set<String> keys = new HashSet<>();
    Outcome outcome =
        new NaiveExploration((m, hb) -> keys.add(ReadsFromKey.of(m)))
            .explore(program, new Limits(0, true, MAX_INTERLEAVINGS, 0), new Progress());
    return outcome.executions() >= MAX_INTERLEAVINGS ? null : keys;
  }

  private static void compare(Program program, Set<String> expected) {
    Set<String> seen = new HashSet<>();
    Outcome outcome =
        new ReadsFromExploration(
                m -> {
                  String key = ReadsFromKey.of(m);
                  assertTrue(
                      seen.add(key),
                      () ->
                          program.name()
                              + " explores twice:\n"
                              + key
                              + ProgramPrinter.print(program));
                })
            .explore(program, Limits.NONE.withKeepGoing(), new Progress());
    Set<String> missed = new HashSet<>(expected);
    missed.removeAll(seen);
    assertEquals(
        Set.of(), missed, () -> program.name() + " misses\n" + ProgramPrinter.print(program));
    Set<String> invented = new HashSet<>(seen);
    invented.removeAll(expected);
    assertEquals(Set.of(), invented, () -> program.name() + " invents");
    assertEquals(seen.size(), outcome.executions(), program.name());
    boolean fails = expected.stream().anyMatch(key -> key.contains("FAILED"));
    assertTrue(!fails || outcome.verdict() == Verdict.VIOLATION, program.name());
  }
}
