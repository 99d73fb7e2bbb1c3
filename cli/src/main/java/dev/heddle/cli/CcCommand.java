package dev.heddle.cli;

import dev.heddle.frontend.llvm.CompilationUnit;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code heddle cc}: stands in for the compiler of a build. Objects and programs are files of
 * bitcode, which {@code heddle check} reads.
 */
final class CcCommand {
  static final String NAME = "cc";
  static final String SYNOPSIS = "heddle cc [CLANG-ARGUMENT...] FILE...";

  private final Terminal terminal;

  CcCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Does what a compiler would do with these arguments; gives the exit code. */
  int run(List<String> arguments) {
    CompilerArguments given = CompilerArguments.parse(arguments);
    if (given.files().isEmpty()) {
      terminal.complain(
          "nothing to compile; 'heddle cc' stands in for a compiler: make CC='heddle cc'");
      return ExitCode.UNCHECKABLE.value();
    }
    try {
      if (given.isCompileOnly()) {
        compile(given);
      } else {
        link(given);
      }
      return 0;
    } catch (InputException e) {
      terminal.complain(e.getMessage());
    } catch (IOException e) {
      terminal.complain("cannot write: " + e.getMessage());
    }
    return ExitCode.UNCHECKABLE.value();
  }

  private static void compile(CompilerArguments given) throws InputException, IOException {
    for (String file : given.files()) {
      String output = given.output() != null ? given.output() : objectOf(file);
      Files.write(
          Path.of(output), LlvmFrontend.compile(new CompilationUnit(Path.of(file), given.flags())));
    }
  }

  /** The name that compilers give an object file: that of the source, in the current folder. */
  private static String objectOf(String source) {
    String name = String.valueOf(Path.of(source).getFileName());
    int dot = name.lastIndexOf('.');
    return (dot < 0 ? name : name.substring(0, dot)) + ".o";
  }

  private static void link(CompilerArguments given) throws InputException, IOException {
    Path output = Path.of(given.output() != null ? given.output() : "a.out");
    List<Path> temporary = new ArrayList<>();
    List<Path> parts = new ArrayList<>();
    try {
      for (String file : given.files()) {
        Path path = Path.of(file);
        if (Files.exists(path) && !Files.isRegularFile(path)) {
          throw new InputException(file + ": not a file");
        }
        if (!isSource(file)) {
          parts.add(path);
          continue;
        }
        Path made = Files.createTempFile("heddle-cc", ".bc");
        temporary.add(made);
        parts.add(made);
        Files.write(made, LlvmFrontend.compile(new CompilationUnit(path, given.flags())));
      }
      Files.write(output, LlvmFrontend.link(parts, output));
    } finally {
      for (Path file : temporary) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean isSource(String file) {
    return file.toLowerCase(Locale.ROOT).matches(".*\\.(c|i|cc|cpp|cxx|c\\+\\+|ii)");
  }
}
