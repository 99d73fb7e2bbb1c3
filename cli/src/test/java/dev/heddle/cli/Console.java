package dev.heddle.cli;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import dev.heddle.transform.purity.LoopFinding;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Command lines run inside the test, with an exploration of the test's choice. Remembers what the
 * command asked its toolbox for.
 */
final class Console {
  static final Program PROGRAM =
      new Program(
          "test",
          List.of(
              new Function(
                  "main",
                  0,
                  0,
                  List.of(
                      new Block(
                          "entry",
                          List.of(),
                          List.of(),
                          new Terminator.Return(Value.of(0), Location.NONE))),
                  false)),
          List.of(),
          0);

  final Interruption interruption = new Interruption();
  final List<Path> loaded = new ArrayList<>();
  Program program = PROGRAM;
  List<String> clangArguments;
  Environment environment;
  Algorithm algorithm;
  Limits limits;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Exploration exploration;
  private final List<Path> executables = new ArrayList<>();
  private boolean terminal;

  Console(Exploration exploration) {
    this.exploration = exploration;
  }

  /** Both streams are then a terminal with colours. */
  Console onTerminal() {
    terminal = true;
    return this;
  }

  /** The program in {@code file} is then installed. */
  Console withExecutable(Path file) {
    executables.add(file);
    return this;
  }

  int run(String... args) {
    Terminal streams =
        new Terminal(
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            terminal,
            terminal,
            terminal,
            100);
    return new Heddle(toolbox(), streams, interruption).run(args);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** A file whose name contains {@code broken} does not compile. */
  private Toolbox toolbox() {
    return new Toolbox() {
      @Override
      public Program load(Path file, List<String> arguments, Environment given)
          throws InputException {
        environment = given;
        loaded.add(file);
        clangArguments = arguments;
        if (file.toString().contains("broken")) {
          throw new InputException(file + ": does not compile\n3:1: error: expected ';'");
        }
        return program;
      }

      @Override
      public Exploration exploration(
          CheckRun.Setup setup, Algorithm chosen, Consumer<LoopFinding> findings) {
        algorithm = chosen;
        return (explored, given, progress) -> {
          limits = given;
          return exploration.explore(explored, given, progress);
        };
      }

      @Override
      public Optional<Path> executable(String name) {
        return executables.stream().filter(file -> file.endsWith(name)).findFirst();
      }
    };
  }
}
