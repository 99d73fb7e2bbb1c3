package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A source text and what the front end makes of it. */
final class Source {
  private final Path file;
  private final List<String> arguments;

  private Source(Path file, List<String> arguments) {
    this.file = file;
    this.arguments = arguments;
  }

  /** A C program with these lines. */
  static Source c(String text, String... arguments) {
    return of("test.c", text, arguments);
  }

  /** A C program that is this function and a {@code main} that refers to it. */
  static Source function(String text, String name) {
    return c(text + "\nvoid *keep;\nint main(void) { keep = (void *)" + name + "; return 0; }");
  }

  /** A file with this name and content. */
  static Source of(String name, String text, String... arguments) {
    try {
      Path folder = Files.createTempDirectory("heddle-test");
      folder.toFile().deleteOnExit();
      Path file = folder.resolve(name);
      Files.writeString(file, text);
      file.toFile().deleteOnExit();
      return new Source(file, Arrays.asList(arguments));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return file;
  }

  Program load() {
    try {
      return LlvmFrontend.load(file, arguments);
    } catch (InputException e) {
      throw new AssertionError(e.getMessage(), e);
    }
  }

  /** The message of the failure to load it, with the bare name of the file. */
  String error() {
    InputException e = assertThrows(InputException.class, () -> LlvmFrontend.load(file, arguments));
    return e.getMessage().replace(file.toString(), file.getFileName().toString());
  }

  /** The message of an execution that comes to something unsupported, with the file's bare name. */
  String refusal() {
    Program program = load();
    MachineException e =
        assertThrows(
            MachineException.class,
            () -> new OptimalExploration().explore(program, Limits.NONE, new Progress()));
    return e.getMessage().replace(file.toString(), file.getFileName().toString());
  }

  /**
   * The code of a function, one line for each instruction, without source lines. The end of the
   * program reads as what the source has there.
   */
  String code(String function) {
    Program program = load();
    return ProgramPrinter.print(program, find(program, function))
        .lines()
        .skip(1)
        .map(line -> line.replaceFirst("  ; .*", "").strip())
        .collect(Collectors.joining("\n"))
        .replaceAll("program-end (.*)\nunreachable", "return $1");
  }

  String main() {
    return code("main");
  }

  static Function find(Program program, String name) {
    return program.functions().stream()
        .filter(function -> function.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no function " + name));
  }

  static Global findGlobal(Program program, String name) {
    return program.globals().stream()
        .filter(global -> global.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no global " + name));
  }

  /** The instructions of a kind in a function, in order. */
  static <T extends Instruction> List<T> all(Program program, String function, Class<T> kind) {
    List<T> found = new ArrayList<>();
    find(program, function)
        .blocks()
        .forEach(
            block ->
                block.instructions().stream()
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .forEach(found::add));
    return found;
  }
}
