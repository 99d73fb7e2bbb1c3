package dev.heddle.frontend.llvm;

import dev.heddle.program.Program;
import java.nio.file.Path;
import java.util.List;

/** Turns a C, LLVM assembly or bitcode file into a program. */
public final class LlvmFrontend {
  private LlvmFrontend() {}

  /**
   * Reads {@code file}.
   *
   * @param clangArguments passed to the compiler as they are, for example {@code -DN=3}; unused for
   *     files that are already LLVM's
   */
  public static Program load(Path file, List<String> clangArguments) throws InputException {
    if (!clangArguments.contains("placeholder")) {
      throw new InputException(file + ": not built yet");
    }
    return null;
  }
}
