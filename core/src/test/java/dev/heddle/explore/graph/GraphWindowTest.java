package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.graph.GraphWindow.Extent;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Failure;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.program.Value;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A run through a window is one of the whole graph. */
class GraphWindowTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 2000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final int RUNS = 6;
  private static final int MAX_CLASSES = 300;

  /** Looks for what to drop all the time, but gives nothing up. */
  private static final Extent NARROW = new Extent(1000, 2, 3);

  /** Gives up most writes that could still be read. */
  private static final Extent TIGHT = new Extent(2, 2, 3);

  @ParameterizedTest
  @EnumSource
  void whatIsDroppedMakesNoDifference(GraphAxioms.Model model) {
    int moved = 0;
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = program(model, SEED * 1_000_000 + i);
      Code code = CodeGenerator.generateWithFences(program, 0);
      for (int run = 0; run < RUNS; run++) {
        Run whole = new Run(code, online(model, code, true), null);
        Run windowed = new Run(code, online(model, code, true), NARROW);
        whole.run(run);
        windowed.run(run);
        int number = run;
        assertEquals(
            whole.summary(),
            windowed.summary(),
            () -> model + " run " + number + "\n" + ProgramPrinter.print(program));
        assertEquals(whole.run.events(), windowed.run.events());
        moved += windowed.run.isWhole() ? 0 : 1;
      }
    }
    assertTrue(moved > PROGRAMS, "too few runs lose events: " + moved);
  }

  @ParameterizedTest
  @EnumSource(
      value = GraphAxioms.Model.class,
      mode = Mode.EXCLUDE,
      names = {"TSO", "PSO", "SC"})
  void whatIsGivenUpLeavesAnExecution(GraphAxioms.Model model) {
    int compared = 0;
    for (long i = 0; i < PROGRAMS; i++) {
      Program program = program(model, SEED * 1_000_000 + i);
      Code code = CodeGenerator.generateWithFences(program, 0);
      Set<Long> classes = classes(code, model);
      if (classes.size() <= MAX_CLASSES) {
        for (int run = 0; run < RUNS; run++) {
          Run tight = new Run(code, online(model, code, false), TIGHT);
          tight.run(run);
          int number = run;
          assertTrue(
              classes.contains(ClassCensus.hashOf(tight.graph)),
              () -> model + " run " + number + "\n" + ProgramPrinter.print(program));
          compared++;
        }
      }
    }
    assertTrue(compared > PROGRAMS, "too few runs compared: " + compared);
  }

  /** Two threads add to a number and write another one, again and again. */
  private static Program busy(int rounds) {
    ProgramBuilder builder = new ProgramBuilder("busy.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value work =
        builder.function(
            "work",
            f -> {
              int header = f.block() + 1;
              f.jump(header);
              Value old = f.load(x, 4);
              f.store(x, f.binary(BinaryOperator.ADD, 32, old, Value.of(1)), 4);
              f.store(y, old, 4);
              f.branch(f.compare(Relation.ULT, 32, old, Value.of(rounds)), header, header + 1);
            });
    builder.function(
        "main",
        f -> {
          Value first = f.spawn(work, Value.of(0));
          Value second = f.spawn(work, Value.of(0));
          f.join(first);
          f.join(second);
        });
    return builder.build();
  }

  @ParameterizedTest
  @EnumSource(
      value = GraphAxioms.Model.class,
      names = {"WRA"},
      mode = Mode.EXCLUDE)
  void memoryDoesNotGrowWithARun(GraphAxioms.Model model) {
    Code code = CodeGenerator.generateWithFences(busy(20_000), 0);
    Run run = new Run(code, online(model, code, false), Extent.USUAL);
    SplittableRandom random = new SplittableRandom(3);
    run.run.run(
        random,
        Strategy.RANDOM.start(random, 1000),
        SourcePreference.RECENT.start(random),
        100_000,
        () -> {});
    assertTrue(run.run.events() > 30_000, () -> run.run.events() + " events");
    assertTrue(run.graph.capacity() <= 16_384, () -> "room for " + run.graph.capacity());
    for (int c = 0; c < run.graph.cells.size(); c++) {
      assertTrue(run.graph.cells.get(c).slots < 256);
    }
  }

  private static Program program(GraphAxioms.Model model, long seed) {
    return model == GraphAxioms.Model.RC11 && seed % 2 == 0
        ? RandomWeakProgram.aroundSequentialOperations(seed)
        : RandomWeakProgram.of(seed);
  }

  private static OnlineModel online(GraphAxioms.Model model, Code code, boolean hasRaces) {
    return hasRaces && (model == GraphAxioms.Model.RC20 || model == GraphAxioms.Model.RC11)
        ? new OnlineModel(new Rc11Model(true, false), OnlineModel.Mode.SEQUENTIAL_ORDER)
        : RandomRunsAgreeWithSearchTest.online(model, code, false);
  }

  private static Set<Long> classes(Code code, GraphAxioms.Model model) {
    CellTable cells = new CellTable();
    while (true) {
      Set<Long> found = new HashSet<>();
      GraphModel rules = GraphSearchAgreesWithOracleTest.model(model);
      EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, rules.ordering());
      try {
        new GraphSearch(
                graph,
                rules,
                false,
                g -> {
                  found.add(ClassCensus.hashOf(g));
                  return found.size() <= MAX_CLASSES;
                })
            .run();
        return found;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  /** One run of a program. */
  private static final class Run {
    private final EventGraph graph;
    private final RandomRun run;

    Run(Code code, OnlineModel model, Extent extent) {
      graph = model.graph(code);
      run = model.run(graph, extent);
    }

    void run(int number) {
      SplittableRandom random = new SplittableRandom(number);
      Strategy strategy = Strategy.values()[number % Strategy.values().length];
      boolean isWhole =
          run.run(
              random,
              strategy.start(random, 200),
              SourcePreference.UNIFORM.start(random),
              200,
              () -> {});
      assertTrue(isWhole, "does not end");
    }

    /** Which class, and where threads have ended. */
    String summary() {
      StringBuilder text = new StringBuilder().append(ClassCensus.hashOf(graph));
      for (int t = 0; t < graph.threadCount; t++) {
        if (graph.current(t) != null) {
          Failure failure = graph.current(t).failure();
          text.append(' ').append(graph.current(t).status());
          text.append(failure == null ? "" : failure.message());
        }
      }
      return text.toString();
    }
  }
}
