package dev.heddle.cli;

import dev.heddle.explain.ExplainedExploration;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
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
   * @param jobs how many threads may explore, if the algorithm knows how to
   * @param reduction makes the program that is explored from the one to check
   */
  Exploration exploration(
      Model model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction);

  /** The command that starts a Heddle like this one; arguments follow. */
  default List<String> heddle() {
    return NewProcess.command();
  }

  /** Where a program that others made is installed, if it is. */
  default Optional<Path> executable(String name) {
    return SearchPath.ofUser().find(name);
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
          Model model, Algorithm algorithm, int jobs, UnaryOperator<Program> reduction) {
        return new ExplainedExploration(
            switch (algorithm.resolve(model)) {
              case RF -> new ReadsFromExploration(jobs);
              case OPTIMAL -> new OptimalExploration();
              case NAIVE -> new NaiveExploration();
              case AUTO, RSMC ->
                  throw new IllegalArgumentException(algorithm + " does not run under " + model);
            },
            reduction);
      }
    };
  }
}
