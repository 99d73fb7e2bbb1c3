package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Exploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.report.ConsoleReport;
import dev.heddle.report.Ink;
import dev.heddle.report.JsonReport;
import dev.heddle.report.Report;
import dev.heddle.symbolic.Phase;
import dev.heddle.symbolic.SymbolicExploration;
import dev.heddle.symbolic.SymbolicListener;
import dev.heddle.symbolic.SymbolicOptions;
import dev.heddle.transform.purity.LoopFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;

/** {@code heddle symbolic}: is a program correct for all values of its inputs, up to a bound? */
final class SymbolicCommand implements Subcommand {
  private final Toolbox toolbox;
  private final Terminal terminal;
  private final Interruption interruption;
  private final SymbolicOptionSpecs options = new SymbolicOptionSpecs();
  private CommandSpec spec;

  SymbolicCommand(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this.toolbox = toolbox;
    this.terminal = terminal;
    this.interruption = interruption;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    options.addTo(spec);
    UsageMessageSpec usage = spec.usageMessage();
    usage.header("Checks programs for all values of their inputs, up to a loop bound.", "");
    usage.customSynopsis("heddle symbolic [OPTIONS] FILE|DIR... [-- CLANG-ARGUMENT...]");
    usage.description(
        "",
        "Inputs are what __VERIFIER_nondet_int() and its relatives give. The threads become one"
            + " formula, under sequential consistency, and a solver finds inputs and an"
            + " interleaving that go wrong, or shows that there are none. Whatever it finds is run"
            + " before it is shown. See docs/symbolic.md for when to use which command.",
        "");
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(exitCodes());
    usage.footerHeading("%nExamples:%n");
    usage.footer(
        "  heddle symbolic transfer.c               for all amounts",
        "  heddle symbolic -u 3 queue.c             loops at most three times",
        "  heddle symbolic --context-bound 2 a.c    each thread gets its turn twice: finds much",
        "  heddle symbolic --json a.c | jq .details",
        "");
    return spec;
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "no violation: 'safe', or 'bounded' (all within the bounds)");
    codes.put("1", "violation: inputs and an interleaving go wrong; they are shown");
    codes.put("2", "wrong usage, or an input that cannot be checked");
    codes.put("3", "inconclusive: a limit or Ctrl-C ended the check, or the solver gave up");
    codes.put("4", "internal error of Heddle");
    return codes;
  }

  @Override
  public int run(List<String> afterDashes) {
    options.validate(spec);
    List<Input> inputs = Inputs.of(options.inputs());
    List<String> clangArguments = options.clangArguments();
    clangArguments.addAll(afterDashes);
    CheckRun.Setup setup =
        new CheckRun.Setup(
            MemoryModel.SC,
            Algorithm.SYMBOLIC,
            1,
            options.limits(),
            options.memory(),
            Property.EVERYTHING,
            false,
            options.reductions(),
            options.checksRaces(),
            List.copyOf(clangArguments),
            options.environment());
    WitnessFile witness = witness(inputs, setup);
    CheckRun run = new CheckRun(new Solving(), setup, inputs, reports(), null, witness, null);
    interruption.watch(
        run.settledBy(code -> ResultFile.settle(terminal, code, List.of(), witness)));
    return ResultFile.settle(terminal, run.run(), List.of(), witness).value();
  }

  private WitnessFile witness(List<Input> inputs, CheckRun.Setup setup) {
    try {
      return options.witness() == null
          ? null
          : WitnessFile.prepare(options.witness(), WitnessKind.HEDDLE, inputs, setup);
    } catch (OutputFile.UnwritableException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private List<Report> reports() {
    List<Report> reports = new ArrayList<>();
    if (options.json()) {
      reports.add(new JsonReport(terminal.out()));
      return reports;
    }
    boolean seen = terminal.outIsTerminal() && terminal.colourful();
    Ink ink = options.color().given(seen) ? Ink.COLOURED : Ink.PLAIN;
    ConsoleReport.Detail detail =
        options.quiet()
            ? ConsoleReport.Detail.VERDICTS
            : options.verbose() ? ConsoleReport.Detail.EVERYTHING : ConsoleReport.Detail.USUAL;
    reports.add(
        new ConsoleReport(
            terminal.out(),
            terminal.err(),
            new ConsoleReport.Style(detail, ink, terminal.width())));
    return reports;
  }

  /** The toolbox with a solver in the place of an exploration. */
  private final class Solving implements Toolbox {
    @Override
    public Program load(Path file, List<String> clangArguments, Environment environment)
        throws InputException {
      return toolbox.load(file, clangArguments, environment);
    }

    @Override
    public Exploration exploration(
        CheckRun.Setup setup, Algorithm algorithm, Consumer<LoopFinding> findings) {
      SymbolicOptions chosen = options.symbolic();
      return new SymbolicExploration(
          chosen, new PhaseLines(), program -> setup.toldReductions().apply(program, findings));
    }
  }

  /** Tells the phases on the error stream if the user wants to know, or watches. */
  private final class PhaseLines implements SymbolicListener {
    private final boolean tells =
        options.verbose() || (terminal.errIsTerminal() && !options.quiet() && !options.json());

    @Override
    public void begins(Phase phase, int bound) {
      if (tells) {
        terminal.err().println("heddle: loop bound " + bound + ": " + phase.label());
        terminal.err().flush();
      }
    }
  }
}
