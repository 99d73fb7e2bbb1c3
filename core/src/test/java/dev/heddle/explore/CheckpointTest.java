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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** An exploration that is cut into pieces explores what an undisturbed one does, nothing twice. */
class CheckpointTest {
  private static final long NEVER = Long.MAX_VALUE / 2;
  private static final int PROGRAMS = 1 + Integer.getInteger("heddle.fuzz.programs", 2000) / 4;

  private static Exploration readsFrom(int jobs, List<String> seen) {
    return new ReadsFromExploration(jobs, m -> seen.add(ReadsFromKey.of(m)));
  }

  @Test
  void readsFromGoesOnWhereItWasLeft() {
    int overflowed =
        CutExplorations.assertGoOn(RandomProgram::of, CheckpointTest::readsFrom, PROGRAMS)
            + CutExplorations.assertGoOn(
                RandomProgram::withAwaits, CheckpointTest::readsFrom, PROGRAMS);
    assertTrue(overflowed > PROGRAMS / 10, "only " + overflowed + " had too little memory");
  }

  @Test
  void optimalGoesOnWhereItWasLeft() {
    CutExplorations.Algorithm optimal =
        (jobs, seen) ->
            new OptimalExploration((machine, order) -> seen.add(TraceKey.of(machine, order)));
    CutExplorations.assertGoOn(RandomProgram::of, optimal, PROGRAMS);
    CutExplorations.assertGoOn(RandomProgram::withAwaits, optimal, PROGRAMS);
  }

  /** States are saved while several searches run; each goes on to the same end. */
  @Test
  void statesAreWholeWhileSearchesRun() {
    int resumed = 0;
    for (long seed = 0; resumed < 20; seed++) {
      Program program = RandomProgram.of(seed);
      List<byte[]> states = Collections.synchronizedList(new ArrayList<>());
      Progress progress = new Progress();
      progress.keep(KeptStates.checkpointing(null, 100_000, states::add));
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
        again.keep(KeptStates.checkpointing(state, NEVER, ignored -> {}));
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
      progress.keep(KeptStates.checkpointing(null, NEVER, state::set));
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
      progress.keep(KeptStates.checkpointing(cut, NEVER, ignored -> {}));
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
