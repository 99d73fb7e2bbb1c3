package dev.heddle.frontend.llvm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of a program that has several.
 *
 * @param arguments for the compiler; unused for files that are LLVM's already
 */
public record CompilationUnit(Path file, List<String> arguments) {
  public CompilationUnit {
    arguments = List.copyOf(arguments);
  }

  /** The same with further arguments behind the others. */
  public CompilationUnit with(List<String> more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(more);
    return new CompilationUnit(file, all);
  }
}
