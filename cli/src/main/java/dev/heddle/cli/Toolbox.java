package dev.heddle.cli;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.BoundedRetry;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.graph.GraphReplayer;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.rsmc.HardwareMapping;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
   * @param jobs how many threads may explore, if the algorithm knows how to
   * @param reduction makes the program that is explored from the one to check
   */
  Exploration exploration(
      MemoryModel model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction);

  /** How reports call a model. */
  default String name(MemoryModel model) {
    return model.id();
  }

  /**
   * The same for a model of hardware.
   *
   * @param mapping what stands for the memory orders of C11 there
   */
  default Exploration exploration(
      MemoryModel model,
      Algorithm algorithm,
      int jobs,
      UnaryOperator<Program> reduction,
      HardwareMapping mapping) {
    return exploration(model, algorithm, jobs, reduction);
  }

  /** The command that starts a Heddle like this one; arguments follow. */
  default List<String> heddle() {
    return NewProcess.command();
  }

  /** Where a program that others made is installed, if it is. */
  default Optional<Path> executable(String name) {
    return SearchPath.ofUser().find(name);
  }

  /** Follows the executions that explorations under a model visit. */
  static Replayer replayer(MemoryModel model) {
    return switch (model) {
      case SC -> Replayer.ON_ONE_MEMORY;
      case POWER, ARM -> new RelaxedReplayer();
      default -> new GraphReplayer(model, model.hasRaces());
    };
  }

  /**
   * The same, but programs are tested by random runs instead of being explored.
   *
   * @param nanoseconds how long; 0 for no limit. It is no limit of the check: nobody has to be
   *     stopped for it
   */
  default Toolbox testing(RandomExploration.Plan plan, long nanoseconds) {
    Toolbox tools = this;
    return new Toolbox() {
      @Override
      public Program load(Path file, List<String> clangArguments, Environment environment)
          throws InputException {
        return tools.load(file, clangArguments, environment);
      }

      @Override
      public Exploration exploration(
          MemoryModel model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction) {
        Exploration runs = new RandomExploration(model, model.hasRaces(), plan);
        return new ExplainedExploration(
            (program, limits, progress) ->
                runs.explore(program, limits.withTime(nanoseconds), progress),
            reduction,
            replayer(model),
            model == MemoryModel.SC ? null : new ReadsFromExploration(1));
      }
    };
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
          MemoryModel model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction) {
        boolean isTotal = algorithm.resolve(model) == Algorithm.GRAPH;
        return new BoundedRetry(
            new ExplainedExploration(
                GraphExploration.under(file, isTotal),
                reduction,
                GraphReplayer.under(file),
                new ReadsFromExploration(1)));
      }

      @Override
      public String name(MemoryModel model) {
        return name;
      }
    };
  }

  private static Exploration sequential(Algorithm algorithm, int jobs) {
    return switch (algorithm) {
      case AUTO, RF -> new ReadsFromExploration(jobs);
      case GRAPH -> new GraphExploration(MemoryModel.SC, true, false);
      case OPTIMAL -> new OptimalExploration();
      case NAIVE -> new NaiveExploration();
      case SYMBOLIC -> throw new IllegalArgumentException("a solver is no exploration");
      case RANDOM -> throw new IllegalArgumentException(algorithm + " explores nothing");
    };
  }

  private static Exploration graphs(MemoryModel model, Algorithm algorithm) {
    return switch (algorithm) {
      case AUTO, RF -> new GraphExploration(model, false, model.hasRaces());
      case GRAPH -> new GraphExploration(model, true, model.hasRaces());
      case OPTIMAL, NAIVE, SYMBOLIC, RANDOM ->
          throw new IllegalArgumentException(algorithm + " does not run under " + model);
    };
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
          MemoryModel model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction) {
        return exploration(model, algorithm, jobs, reduction, HardwareMapping.C11);
      }

      @Override
      public Exploration exploration(
          MemoryModel model,
          Algorithm algorithm,
          int jobs,
          UnaryOperator<Program> reduction,
          HardwareMapping mapping) {
        return new BoundedRetry(
            switch (model) {
              case SC ->
                  new ExplainedExploration(
                      sequential(algorithm.resolve(model), jobs), reduction, replayer(model), null);
              case TSO, PSO, SRA, RA, WRA, RC11, RC20, RELAXED ->
                  new ExplainedExploration(
                      graphs(model, algorithm.resolve(model)),
                      reduction,
                      replayer(model),
                      new ReadsFromExploration(1));
              case POWER ->
                  new ExplainedExploration(
                      new RelaxedProgramExploration(mapping),
                      reduction,
                      replayer(model),
                      new ReadsFromExploration(1));
              case ARM, FILE -> throw new IllegalArgumentException("no exploration under " + model);
            });
      }
    };
  }
}
