package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.program.FailureKind;
import dev.heddle.report.ConsoleReport;
import dev.heddle.report.GccReport;
import dev.heddle.report.JsonReport;
import dev.heddle.report.ProgressDisplay;
import dev.heddle.report.ProgressEvents;
import dev.heddle.report.ProgressLine;
import dev.heddle.report.Report;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code heddle check}: is a program correct in every execution? */
final class CheckCommand implements Subcommand {
  private final Toolbox toolbox;
  private final Terminal terminal;
  private final Interruption interruption;
  private final CheckOptions options = new CheckOptions();

  /** Whether the argument is a checkpoint to go on from. */
  private final boolean resumes;

  private CommandSpec spec;

  private CheckCommand(
      Toolbox toolbox, Terminal terminal, Interruption interruption, boolean resumes) {
    this.toolbox = toolbox;
    this.terminal = terminal;
    this.interruption = interruption;
    this.resumes = resumes;
  }

  /** {@code heddle check}. */
  CheckCommand(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    this(toolbox, terminal, interruption, false);
  }

  /** {@code heddle resume}: a check that goes on where an earlier one was left. */
  static CheckCommand resuming(Toolbox toolbox, Terminal terminal, Interruption interruption) {
    return new CheckCommand(toolbox, terminal, interruption, true);
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    if (resumes) {
      return resumingSpec();
    }
    options.addTo(spec);
    HelpText.of(
            spec,
            "Explores every execution of programs, one per equivalence class.",
            "heddle check [OPTIONS] FILE|DIR... [-- CLANG-ARGUMENT...]")
        .description(
            "Reads C (.c), C++ (.cpp, .cc, .cxx, .C, .hpp), LLVM assembly (.ll) and LLVM bitcode (.bc)."
                + " A folder stands for all programs in it, at any depth. Compiler options that are not"
                + " listed here go after --.")
        .exitCodes("several inputs: 1 if it occurs, else the highest", exitCodes())
        .examples(
            "  heddle check stack.c                    is it correct?",
            "  heddle check -DN=4 -u 5 queue.c         four threads, loops at most five times",
            "  heddle check --keep-going stack.c       show all distinct violations",
            "  heddle check --witness bug.json a.c     keep the violating execution",
            "  heddle check --sarif out.sarif --junit out.xml programs/",
            "  heddle check --checkpoint rest.hck big.c   can be killed; 'heddle resume' goes on",
            "  heddle check --timeout 30s programs/    each program of a folder, 30 s each",
            "  heddle check --json a.c b.c | jq .verdict",
            "  heddle check --args '2 10' pool.c       main gets two arguments",
            "  heddle check --link queue.c test.c      one program of two files",
            "  heddle check --compile-commands build/compile_commands.json --target test",
            "  make CC='heddle cc' && heddle check prog",
            "  heddle check a.c -- -include config.h   the rest is for the compiler");
    return spec;
  }

  private CommandSpec resumingSpec() {
    options.addForResumingTo(spec);
    HelpText.of(
            spec,
            "Goes on with a check that was saved with --checkpoint.",
            "heddle resume [OPTIONS] FILE [-- CLANG-ARGUMENT...]")
        .description(
            "FILE is what 'heddle check --checkpoint FILE' left when it was killed or came to a limit."
                + " The program, and this version of Heddle, must be the same as then; limits and the"
                + " number of threads may be others. --max-executions counts from here. What is still"
                + " left is saved in FILE again, unless --checkpoint names another place. Verdict and"
                + " counts are those of a check that nobody disturbed.")
        .exitCodes(null, exitCodes())
        .examples(
            "  heddle check --checkpoint rest.hck,10s --timeout 1h big.c",
            "  heddle resume -j 8 rest.hck             with eight threads, and no limit");
    return spec;
  }

  private static Map<ExitCode, String> exitCodes() {
    return Map.of(
        ExitCode.NO_VIOLATION,
        "no violation: 'safe' (all explored) or 'bounded' (all within --unroll)",
        ExitCode.VIOLATION,
        "violation: an execution breaks a property; it is shown",
        ExitCode.UNCHECKABLE,
        "wrong usage, or an input that cannot be checked",
        ExitCode.INCONCLUSIVE,
        "inconclusive: a limit or Ctrl-C ended the exploration");
  }

