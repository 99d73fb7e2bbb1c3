package dev.heddle.cli;

import dev.heddle.frontend.llvm.CompilationUnit;
import dev.heddle.frontend.llvm.LlvmFrontend;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The programs that the arguments of a command stand for. */
final class Inputs {
  /**
   * One thing to check.
   *
   * @param name as the user wrote it, or as found below a folder that the user named
   * @param problem why it cannot be checked, or null
   * @param units the files of a program that has several; empty for one that is {@code path} alone
   * @param main the file whose {@code main} is meant, if several may have one; else null
   */
  record Input(String name, Path path, String problem, List<CompilationUnit> units, Path main) {
    Input(String name, Path path, String problem) {
      this(name, path, problem, List.of(), null);
    }

    /** A program of several files. */
    static Input linked(String name, List<CompilationUnit> units, Path main) {
      return new Input(name, main != null ? main : units.get(0).file(), null, units, main);
    }

    boolean isCheckable() {
      return problem == null;
    }
  }

  private static final List<String> PROGRAM_ENDINGS =
      List.of(".c", ".C", ".cpp", ".cc", ".cxx", ".c++", ".ll", ".bc");

  /** Programs if the user names them, but not because they are in a folder. */
  private static final List<String> HEADER_ENDINGS = List.of(".hpp", ".hh", ".hxx", ".i", ".ii");

  private Inputs() {}

  /** The inputs in the order of the arguments; the files of a folder are sorted by name. */
  static List<Input> of(List<String> arguments) {
    List<Input> inputs = new ArrayList<>();
    for (String argument : arguments) {
      try {
        addTo(inputs, argument, Path.of(argument));
      } catch (InvalidPathException e) {
        inputs.add(bad(argument, null, "not a file name: " + e.getReason()));
      }
    }
    return List.copyOf(inputs);
  }

  private static void addTo(List<Input> inputs, String name, Path path) {
    if (name.isEmpty()) {
      inputs.add(bad("''", path, "an empty name is not a file; check for an unset variable"));
    } else if (Files.isDirectory(path)) {
      inputs.addAll(programsBelow(name, path));
    } else if (!Files.exists(path)) {
      inputs.add(bad(name, path, "no such file or folder"));
    } else if (!Files.isRegularFile(path)) {
      inputs.add(bad(name, path, "a pipe or a device, and not a file; save the program in one"));
    } else if (!isProgram(path) && !isHeader(path) && !LlvmFrontend.isBitcode(path)) {
      inputs.add(
          bad(
              name,
              path,
              "not a program: expected C (.c), C++ (.cpp, .cc, .cxx, .C, .hpp), LLVM assembly (.ll)"
                  + " or LLVM bitcode (.bc)"));
    } else if (!Files.isReadable(path)) {
      inputs.add(bad(name, path, "cannot be read: permission denied"));
    } else {
      inputs.add(new Input(name, path, null));
    }
  }

  private static List<Input> programsBelow(String name, Path folder) {
    List<Input> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              // Follows a link to a file but not to a folder, which could lead in circles.
              if (isProgram(file) && Files.isRegularFile(file)) {
                addTo(found, file.toString(), file);
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
              found.add(bad(file.toString(), file, "cannot be read: " + reason(e)));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      found.add(bad(name, folder, "cannot be read: " + reason(e)));
    }
    if (found.isEmpty()) {
      return List.of(
          bad(name, folder, "this folder holds no program (.c, .ll or .bc), at any depth"));
    }
    found.sort(Comparator.comparing(Input::name));
    return found;
  }

  private static boolean isProgram(Path file) {
    return hasEnding(file, PROGRAM_ENDINGS);
  }

  private static boolean isHeader(Path file) {
    return hasEnding(file, HEADER_ENDINGS);
  }

  private static boolean hasEnding(Path file, List<String> endings) {
    Path name = file.getFileName();
    return name != null && endings.stream().anyMatch(name.toString()::endsWith);
  }

  private static Input bad(String name, Path path, String problem) {
    return new Input(name, path, name + ": " + problem);
  }

  private static String reason(IOException e) {
    return e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
  }
}
