package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.report.JsonReport;
import dev.heddle.report.ProgressDisplay;
import dev.heddle.report.ProgressLine;
import dev.heddle.report.Report;
import dev.heddle.transform.Reductions;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** {@code heddle test}: does a program go wrong in one of many random runs? */
final class TestCommand implements Subcommand {
  /** Threads wait instead of going round in loops, so that runs come to an end. */
  static final Reductions REDUCTIONS = Reductions.ALL.ofRuns();

  private final Toolbox toolbox;
  private final Terminal terminal;
  private final Interruption interruption;
  private final TestOptions options = new TestOptions();
  private CommandSpec spec;

  TestCommand(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this.toolbox = toolbox;
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    options.addTo(spec);
    HelpText.of(
            spec,
            "Runs programs at random under a memory model, many times.",
            "heddle test [OPTIONS] FILE|DIR... [-- CLANG-ARGUMENT...]")
        .description(
            "For programs that are too large for 'heddle check'. Threads take turns at random, and"
                + " reads read at random from the writes that the memory model allows. The first"
                + " violation ends it and is shown as 'heddle check' shows it. Without one the verdict"
                + " is 'tested', which is no proof: it comes with the number of reads-from classes that"
                + " were met, and an estimate of how likely the next run is to meet a new one."
                + " docs/testing.md tells more.")
        .exitCodes("several inputs: 1 if it occurs, else the highest", exitCodes())
        .examples(
            "  heddle test queue.c                        10000 runs, C11 orders",
            "  heddle test -m sc --time 1m queue.c        sequentially consistent, for a minute",
            "  heddle test --seed 4711 --runs 1 queue.c   one run again",
            "  heddle test --strategy pct --keep-going queue.c      all that goes wrong",
            "  heddle test --witness bug.json queue.c     keep the violating run");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "no violation was met ('tested'); there may be some all the same",
        ExitCode.VIOLATION,
        "violation: a run breaks a property; it is shown",
        ExitCode.UNCHECKABLE,
        "wrong usage, or an input that cannot be tested",
        ExitCode.INCONCLUSIVE,
        "inconclusive: no run came to its end in time, or Ctrl-C");
  }

  @Override
  public int run(List<String> afterDashes) {
    options.validate(spec);
    List<Input> inputs = Inputs.of(options.arguments());
    CheckRun.Setup setup = setup(afterDashes);
    WitnessFile witness = WitnessFile.prepare(spec, options.witness(), inputs, setup);
    CheckRun run =
        new CheckRun(
            toolbox.testing(options.plan(), options.time()),
            setup,
            inputs,
            reports(),
            progress(),
            witness,
            null);
    interruption.watch(
        run.settledBy(code -> ResultFile.settle(terminal, code, List.of(), witness)));
    return ResultFile.settle(terminal, run.run(), List.of(), witness).value();
  }

  private CheckRun.Setup setup(List<String> afterDashes) {
    List<String> clangArguments = options.compiler().arguments();
    clangArguments.addAll(afterDashes);
    return new CheckRun.Setup(
        options.model(),
        Algorithm.RANDOM,
        options.jobs(),
        options.limits(),
        null,
        Property.EVERYTHING,
        false,
        REDUCTIONS,
        options.checksRaces(),
        List.copyOf(clangArguments),
        options.environment().environment());
  }

  private List<Report> reports() {
    List<Report> reports = new ArrayList<>();
    PrintStream text = terminal.words(options.json());
    reports.add(options.text().report(terminal, text, terminal.outIsTerminal()));
    if (options.json()) {
      reports.add(new JsonReport(terminal.out()));
    }
    return reports;
  }

  /** How to show progress, or null. */
  private ProgressDisplay progress() {
    boolean isShown = options.progress().given(terminal.errIsTerminal() && !options.text().quiet());
    return isShown
        ? (file, progress) -> ProgressLine.startForRuns(terminal.err(), file, progress)
        : null;
  }
}
