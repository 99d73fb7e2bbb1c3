package dev.heddle.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.graph.GraphReplayer;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.explore.graph.RandomExploration.Plan;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

class FresherReadsTest {
  private static final Limits ONE_RUN = new Limits(0, false, 1, 0);

  /** A thread writes 1, 2 and 3; another one reads, and must not see a given number or more. */
  private static Program program(int least, int most) {
    ProgramBuilder builder = new ProgramBuilder("fresh.c");
    Value x = builder.global("x", 4);
    Value write =
        builder.function(
            "write",
            f -> {
              f.store(x, Value.of(1), 4);
              f.store(x, Value.of(2), 4);
              f.store(x, Value.of(3), 4);
            });
    Value read =
        builder.function(
            "read",
            f -> {
              Value seen = f.load(x, 4);
              Value tooLow = f.compare(Relation.ULT, 32, seen, Value.of(least));
              Value tooHigh = f.compare(Relation.UGT, 32, seen, Value.of(most));
              f.check(f.binary(BinaryOperator.OR, 1, tooLow, tooHigh));
            });
    builder.function(
        "main",
        f -> {
          f.spawn(write, Value.of(0));
          f.spawn(read, Value.of(0));
        });
    return builder.build();
  }

  private static Violation violation(Program program, long seed, boolean isFresher) {
    Plan plan = new Plan(Strategy.RANDOM, SourcePreference.UNIFORM, seed, 100);
    Exploration runs = new RandomExploration(MemoryModel.RA, false, plan);
    Exploration exploration =
        isFresher ? new FresherReads(runs, new GraphReplayer(MemoryModel.RA, false)) : runs;
    List<Violation> found = exploration.explore(program, ONE_RUN, new Progress()).violations();
    return found.isEmpty() ? null : found.get(0);
  }

  /** The value that the failing read saw. */
  private static long seen(Violation violation) {
    return violation.trace().stream()
        .filter(step -> step.readsFrom() != Violation.NOTHING)
        .findFirst()
        .orElseThrow()
        .value();
  }

  /** The newest value at the end, which is how many writes there are. */
  private static long written(Violation violation) {
    return violation.sources().stream().filter(source -> source == Violation.NOTHING).count();
  }

  @Test
  void aReadThatNeedNotBeStaleSeesTheNewestWrite() {
    Program program = program(1, 3);
    int stale = 0;
    for (long seed = 1; seed <= 100; seed++) {
      Violation found = violation(program, seed, false);
      if (found != null) {
        stale += seen(found) < written(found) ? 1 : 0;
        Violation fresher = violation(program, seed, true);
        assertEquals(written(fresher), seen(fresher), "seed " + seed);
        assertEquals(found.location(), fresher.location());
      }
    }
    assertTrue(stale > 10, stale + " stale reads");
  }

  @Test
  void aReadThatTheFailureNeedsStaysStale() {
    Program program = program(1, 1);
    int stale = 0;
    for (long seed = 1; seed <= 100; seed++) {
      Violation found = violation(program, seed, false);
      if (found != null && written(found) == 3) {
        stale++;
        assertEquals(1, seen(violation(program, seed, true)), "seed " + seed);
      }
    }
    assertTrue(stale > 3, stale + " stale reads");
  }
}
