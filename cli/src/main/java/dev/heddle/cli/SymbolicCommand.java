package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Exploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.report.JsonReport;
import dev.heddle.report.Report;
import dev.heddle.symbolic.Phase;
import dev.heddle.symbolic.SymbolicExploration;
import dev.heddle.symbolic.SymbolicListener;
import dev.heddle.symbolic.SymbolicOptions;
import dev.heddle.transform.purity.LoopFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

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
    HelpText.of(
            spec,
            "Checks programs for all values of their inputs, up to a loop bound.",
            "heddle symbolic [OPTIONS] FILE|DIR... [-- CLANG-ARGUMENT...]")
        .description(
            "Inputs are what __VERIFIER_nondet_int() and its relatives give. The threads become one"
                + " formula, under sequential consistency, and a solver finds inputs and an"
                + " interleaving that go wrong, or shows that there are none. Whatever it finds is run"
                + " before it is shown. See docs/symbolic.md for when to use which command.")
        .exitCodes(null, exitCodes())
        .examples(
            "  heddle symbolic transfer.c               for all amounts",
            "  heddle symbolic -u 3 queue.c             loops at most three times",
            "  heddle symbolic --context-bound 2 a.c    each thread gets its turn twice: finds much",
            "  heddle symbolic --json a.c | jq .details");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "no violation: 'safe', or 'bounded' (all within the bounds)",
        ExitCode.VIOLATION,
        "violation: inputs and an interleaving go wrong; they are shown",
        ExitCode.UNCHECKABLE,
        "wrong usage, or an input that cannot be checked",
        ExitCode.INCONCLUSIVE,
        "inconclusive: a limit or Ctrl-C ended the check, or the solver gave up");
  }

  @Override
  public int run(List<String> afterDashes) {
    options.validate(spec);
    List<Input> inputs = Inputs.of(options.inputs());
    List<String> clangArguments = options.compiler().arguments();
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
    WitnessFile witness = WitnessFile.prepare(spec, options.witness(), inputs, setup);
    CheckRun run = new CheckRun(new Solving(), setup, inputs, reports(), null, witness, null);
    interruption.watch(
        run.settledBy(code -> ResultFile.settle(terminal, code, List.of(), witness)));
    return ResultFile.settle(terminal, run.run(), List.of(), witness).value();
  }

  private List<Report> reports() {
    List<Report> reports = new ArrayList<>();
    if (options.json()) {
      reports.add(new JsonReport(terminal.out()));
      return reports;
    }
    reports.add(options.text().report(terminal, terminal.out(), terminal.outIsTerminal()));
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
        options.text().verbose()
            || (terminal.errIsTerminal() && !options.text().quiet() && !options.json());

    @Override
    public void begins(Phase phase, int bound) {
      if (tells) {
        terminal.err().println("heddle: loop bound " + bound + ": " + phase.label());
        terminal.err().flush();
      }
    }
  }
}
