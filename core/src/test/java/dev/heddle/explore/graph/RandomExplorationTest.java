package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.graph.RandomExploration.Plan;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Guard;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Sampling.Occurrence;
import dev.heddle.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RandomExplorationTest {
  private static Outcome test(Program program, MemoryModel model, Plan plan, Limits limits) {
    return new RandomExploration(model, false, plan).explore(program, limits, new Progress());
  }

  private static Plan plan(Strategy strategy, long seed, int maxEvents) {
    return new Plan(strategy, SourcePreference.AUTO, seed, maxEvents);
  }

  private static Limits runs(long number) {
    return new Limits(0, true, number, 0);
  }

  /** Two threads add one to a number, but not in one step. */
  private static Program lostUpdate() {
    ProgramBuilder builder = new ProgramBuilder("lost.c");
    Value x = builder.global("x", 4);
    Value increment =
        builder.function(
            "increment",
            f -> f.store(x, f.binary(BinaryOperator.ADD, 32, f.load(x, 4), Value.of(1)), 4));
    builder.function(
        "main",
        f -> {
          Value first = f.spawn(increment, Value.of(0));
          Value second = f.spawn(increment, Value.of(0));
          f.join(first);
          f.join(second);
          f.check(f.compare(Relation.EQ, 32, f.load(x, 4), Value.of(2)));
        });
    return builder.build();
  }

  /** A thread goes round in a loop until another one writes, or for ever. */
  private static Program spinning(boolean ends) {
    ProgramBuilder builder = new ProgramBuilder("spin.c");
    Value x = builder.global("x", 4);
    Value spin =
        builder.function(
            "spin",
            f -> {
              int header = f.block() + 1;
              f.jump(header);
              Value waits = f.compare(Relation.EQ, 32, f.load(x, 4), Value.of(0));
              f.branch(waits, header, header + 1);
            });
    Value write = builder.function("write", f -> f.store(x, Value.of(ends ? 1 : 0), 4));
    builder.function(
        "main",
        f -> {
          f.spawn(spin, Value.of(0));
          f.spawn(write, Value.of(0));
        });
    return builder.build();
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"POWER", "ARM", "FILE"},
      mode = Mode.EXCLUDE)
  void aRunDependsOnItsSeedAlone(MemoryModel model) {
    for (long program = 0; program < 20; program++) {
      Program tested = RandomWeakProgram.withoutSequentialAccesses(program);
      Outcome together = test(tested, model, plan(Strategy.AUTO, 100, 1000), runs(30));
      assertEquals(
          together, test(tested, model, plan(Strategy.AUTO, 100, 1000), runs(30)), "again");
      long events = 0;
      long complete = 0;
      for (int run = 0; run < 30; run++) {
        Outcome alone = test(tested, model, plan(Strategy.AUTO, 100 + run, 1000), runs(1));
        events += alone.sampling().events();
        complete += alone.complete();
      }
      assertEquals(together.sampling().events(), events);
      assertEquals(together.complete(), complete);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aViolationComesWithTheSeedThatShowsItAgain(Strategy strategy) {
    Outcome outcome =
        test(lostUpdate(), MemoryModel.SC, plan(strategy, 1, 1000), new Limits(0, false, 1000, 0));
    assertEquals(Verdict.VIOLATION, outcome.verdict());
    assertEquals(1, outcome.violations().size());
    Occurrence met = outcome.sampling().occurrences().get(0);
    assertEquals(1, met.runs());
    assertEquals(met.seed(), outcome.sampling().runs());
    Outcome again = test(lostUpdate(), MemoryModel.SC, plan(strategy, met.seed(), 1000), runs(1));
    assertEquals(outcome.violations(), again.violations());
  }

  @Test
  void violationsAreCounted() {
    Outcome outcome =
        test(lostUpdate(), MemoryModel.SC, plan(Strategy.RANDOM, 1, 1000), runs(1000));
    Sampling sampling = outcome.sampling();
    assertEquals(1000, sampling.runs());
    assertEquals(1, sampling.occurrences().size());
    long violations = sampling.occurrences().get(0).runs();
    assertTrue(violations > 100 && violations < 900, "violations: " + violations);
    assertEquals(0, sampling.once());
    assertEquals(0, sampling.unseenShare());
  }

  @ParameterizedTest
  @EnumSource
  void loopsThatWaitForOthersEnd(Strategy strategy) {
    for (MemoryModel model : List.of(MemoryModel.SC, MemoryModel.RA, MemoryModel.RC11)) {
      for (SourcePreference sources : SourcePreference.values()) {
        Plan plan = new Plan(strategy, sources, 1, 3000);
        Outcome outcome = test(spinning(true), model, plan, runs(25));
        assertEquals(Verdict.TESTED, outcome.verdict(), model + " " + sources);
        assertEquals(25, outcome.complete(), model + " " + sources);
        assertEquals(0, outcome.sampling().cut());
      }
    }
  }

  @Test
  void runsWithoutAnEndAreCutAndNamed() {
    Outcome outcome = test(spinning(false), MemoryModel.RA, plan(Strategy.AUTO, 7, 50), runs(20));
    assertEquals(Verdict.INCONCLUSIVE, outcome.verdict());
    assertEquals("no run came to its end within 50 events", outcome.reason());
    assertEquals(20, outcome.sampling().cut());
    assertEquals(0, outcome.sampling().classes());
    assertEquals(1, outcome.warnings().size());
    String warning = outcome.warnings().get(0);
    assertTrue(
        warning.startsWith("the run of seed 7 was cut after 50 events, with thread 1 at spin.c:"),
        warning);
  }

  @Test
  void testingNeverProves() {
    for (long seed = 0; seed < 50; seed++) {
      Outcome outcome =
          test(RandomWeakProgram.of(seed), MemoryModel.RA, plan(Strategy.AUTO, 1, 1000), runs(50));
      assertFalse(
          outcome.verdict() == Verdict.SAFE || outcome.verdict() == Verdict.BOUNDED,
          "seed " + seed);
    }
  }

  /** Of ten classes of which none is met twice, many more are to come. */
  @Test
  void estimatesOfWhatWasNotSeen() {
    Sampling fresh = new Sampling(1, 12, 2, 100, 10, 10, 0, List.of());
    assertEquals(1.0, fresh.unseenShare());
    assertEquals(45, fresh.unseenClasses());
    Sampling known = new Sampling(1, 1000, 0, 100, 10, 2, 3, List.of());
    assertEquals(0.002, known.unseenShare());
    assertEquals(0, known.unseenClasses());
  }

  private static void store(FunctionBuilder f, Value at, int number, MemoryOrder order) {
    f.add(new Instruction.Store(at, Value.of(number), 4, order, new Location("p.c", 1, 1)));
  }

  private static void load(FunctionBuilder f, Value at) {
    Location place = new Location("p.c", 2, 1);
    f.add(new Instruction.Load(f.reserve(), at, 4, MemoryOrder.RELAXED, place));
  }

  /** Three writes reach memory although there is only one thread that could go on meanwhile. */
  @Test
  void buffersAreDrainedBetweenTwoStepsOfAThread() {
    ProgramBuilder builder = new ProgramBuilder("drained.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value first =
        builder.function(
            "first",
            f -> {
              store(f, x, 0, MemoryOrder.RELAXED);
              store(f, y, 1, MemoryOrder.RELAXED);
              load(f, y);
            });
    Value second =
        builder.function(
            "second",
            f -> {
              store(f, y, 2, MemoryOrder.RELAXED);
              load(f, x);
            });
    assertClasses(4, builder, first, second, MemoryModel.TSO);
  }

  /** A sequentially consistent write reaches memory before one in front of it. */
  @Test
  void writesToOtherLocationsAreDrainedBehindASequentiallyConsistentOne() {
    ProgramBuilder builder = new ProgramBuilder("behind.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value first =
        builder.function(
            "first",
            f -> {
              store(f, x, 1, MemoryOrder.RELAXED);
              store(f, y, 1, MemoryOrder.SEQUENTIALLY_CONSISTENT);
            });
    Value second =
        builder.function(
            "second",
            f -> {
              load(f, y);
              load(f, x);
            });
    assertClasses(4, builder, first, second, MemoryModel.PSO);
  }

  private static void await(FunctionBuilder f, Value at, int number) {
    Guard guard = new Guard.Masked(Value.of(-1), Relation.EQ, Value.of(number));
    Location place = new Location("p.c", 3, 1);
    f.add(
        new Instruction.Await(
            f.reserve(),
            at,
            4,
            guard,
            null,
            Value.of(0),
            "a number",
            Instruction.NO_LOOP,
            false,
            MemoryOrder.RELAXED,
            place));
  }

  /** A thread waits for good, but what it has written reaches the one that waits for that. */
  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"TSO", "PSO"})
  void whoWaitsDrainsItsBufferForOthers(MemoryModel model) {
    ProgramBuilder builder = new ProgramBuilder("waits.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value first =
        builder.function(
            "first",
            f -> {
              store(f, x, 1, MemoryOrder.SEQUENTIALLY_CONSISTENT);
              await(f, y, 1);
            });
    Value second = builder.function("second", f -> await(f, x, 1));
    assertClasses(1, builder, first, second, model);
  }

  private static void assertClasses(
      int expected, ProgramBuilder builder, Value first, Value second, MemoryModel model) {
    builder.function(
        "main",
        f -> {
          f.spawn(first, Value.of(0));
          f.spawn(second, Value.of(0));
        });
    Outcome outcome = test(builder.build(), model, plan(Strategy.AUTO, 1, 1000), runs(5000));
    assertEquals(expected, outcome.sampling().classes());
  }

  @ParameterizedTest
  @EnumSource(
      value = MemoryModel.class,
      names = {"SC", "RA", "TSO", "RC11"})
  void severalThreadsGiveTheSame(MemoryModel model) {
    Plan plan = plan(Strategy.AUTO, 7, 1000);
    Outcome one =
        new RandomExploration(model, false, plan, 1)
            .explore(lostUpdate(), runs(300), new Progress());
    for (int jobs = 2; jobs <= 4; jobs++) {
      Outcome several =
          new RandomExploration(model, false, plan, jobs)
              .explore(lostUpdate(), runs(300), new Progress());
      assertEquals(one, several);
    }
    assertEquals(Verdict.VIOLATION, one.verdict());
    assertEquals(300, one.sampling().runs());
  }
}
