package dev.heddle.cli;

import dev.heddle.execution.RaceReplayer;
import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explain.FresherReads;
import dev.heddle.explore.BoldExploration;
import dev.heddle.explore.BoundedRetry;
import dev.heddle.explore.ExecutionListener;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.TestedBeyondLimit;
import dev.heddle.explore.drf.DataRaceFreedom;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.graph.GraphReplayer;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.explore.readsfrom.RaceCheck;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.rsmc.RelaxedProgramExploration;
import dev.heddle.explore.rsmc.RelaxedReplayer;
import dev.heddle.frontend.llvm.CompilationUnit;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.machine.Replayer;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatModel;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Where the command gets its front end and its algorithms from; tests bring their own. */
interface Toolbox {
  Program load(Path file, List<String> clangArguments, Environment environment)
      throws InputException;

  /**
   * Reads a program of several files.
   *
   * @param main the file whose {@code main} is meant, if several may have one; else null
   */
  default Program load(String name, List<CompilationUnit> units, Path main, Environment environment)
      throws InputException {
    return LlvmFrontend.load(name, units, main, environment);
  }

  /**
   * @param algorithm the one of the setup, or what stands for it under the model
   * @param findings is told what was found out about each loop
   */
  Exploration exploration(
      CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings);

  /** How reports call a model. */
  default String name(MemoryModel model) {
    return model.id();
  }

  /** The command that starts a Heddle like this one; arguments follow. */
  default List<String> heddle() {
    return NewProcess.command();
  }

  /** Where a program that others made is installed, if it is. */
  default Optional<Path> executable(String name) {
    return SearchPath.ofUser().find(name);
  }

  /**
   * Follows the executions that explorations under a model visit.
   *
   * @param checksRaces whether data races are violations
   */
  static Replayer replayer(MemoryModel model, boolean checksRaces) {
    return switch (model) {
      case SC -> checksRaces ? new RaceReplayer() : Replayer.ON_ONE_MEMORY;
      case POWER, ARM -> new RelaxedReplayer();
      default -> new GraphReplayer(model, checksRaces);
    };
  }

  /**
   * The same, but programs are tested by random runs instead of being explored.
   *
   * @param nanoseconds how long each input takes, reading it included; 0 for no limit. It is no
   *     limit of the check: nobody has to be stopped for it
   */
  default Toolbox testing(RandomExploration.Plan plan, long nanoseconds) {
    Toolbox tools = this;
    return new Toolbox() {
      private volatile long start;

      @Override
      public Program load(Path file, List<String> clangArguments, Environment environment)
          throws InputException {
        start = System.nanoTime();
        return tools.load(file, clangArguments, environment);
      }

      @Override
      public Exploration exploration(
          CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
        Exploration runs = random(setup, plan);
        return explained(
            (program, limits, progress) ->
                runs.explore(
                    program,
                    limits.withTime(nanoseconds).after(System.nanoTime() - start),
                    progress),
            setup,
            findings,
            replayer(setup.model(), setup.checksRaces()));
      }
    };
  }

  /** The same, but where an exploration reaches a limit, it goes on with random runs. */
  default Toolbox testingAtLimits(RandomExploration.Plan plan) {
    Toolbox tools = this;
    return new Toolbox() {
      @Override
      public Program load(Path file, List<String> clangArguments, Environment environment)
          throws InputException {
        return tools.load(file, clangArguments, environment);
      }

      @Override
      public Exploration exploration(
          CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
        Exploration testing =
            reduced(
                random(setup, plan),
                setup,
                program -> setup.toldReductions().ofRuns().apply(program, findings),
                replayer(setup.model(), setup.checksRaces()));
        return new TestedBeyondLimit(tools.exploration(setup, algorithm, findings), testing);
      }
    };
  }

  /** Random runs, whose violations have no more stale reads than they need. */
  private static Exploration random(CheckRun.Setup setup, RandomExploration.Plan plan) {
    Exploration runs =
        new RandomExploration(setup.model(), setup.checksRaces(), plan, setup.jobs());
    return setup.model() == MemoryModel.SC
        ? runs
        : new FresherReads(runs, replayer(setup.model(), setup.checksRaces()));
  }

  /**
   * The same, but programs are explored under a model that is in a file.
   *
   * @param name of the file
   */
  default Toolbox under(CatModel file, String name) {
    Toolbox tools = this;
    return new Toolbox() {
      @Override
      public Program load(Path program, List<String> clangArguments, Environment environment)
          throws InputException {
        return tools.load(program, clangArguments, environment);
      }

      @Override
      public Exploration exploration(
          CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
        boolean isTotal = algorithm.resolve(setup.model()) == Algorithm.GRAPH;
        return new BoundedRetry(
            explained(
                GraphExploration.under(file, isTotal), setup, findings, GraphReplayer.under(file)));
      }

      @Override
      public String name(MemoryModel model) {
        return name;
      }
    };
  }

