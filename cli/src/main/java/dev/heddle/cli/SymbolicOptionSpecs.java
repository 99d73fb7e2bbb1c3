package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.memorySize;
import static dev.heddle.cli.OptionForms.nanoseconds;
import static dev.heddle.cli.OptionForms.time;
import static dev.heddle.cli.OptionForms.value;

import dev.heddle.explore.Limits;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.symbolic.SymbolicOptions;
import dev.heddle.symbolic.encode.EncodingOptions;
import dev.heddle.symbolic.solve.Solver;
import dev.heddle.transform.Reductions;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code heddle symbolic}. */
final class SymbolicOptionSpecs {
  private static final String AUTO = "auto";
  private static final Choice<Solver.Name> SOLVERS =
      new Choice<>(
          "solver",
          List.of(Solver.Name.values()),
          name -> name.name().toLowerCase(Locale.ROOT),
          name -> true);

  private final PositionalParamSpec arguments = OptionForms.arguments("FILE|DIR", "what to check");

  private final OptionSpec unroll =
      OptionForms.text("N|auto", "-u", "--unroll")
          .defaultValue(AUTO)
          .description(
              "at most N passes through a loop's header, as heddle check counts them;%n"
                  + "auto (default), more and more until no loop goes further")
          .build();

  private final OptionSpec contextBound =
      OptionForms.text("K|L..U", "--context-bound")
          .description(
              "every thread gets its turn at most K times, or between L and U times; the verdict"
                  + " is 'bounded' then")
          .build();

  private final OptionSpec checkRaces =
      flag("--check-races").description("a data race, as C11 has it, is a violation").build();

  private final OptionSpec basic =
      flag("--basic")
          .description("allow a context switch between any two accesses, for comparison")
          .build();

  private final OptionSpec solver =
      value("NAME", Solver.Name.class, SOLVERS.converter(), "--solver")
          .defaultValue("z3")
          .description("z3 (default), bitwuzla; princess, all in Java and much slower")
          .build();

  private final OptionSpec nondet =
      value("LOW..HIGH", NumberRange.class, NumberRange.CONVERTER, "--nondet")
          .description("inputs range over these numbers (default: over all of their types)")
          .build();

  private final OptionSpec timeout =
      time("--timeout")
          .description("give up on an input after TIME: 10 or 10s, 500ms, 2m, 1h")
          .build();

  private final OptionSpec memory =
      memorySize("--memory")
          .description("give up on an input when Heddle holds more than SIZE: 500M, 4G")
          .build();

  private final CompilerOptions compiler = new CompilerOptions();
  private final OptionSpec json =
      flag("--json").description("one JSON object per input, one line each").build();
  private final OptionSpec witness =
      OptionForms.text("FILE", "--witness")
          .description("save the violating execution; 'heddle replay FILE' shows it again")
          .build();
  private final TextOptions text =
      new TextOptions(
          "verdict lines only",
          "also what the analysis found, how large the formula is, and the phases");

  void addTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(
        command, unroll, contextBound, checkRaces, basic, solver, nondet, timeout, memory);
    compiler.addTo(command);
    Subcommand.add(command, json, witness);
    text.addTo(command);
  }

  /** Refuses what picocli cannot know to be wrong. */
  void validate(CommandSpec command) {
    if (inputs().isEmpty()) {
      throw new ParameterException(
          command.commandLine(),
          "nothing to check; name a program or a folder, as in: heddle symbolic transfer.c");
    }
    String problem = text.problem() != null ? text.problem() : compiler.problem();
    if (problem != null) {
      throw new ParameterException(command.commandLine(), problem);
    }
    try {
      limits();
      symbolic();
    } catch (TypeConversionException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  List<String> inputs() {
    return arguments.getValue();
  }

  Limits limits() {
    return new Limits(passes(), false, 0, nanoseconds(timeout));
  }

  /** The loop bound, or 0 to find one. */
  private int passes() {
    String text = unroll.getValue();
    if (text.equals(AUTO)) {
      return 0;
    }
    try {
      return (int) Bound.OF_INT.convert(text).value();
    } catch (TypeConversionException e) {
      throw new TypeConversionException("--unroll takes auto or a number: " + e.getMessage());
    }
  }

  SymbolicOptions symbolic() {
    int least = 0;
    int most = 0;
    String text = contextBound.getValue();
    if (text != null) {
      NumberRange range = text.contains("..") ? NumberRange.parse(text) : single(text);
      if (range.low() < 0 || range.high() < 1 || range.high() > 10_000) {
        throw new TypeConversionException(
            "--context-bound takes numbers from 1 to 10000, not '" + text + "'");
      }
      least = (int) range.low();
      most = (int) range.high();
    }
    return new SymbolicOptions(
        new EncodingOptions(isSet(basic), least, most, checksRaces()),
        solver.getValue(),
        SymbolicOptions.USUAL.deepest());
  }

  private static NumberRange single(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw new TypeConversionException(
          "--context-bound takes a number or a range, such as 2 or 1..3, not '" + text + "'");
    }
    return new NumberRange(0, Long.parseLong(text));
  }

  Environment environment() {
    NumberRange range = nondet.getValue();
    return range == null ? Environment.WHOLE : new Environment(range.low(), range.high(), false);
  }

  MemorySize memory() {
    return memory.getValue();
  }

  CompilerOptions compiler() {
    return compiler;
  }

  TextOptions text() {
    return text;
  }

  boolean checksRaces() {
    return isSet(checkRaces);
  }

  Reductions reductions() {
    return new Reductions(true, true, !checksRaces());
  }

  boolean json() {
    return isSet(json);
  }

  /** The file that takes the violating execution, or null. */
  String witness() {
    return witness.getValue();
  }
}
