package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.graph.OnlineModel.Mode;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs: random runs give executions that exploration has, and all of them in time. */
class RandomRunsAgreeWithSearchTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 3000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  /** Programs with more executions than that are left out: exploring them is for other tests. */
  static final int MAX_CLASSES = 100;

  /** Programs with at most so many are run until all have been met. */
  private static final int FEW_CLASSES = 8;

  private static final int RUNS = 10;
  private static final int MANY_RUNS = 20_000;

  @ParameterizedTest
  @EnumSource
  void everyRunIsAnExecution(GraphAxioms.Model model) {
    compare(model, RandomWeakProgram::of, true);
  }

  /** Runs that are meant to become long, of which it is not asked that they meet everything. */
  @Test
  void everyRunInTheOrderOfItsStepsIsAnExecution() {
    compare(GraphAxioms.Model.RC11, RandomWeakProgram::of, false);
    compare(GraphAxioms.Model.RC11, RandomWeakProgram::aroundSequentialOperations, false);
  }

  @Test
  void everyRunAroundSequentialOperationsIsAnExecution() {
    compare(GraphAxioms.Model.RC11, RandomWeakProgram::aroundSequentialOperations, true);
  }

  /**
   * What two threads have in buffers reaches memory, and in the order that takes longest, before a
   * third one looks for the first time at what it waits for.
   */
  @Test
  void whoWaitsLetsBuffersBeDrainedFirst() {
    Code code = CodeGenerator.generateWithFences(RandomWeakProgram.of(22_005_623), 0);
    Set<String> classes = classes(code, GraphAxioms.Model.PSO);
    Sampler sampler = new Sampler(code, online(GraphAxioms.Model.PSO, code, true));
    sampler.run(MANY_RUNS / 4, classes, "");
    assertEquals(classes, sampler.met);
  }

  /** The model for runs. */
  static OnlineModel online(GraphAxioms.Model model, Code code, boolean isComplete) {
    if (model == GraphAxioms.Model.RC11 || model == GraphAxioms.Model.RC20) {
      return isComplete
          ? new OnlineModel(GraphSearchAgreesWithOracleTest.model(model), Mode.COHERENT)
          : new OnlineModel(new Rc11Model(false, false), Mode.SEQUENTIAL_ORDER);
    }
    return OnlineModel.of(MemoryModel.valueOf(model.name()), code, false);
  }

  private static void compare(
      GraphAxioms.Model model, LongFunction<Program> programs, boolean isComplete) {
    int compared = 0;
    int exhausted = 0;
    for (long i = 0; i < PROGRAMS; i++) {
      long seed = SEED * 1_000_000 + i;
      Program program = programs.apply(seed);
      Code code = CodeGenerator.generateWithFences(program, 0);
      Set<String> classes = classes(code, model);
      if (classes.size() <= MAX_CLASSES) {
        String name = model + " seed " + seed + "\n" + ProgramPrinter.print(program);
        Sampler sampler = new Sampler(code, online(model, code, isComplete));
        sampler.run(RUNS, classes, name);
        compared++;
        if (classes.size() <= FEW_CLASSES) {
          sampler.run(isComplete ? MANY_RUNS : 10 * RUNS, classes, name);
          assertTrue(
              !isComplete || classes.equals(sampler.met),
              () -> "not met: " + classes + "\n" + name);
          exhausted++;
        }
      }
    }
    assertTrue(compared >= 3 * PROGRAMS / 4, "too few programs compared: " + compared);
    assertTrue(exhausted > PROGRAMS / 10, "too few small programs: " + exhausted);
  }

  /** All reads-from classes, or more than can be compared. */
  static Set<String> classes(Code code, GraphAxioms.Model model) {
    CellTable cells = new CellTable();
    while (true) {
      Set<String> found = new TreeSet<>();
      GraphModel rules = GraphSearchAgreesWithOracleTest.model(model);
      EventGraph graph = new EventGraph(new ValueDrivenThreads(code), cells, rules.ordering());
      try {
        new GraphSearch(
                graph,
                rules,
                false,
                g -> {
                  found.add(GraphKey.of(g, false));
                  return found.size() <= MAX_CLASSES;
                })
            .run();
        return found;
      } catch (SearchRestart e) {
        cells = cells.fresh();
      }
    }
  }

  /** Runs a program again and again, each strategy in its turn. */
  private static final class Sampler {
    private static final Strategy[] STRATEGIES = Strategy.values();
    private static final SourcePreference[] PREFERENCES = SourcePreference.values();

    private final EventGraph graph;
    private final RandomRun run;
    private final Set<String> met = new TreeSet<>();
    private int runs;

    Sampler(Code code, OnlineModel model) {
      graph = model.graph(code);
      run = model.run(graph, null);
    }

    /** Runs so many times, or until all classes have been met. */
    void run(int times, Set<String> classes, String name) {
      for (int i = 0; i < times && met.size() < classes.size(); i++) {
        SplittableRandom random = new SplittableRandom(runs);
        Strategy strategy = STRATEGIES[runs % STRATEGIES.length];
        SourcePreference preference = PREFERENCES[runs % PREFERENCES.length];
        runs++;
        boolean isWhole =
            run.run(random, strategy.start(random, 200), preference.start(random), 200, () -> {});
        assertTrue(isWhole, () -> "does not end\n" + name);
        String key = GraphKey.of(graph, false);
        assertTrue(classes.contains(key), () -> "not allowed: " + key + "\n" + name);
        met.add(key);
      }
    }
  }
}
