package dev.heddle.cli;

import dev.heddle.frontend.litmus.generate.GenerationException;
import dev.heddle.frontend.litmus.generate.TestWriter;
import dev.heddle.report.litmus.HerdReport;
import dev.heddle.report.litmus.JsonLitmusReport;
import dev.heddle.report.litmus.LitmusReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code heddle litmus}: which final states does a memory model allow? */
final class LitmusCommand implements Subcommand {
  private final Terminal terminal;
  private final Interruption interruption;
  private final LitmusOptions options = new LitmusOptions();
  private CommandSpec spec;

  LitmusCommand(Terminal terminal, Interruption interruption) {
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    options.addTo(spec);
    HelpText.of(
            spec,
            "Says which outcomes of litmus tests a memory model allows.",
            "heddle litmus [OPTIONS] FILE|DIR|@LIST...")
        .description(
            "Tests are in herd's format, for C, PPC, X86, X86_64, AArch64 or RISCV. Every candidate"
                + " execution is judged by the model, a file in the language cat or one of Heddle's"
                + " own. The output is herd's: final states, and whether the condition holds."
                + " docs/litmus.md is a tutorial.")
        .exitCodes("several tests: the highest", exitCodes())
        .examples(
            "  heddle litmus sb.litmus                  under the model of its architecture",
            "  heddle litmus -m tso sb.litmus           under another one",
            "  heddle litmus -m my.cat --json tests/    a folder, under your own model",
            "  heddle litmus --cross-check -m ra c/     every engine must agree",
            "  heddle litmus --generate MP+lwsync+addr  write a test",
            "  heddle litmus --show prop --svg sb.svg sb.litmus   see how it happens");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "every test has its answer, whatever it is",
        ExitCode.UNCHECKABLE,
        "wrong usage, or a test or model that cannot be read",
        ExitCode.INCONCLUSIVE,
        "inconclusive: time or memory ran out, or Ctrl-C");
  }

  @Override
  public int run(List<String> afterDashes) {
    options.validate(spec);
    if (!afterDashes.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "nothing follows -- here");
    }
    if (options.generates()) {
      return generate();
    }
    LitmusModels models;
    try {
      models = new LitmusModels(options.model());
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    List<LitmusFiles.Input> inputs = LitmusFiles.of(options.arguments());
    requireOutput("--dot", options.dot(), inputs);
    requireOutput("--svg", options.svg(), inputs);
    FigureFiles figures = new FigureFiles(options.dot(), options.svg());
    LitmusRuns runs = new LitmusRuns(inputs, models, options, reports(figures));
    interruption.watch(runs);
    boolean watched = terminal.errIsTerminal() && !options.quiet();
    ExitCode code = runs.run(options.progress().given(watched) ? terminal.err() : null);
    List<String> problems = new ArrayList<>();
    try {
      figures.write();
    } catch (OutputFile.UnwritableException e) {
      problems.add(e.getMessage());
    }
    return ResultFile.settle(terminal, code, problems).value();
  }

  /** Writes tests; edges that stand alone are one cycle together. */
  private int generate() {
    List<String> arguments = options.arguments();
    boolean isOneCycle = arguments.stream().allMatch(TestWriter::isEdge);
    List<String> wanted = isOneCycle ? List.of(String.join(" ", arguments)) : arguments;
    try {
      for (String what : wanted) {
        String text = TestWriter.text(what, options.architecture());
        if (options.output() == null) {
          terminal.out().print(text);
        } else {
          String file = TestWriter.name(what) + ".litmus";
          OutputFile.write(Path.of(options.output(), file).toString(), text);
        }
      }
    } catch (GenerationException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (IOException e) {
      String problem = "cannot write to " + options.output() + ": " + OutputFile.reason(e);
      throw new ParameterException(spec.commandLine(), problem, e);
    } catch (InvalidPathException e) {
      throw new ParameterException(
          spec.commandLine(), "'" + options.output() + "' is not the name of a folder", e);
    }
    terminal.out().flush();
    return ExitCode.NO_VIOLATION.value();
  }

  /** A file that cannot be written is better known before a long run than after it. */
  private void requireOutput(String option, String name, List<LitmusFiles.Input> inputs) {
    if (name != null) {
      try {
        List<Path> paths =
            inputs.stream().map(LitmusFiles.Input::path).filter(Objects::nonNull).toList();
        OutputFile.require(option, name, paths);
      } catch (OutputFile.UnwritableException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
    }
  }

  private List<LitmusReport> reports(FigureFiles figures) {
    PrintStream text = terminal.words(options.json());
    List<LitmusReport> reports = new ArrayList<>();
    reports.add(figures);
    reports.add(new HerdReport(text, terminal.err(), options.quiet()));
    if (options.json()) {
      reports.add(new JsonLitmusReport(terminal.out()));
    }
    return reports;
  }
}
