package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;

/**
 * An exploration that is cut into pieces, or has hardly any memory for what it must remember,
 * explores what an undisturbed one does, nothing twice.
 */
public final class CutExplorations {
  /** Bytes of tables in memory: as many as usual, none, and some. */
  private static final long[] TABLES = {0, 1, 1000};

  private static final long NEVER = Long.MAX_VALUE / 2;
  private static final long MAX = 2_000;

  private CutExplorations() {}

  /** Runs an algorithm with so many threads, and notes the classes of its executions. */
  public interface Algorithm {
    Exploration of(int jobs, List<String> seen);
  }

  /**
   * So many programs that a generator makes are explored in pieces as in one.
   *
   * @return how many pieces had too little memory
   */
  public static int assertGoOn(LongFunction<Program> generator, Algorithm algorithm, int programs) {
    long seed = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
    int cut = 0;
    int overflowed = 0;
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
      Limits cutLimits = limits.withTables(TABLES[(int) (seed % TABLES.length)]);
      List<String> seen = Collections.synchronizedList(new ArrayList<>());
      AtomicReference<byte[]> state = new AtomicReference<>();
      Outcome outcome = null;
      while (outcome == null || outcome.reason() != null) {
        Progress progress = new Progress();
        progress.keep(KeptStates.checkpointing(state.get(), NEVER, state::set));
        int executions = 1 + random.nextInt(1 + (int) whole.executions());
        int jobs = whole.violations().isEmpty() ? 1 + random.nextInt(3) : 1;
        outcome =
            algorithm
                .of(jobs, seen)
                .explore(program, cutLimits.withExecutions(executions), progress);
        cut += outcome.reason() != null ? 1 : 0;
        overflowed += progress.overflow() > 0 ? 1 : 0;
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
    return overflowed;
  }

  private static List<String> kinds(Outcome outcome) {
    return outcome.violations().stream().map(v -> v.kind() + " " + v.location()).sorted().toList();
  }
}
