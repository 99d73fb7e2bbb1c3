package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.readsfrom.ReadsFromKey;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** An exploration that is cut into pieces explores what an undisturbed one does, nothing twice. */
class CheckpointTest {
  private static final long NEVER = Long.MAX_VALUE / 2;
  private static final long MAX = 2_000;

  /** Runs an algorithm with so many threads, and notes the classes of its executions. */
  private interface Algorithm {
    Exploration of(int jobs, List<String> seen);
  }

  private static Exploration readsFrom(int jobs, List<String> seen) {
    return new ReadsFromExploration(jobs, m -> seen.add(ReadsFromKey.of(m)));
  }

  @Test
  void readsFromGoesOnWhereItWasLeft() {
    assertGoesOn(RandomProgram::of, CheckpointTest::readsFrom);
    assertGoesOn(RandomProgram::withAwaits, CheckpointTest::readsFrom);
  }

  @Test
  void optimalGoesOnWhereItWasLeft() {
    Algorithm optimal =
        (jobs, seen) ->
            new OptimalExploration((machine, order) -> seen.add(TraceKey.of(machine, order)));
    assertGoesOn(RandomProgram::of, optimal);
    assertGoesOn(RandomProgram::withAwaits, optimal);
  }

  private static void assertGoesOn(LongFunction<Program> generator, Algorithm algorithm) {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 2000) / 4;
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    int cut = 0;
    for (int compared = 0; compared < programs; seed++) {
      Program program = generator.apply(seed);
      Limits limits = Limits.NONE.withKeepGoing();
      List<String> expected = new ArrayList<>();
      Outcome whole;
      try {
        whole =
            algorithm.of(1, expected).explore(program, limits.withExecutions(MAX), new Progress());
      } catch (NoReadsFromException e) {
        continue;
      }
      if (whole.reason() != null) {
        continue;
      }
      compared++;
      Random random = new Random(seed);
      List<String> seen = Collections.synchronizedList(new ArrayList<>());
      AtomicReference<byte[]> state = new AtomicReference<>();
      Outcome outcome = null;
      while (outcome == null || outcome.reason() != null) {
        Progress progress = new Progress();
        progress.keep(new Checkpointing(state.get(), NEVER, state::set));
        int executions = 1 + random.nextInt(1 + (int) whole.executions());
        int jobs = whole.violations().isEmpty() ? 1 + random.nextInt(3) : 1;
        outcome =
            algorithm.of(jobs, seen).explore(program, limits.withExecutions(executions), progress);
        cut += outcome.reason() != null ? 1 : 0;
        if (outcome.reason() != null && outcome.executions() >= whole.executions()) {
          break; // The limit was reached with the last execution.
        }
      }
      Collections.sort(expected);
      Collections.sort(seen);
      assertEquals(expected, seen, program.name());
      assertEquals(whole.complete(), outcome.complete(), program.name());
      assertEquals(whole.blocked(), outcome.blocked(), program.name());
      assertEquals(kinds(whole), kinds(outcome), program.name());
    }
    assertTrue(cut > programs / 2, "only " + cut + " explorations were cut");
  }

  private static List<String> kinds(Outcome outcome) {
    return outcome.violations().stream().map(v -> v.kind() + " " + v.location()).sorted().toList();
  }

  /** States are saved while several searches run; each goes on to the same end. */
  @Test
  void statesAreWholeWhileSearchesRun() {
    int resumed = 0;
    for (long seed = 0; resumed < 20; seed++) {
      Program program = RandomProgram.of(seed);
      List<byte[]> states = Collections.synchronizedList(new ArrayList<>());
      Progress progress = new Progress();
      progress.keep(new Checkpointing(null, 100_000, states::add));
      Outcome whole;
      try {
        whole = new ReadsFromExploration(3).explore(program, Limits.NONE, progress);
      } catch (NoReadsFromException e) {
        continue;
      }
      if (!whole.violations().isEmpty() || states.isEmpty()) {
        continue;
      }
      for (byte[] state : states.subList(0, Math.min(5, states.size()))) {
        Progress again = new Progress();
        again.keep(new Checkpointing(state, NEVER, ignored -> {}));
        Outcome outcome = new ReadsFromExploration(1).explore(program, Limits.NONE, again);
        assertEquals(whole.complete(), outcome.complete(), program.name());
        assertEquals(whole.blocked(), outcome.blocked(), program.name());
        assertEquals(whole.verdict(), outcome.verdict(), program.name());
        resumed++;
      }
    }
  }

  @Test
  void damagedStatesAreRefused() {
    AtomicReference<byte[]> state = new AtomicReference<>();
    Program program = null;
    for (long seed = 0; state.get() == null; seed++) {
      program = RandomProgram.of(seed);
      Progress progress = new Progress();
      progress.keep(new Checkpointing(null, NEVER, state::set));
      try {
        new ReadsFromExploration(1)
            .explore(program, Limits.NONE.withKeepGoing().withExecutions(2), progress);
      } catch (NoReadsFromException e) {
        assertNotNull(e.getMessage());
      }
    }
    byte[] whole = state.get();
    for (int length : new int[] {0, 1, whole.length / 2, whole.length - 1}) {
      Progress progress = new Progress();
      byte[] cut = Arrays.copyOf(whole, length);
      progress.keep(new Checkpointing(cut, NEVER, ignored -> {}));
      Program same = program;
      assertThrows(
          Checkpointing.DamagedException.class,
          () -> new ReadsFromExploration(1).explore(same, Limits.NONE, progress));
    }
  }

  @Test
  void theLimitOfExecutionsIsExactWithSeveralSearches() {
    int limited = 0;
    for (long seed = 0; limited < 50; seed++) {
      Program program = RandomProgram.of(seed);
      try {
        Limits limits = Limits.NONE.withKeepGoing();
        Outcome whole = new ReadsFromExploration(1).explore(program, limits, new Progress());
        if (whole.executions() > 8 && whole.violations().isEmpty()) {
          Outcome outcome =
              new ReadsFromExploration(4)
                  .explore(program, limits.withExecutions(7), new Progress());
          assertEquals(7, outcome.executions(), program.name());
          limited++;
        }
      } catch (NoReadsFromException e) {
        assertNotNull(e.getMessage());
      }
    }
  }
}
