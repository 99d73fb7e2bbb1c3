package dev.heddle.cli;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.MalformedTraceException;
import dev.heddle.model.TraceGenerator;
import dev.heddle.report.ConsoleTraceReport;
import dev.heddle.report.JsonTraceReport;
import dev.heddle.report.TraceProgress;
import dev.heddle.report.TraceReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** {@code heddle consistency}: does a memory model allow a recorded execution? */
final class ConsistencyCommand implements Subcommand {
  private final Terminal terminal;
  private final Interruption interruption;
  private final ConsistencyOptions options = new ConsistencyOptions();
  private CommandSpec spec;

  ConsistencyCommand(Terminal terminal, Interruption interruption) {
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    options.addTo(spec);
    HelpText.of(
            spec,
            "Checks recorded executions against a memory model.",
            "heddle consistency [OPTIONS] FILE...",
            "heddle consistency --convert FILE --out FILE",
            "heddle consistency --generate [SHAPE] --out FILE")
        .description(
            "A trace lists the events of each thread and, for each read, the write that it read from."
                + " It is consistent if some modification order of the writes satisfies the model;"
                + " otherwise the steps that rule out every order are shown. docs/consistency.md"
                + " describes the form of traces.")
        .exitCodes("several inputs: 1 if it occurs, else the highest", exitCodes())
        .examples(
            "  heddle consistency --model ra trace.txt         is it consistent, and if not, why?",
            "  tracer | heddle consistency --model rc20 -      straight from a tracer",
            "  heddle consistency --convert t.txt --out t.bin  a smaller file that reads faster",
            "  heddle consistency --generate --threads 8 --events 5000000 --out big.bin");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "consistent",
        ExitCode.VIOLATION,
        "inconsistent",
        ExitCode.UNCHECKABLE,
        "wrong usage, or an input that is not a trace",
        ExitCode.INCONCLUSIVE,
        "inconclusive: memory ran out, or Ctrl-C");
  }

  @Override
  public int run(List<String> afterDashes) {
    options.validate(spec);
    if (!afterDashes.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "nothing follows -- here");
    }
    try {
      requireOutput("--witness", options.witness());
      requireOutput("--out", options.out());
      if (options.generate()) {
        TraceFiles.write(options.out(), TraceGenerator.generate(options.shape()));
        return ExitCode.NO_VIOLATION.value();
      }
      if (options.convert()) {
        return convert(options.files().get(0));
      }
    } catch (TraceFiles.UnwritableException e) {
      return complain(e.getMessage());
    }
    return check();
  }

  /** A file that cannot be written is better known before a long run than after it. */
  private void requireOutput(String option, String name) {
    if (name != null) {
      try {
        OutputFile.require(option, name, TraceFiles.paths(options.files()));
      } catch (OutputFile.UnwritableException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
    }
  }

  private int check() {
    ConsistencyRun run =
        new ConsistencyRun(
            options.model(), options.files(), options.witness(), reports(), progressTerminal());
    interruption.watch(run);
    return ResultFile.settle(terminal, run.run(), List.of()).value();
  }

  private List<TraceReport> reports() {
    PrintStream text = terminal.words(options.json());
    List<TraceReport> reports = new ArrayList<>();
    reports.add(new ConsoleTraceReport(text, terminal.err(), options.quiet()));
    if (options.json()) {
      reports.add(new JsonTraceReport(terminal.out()));
    }
    return reports;
  }

  private PrintStream progressTerminal() {
    boolean watched = terminal.errIsTerminal() && !options.quiet();
    return options.progress().given(watched) ? terminal.err() : null;
  }

  private int convert(String file) throws TraceFiles.UnwritableException {
    ExecutionGraph graph;
    try (TraceProgress progress = TraceProgress.start(progressTerminal(), file)) {
      graph = TraceFiles.read(file, progress, () -> false);
    } catch (MalformedTraceException e) {
      return complain(file + ": " + e.getMessage());
    } catch (IOException | InvalidPathException e) {
      return complain("cannot read " + file + ": " + OutputFile.reason(e));
    }
    TraceFiles.write(options.out(), graph);
    return ExitCode.NO_VIOLATION.value();
  }

  private int complain(String problem) {
    terminal.complain(problem);
    return ExitCode.UNCHECKABLE.value();
  }
}
