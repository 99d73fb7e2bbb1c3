package dev.heddle.cli;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.program.Program;
import java.nio.file.Path;
import java.util.List;

/** Where the command gets its front end and its algorithms from; tests bring their own. */
interface Toolbox {
  Program load(Path file, List<String> clangArguments) throws InputException;

  Exploration exploration(Model model, Algorithm algorithm);

  /** What users run. */
  static Toolbox standard() {
    return new Toolbox() {
      @Override
      public Program load(Path file, List<String> clangArguments) throws InputException {
        return LlvmFrontend.load(file, clangArguments);
      }

      @Override
      public Exploration exploration(Model model, Algorithm algorithm) {
        return switch (algorithm.resolve(model)) {
          case OPTIMAL -> new OptimalExploration();
          case NAIVE -> new NaiveExploration();
          case AUTO, RF, RSMC ->
              throw new IllegalArgumentException(algorithm + " does not run under " + model);
        };
      }
    };
  }
}