  @Override
  public int run(List<String> afterDashes) {
    if (!resumes) {
      options.validate(spec);
      try {
        List<Input> inputs = options.linkage().inputs(options.arguments());
        return run(inputs, setup(afterDashes), null);
      } catch (LinkOptions.MistakenException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage());
      }
    }
    options.validateForResuming(spec);
    try {
      ResumedCheckpoint resumed = ResumedCheckpoint.read(options.arguments().get(0), afterDashes);
      return run(Inputs.of(List.of(resumed.file())), resumed.setup(options), resumed);
    } catch (ResumedCheckpoint.RefusedException e) {
      terminal.complain(e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  /**
   * Checks inputs.
   *
   * @param resumed what to go on from, or null
   */
  private int run(List<Input> inputs, CheckRun.Setup setup, ResumedCheckpoint resumed) {
    Toolbox tools = tools();
    WitnessFile witness;
    CheckpointFile checkpoint;
    JsonFile file;
    List<Report> documents;
    try {
      witness = witness(inputs, setup);
      checkpoint = checkpoint(inputs, setup, resumed);
      documents = options.documents().reports(inputs);
      // Last, as it makes a file: all else is known to be right by now.
      file = options.output() == null ? null : openOutput(inputs);
    } catch (OutputFile.UnwritableException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    List<Report> reports = reports(file);
    reports.addAll(documents);
    CheckRun run =
        new CheckRun(tools, setup, inputs, reports, progressDisplay(), witness, checkpoint);
    interruption.watch(run.settledBy(end -> settle(end, file, witness, checkpoint)));
    ExitCode code = run.run();
    boolean hasLimit = setup.limits().executions() > 0 || setup.limits().nanoseconds() > 0;
    boolean isTestable = resumed == null && !options.isOfHardware() && options.modelFile() == null;
    if (code == ExitCode.INCONCLUSIVE && hasLimit && isTestable && terminal.errIsTerminal()) {
      terminal.complain(OnLimit.HINT);
    }
    return settle(code, file, witness, checkpoint).value();
  }

  private CheckpointFile checkpoint(
      List<Input> inputs, CheckRun.Setup setup, ResumedCheckpoint resumed)
      throws OutputFile.UnwritableException {
    CheckpointPlace place = options.checkpoint();
    if (place == null && resumed != null) {
      place = resumed.place();
    }
    return place == null ? null : CheckpointFile.prepare(place, inputs, setup, resumed);
  }

  private JsonFile openOutput(List<Input> inputs) throws OutputFile.UnwritableException {
    OutputFile.require("--output", options.output(), OutputFile.paths(inputs));
    return JsonFile.open(options.output());
  }

  private ExitCode settle(
      ExitCode code, JsonFile file, WitnessFile witness, CheckpointFile checkpoint) {
    List<String> problems = options.documents().problems();
    return ResultFile.settle(terminal, code, problems, file, witness, checkpoint);
  }

  private WitnessFile witness(List<Input> inputs, CheckRun.Setup setup)
      throws OutputFile.UnwritableException {
    return options.witness() == null
        ? null
        : WitnessFile.prepare(options.witness(), options.witnessFormat(), inputs, setup);
  }

  private CheckRun.Setup setup(List<String> afterDashes) {
    Property property = property();
    List<String> clangArguments = options.clangArguments(property);
    clangArguments.addAll(afterDashes);
    return new CheckRun.Setup(
        options.model(),
        options.algorithm(),
        options.jobs(),
        options.limits(),
        options.memory(),
        property,
        options.estimates(),
        options.reductions(),
        options.checksRaces(),
        List.copyOf(clangArguments),
        options.isOfHardware()
            ? options.environment().environment().withDependencies()
            : options.environment().environment(),
        options.mapping());
  }

  /** The front end and the algorithms, under the model of the user if there is one. */
  private Toolbox tools() {
    if (options.onLimit() == OnLimit.TEST) {
      return toolbox.testingAtLimits(OnLimit.PLAN);
    }
    if (options.modelFile() == null) {
      return toolbox;
    }
    try {
      return toolbox.under(ChosenModel.read(options.modelFile()), options.modelFile());
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Property property() {
    if (options.property() == null) {
      return Property.EVERYTHING;
    }
    try {
      Property property = PropertyFile.read(options.property());
      if (property.isAbout(FailureKind.DATA_RACE) && !options.checksRaces()) {
        throw new ParameterException(
            spec.commandLine(),
            options.property()
                + ": with these options nothing is a data race; choose a model that knows them, as"
                + " in: --model rc11, or --model sc with --check-races");
      }
      return property;
    } catch (PropertyFile.UnusableException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  /** How to show progress, or null. */
  private ProgressDisplay progressDisplay() {
    ProgressDisplay line = (file, progress) -> ProgressLine.start(terminal.err(), file, progress);
    return switch (options.progress()) {
      case AUTO -> terminal.errIsTerminal() && !options.text().quiet() ? line : null;
      case ALWAYS -> line;
      case NEVER -> null;
      case JSON -> (file, progress) -> ProgressEvents.start(terminal.err(), file, progress);
    };
  }

  private List<Report> reports(JsonFile file) {
    List<Report> reports = new ArrayList<>();
    boolean jsonOnStandardOutput = options.format() == Format.JSON && file == null;
    if (options.format() == Format.GCC) {
      reports.add(new GccReport(terminal.out(), !options.text().quiet()));
    } else if (!jsonOnStandardOutput) {
      reports.add(text(terminal.out(), terminal.outIsTerminal()));
    } else if (options.text().verbose()) {
      reports.add(text(terminal.err(), terminal.errIsTerminal()));
    } else {
      reports.add(text(terminal.words(true), false));
    }
    if (file != null) {
      reports.add(file);
    } else if (jsonOnStandardOutput) {
      reports.add(new JsonReport(terminal.out()));
    }
    return reports;
  }

  private ConsoleReport text(PrintStream out, boolean seen) {
    return options.text().report(terminal, out, seen);
  }
}