  /** An exploration whose violations are told as the setup wants it. */
  private static Exploration explained(
      Exploration exploration,
      CheckRun.Setup setup,
      Consumer<LoopFinding> findings,
      Replayer replayer) {
    return explained(exploration, setup, setup.toldReductions(), findings, replayer);
  }

  private static Exploration explained(
      Exploration exploration,
      CheckRun.Setup setup,
      Reductions reductions,
      Consumer<LoopFinding> findings,
      Replayer replayer) {
    return reduced(exploration, setup, program -> reductions.apply(program, findings), replayer);
  }

  private static Exploration reduced(
      Exploration exploration,
      CheckRun.Setup setup,
      UnaryOperator<Program> reduction,
      Replayer replayer) {
    return new ExplainedExploration(
        exploration,
        reduction,
        replayer,
        setup.model() == MemoryModel.SC ? null : new OptimalExploration());
  }

  /** The same, and the exploration first takes things for granted about memory. */
  private static Exploration boldlyExplained(
      Exploration exploration,
      CheckRun.Setup setup,
      Consumer<LoopFinding> findings,
      Replayer replayer) {
    return BoldExploration.of(
        setup.toldReductions(),
        reductions -> boldly(exploration, setup, reductions, findings, replayer),
        reductions -> explained(exploration, setup, reductions, findings, replayer));
  }

  private static Exploration boldly(
      Exploration exploration,
      CheckRun.Setup setup,
      Reductions reductions,
      Consumer<LoopFinding> findings,
      Replayer replayer) {
    List<LoopFinding> found = new ArrayList<>();
    Exploration bold =
        reduced(
            exploration, setup, program -> reductions.applyBoldly(program, found::add), replayer);
    return (program, limits, progress) -> {
      found.clear();
      Outcome outcome = bold.explore(program, limits, progress);
      found.forEach(findings);
      return outcome;
    };
  }

  private static Exploration sequential(Algorithm algorithm, int jobs, boolean checksRaces) {
    return switch (algorithm) {
      case AUTO, RF ->
          new ReadsFromExploration(jobs, checksRaces ? RaceCheck.VIOLATIONS : RaceCheck.OFF);
      case GRAPH -> new GraphExploration(MemoryModel.SC, true, false, jobs);
      case OPTIMAL -> new OptimalExploration(ExecutionListener.NONE, checksRaces);
      case NAIVE -> new NaiveExploration();
      case SYMBOLIC -> throw new IllegalArgumentException("a solver is no exploration");
      case RANDOM -> throw new IllegalArgumentException(algorithm + " explores nothing");
    };
  }

  private static Exploration graphs(
      MemoryModel model, Algorithm algorithm, int jobs, boolean checksRaces) {
    return switch (algorithm) {
      case AUTO, RF -> new GraphExploration(model, false, checksRaces, jobs);
      case GRAPH -> new GraphExploration(model, true, checksRaces, jobs);
      case OPTIMAL, NAIVE, SYMBOLIC, RANDOM ->
          throw new IllegalArgumentException(algorithm + " does not run under " + model);
    };
  }

  /** The same on one memory, for programs whose executions are all on one. */
  private static Exploration withoutRaces(CheckRun.Setup setup, Consumer<LoopFinding> findings) {
    Exploration exploration = new ReadsFromExploration(setup.jobs(), RaceCheck.FREEDOM);
    return boldlyExplained(
        (program, limits, progress) ->
            exploration.explore(setup.reductions().withIndependentAdds(program), limits, progress),
        setup,
        findings,
        new RaceReplayer());
  }

  /** What users run. */
  static Toolbox standard() {
    return new Toolbox() {
      @Override
      public Program load(Path file, List<String> clangArguments, Environment environment)
          throws InputException {
        return LlvmFrontend.load(file, clangArguments, environment);
      }

      @Override
      public Exploration exploration(
          CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
        MemoryModel model = setup.model();
        Algorithm chosen = algorithm.resolve(model);
        Exploration exploration =
            switch (model) {
              case SC -> sequential(chosen, setup.jobs(), setup.checksRaces());
              case POWER, ARM -> new RelaxedProgramExploration(model, setup.mapping());
              case FILE -> throw new IllegalArgumentException("no exploration under " + model);
              default -> graphs(model, chosen, setup.jobs(), setup.checksRaces());
            };
        Replayer replayer = replayer(model, setup.checksRaces());
        Exploration explained =
            model.isOfHardware()
                ? explained(exploration, setup, findings, replayer)
                : boldlyExplained(exploration, setup, findings, replayer);
        boolean mayBeSequential =
            model == MemoryModel.RC11 && setup.algorithm() == Algorithm.AUTO && setup.checksRaces();
        return new BoundedRetry(
            mayBeSequential
                ? new DataRaceFreedom(withoutRaces(setup, findings), explained)
                : explained);
      }
    };
  }
}
