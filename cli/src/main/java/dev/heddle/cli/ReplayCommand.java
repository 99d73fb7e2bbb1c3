package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;

import dev.heddle.explain.Counterexample;
import dev.heddle.explore.graph.GraphReplayer;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.machine.Replayer;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.JsonReport;
import dev.heddle.report.PlainText;
import dev.heddle.report.Report;
import dev.heddle.report.WholeFile;
import dev.heddle.report.Witness;
import dev.heddle.report.WitnessFormat;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** {@code heddle replay}: runs the execution that a witness holds once more, and shows it. */
final class ReplayCommand implements Subcommand {
  /** No execution that anybody would look at has a schedule of so many bytes. */
  private static final int LARGEST = 64 << 20;

  private final Toolbox toolbox;
  private final Terminal terminal;
  private CommandSpec spec;

  private final PositionalParamSpec file =
      PositionalParamSpec.builder()
          .paramLabel("FILE")
          .type(String.class)
          .arity("0..1")
          .description("a witness that 'heddle check --witness FILE' saved")
          .build();

  private final OptionSpec json =
      flag("--json").description("one JSON object instead of text").build();
  private final TextOptions text = new TextOptions("the verdict line only", "show every step");

  /** Why a witness cannot be replayed, in words for the user. */
  private static final class RefusedException extends Exception {
    RefusedException(String message) {
      super(message);
    }
  }

  ReplayCommand(Toolbox toolbox, Terminal terminal) {
    this.toolbox = toolbox;
    this.terminal = terminal;
  }

  @Override
  public CommandSpec spec() {
    spec = CommandSpec.wrapWithoutInspection(this);
    spec.addPositional(file);
    spec.addOption(json);
    text.addTo(spec);
    HelpText.of(
            spec,
            "Runs the execution of a witness again and shows what goes wrong in it.",
            "heddle replay [OPTIONS] FILE [-- CLANG-ARGUMENT...]")
        .description(
            "The program is read again. It must be the one that was checked, and so must be this"
                + " version of Heddle. The exit code is 1 when the failure is confirmed, and 2 when the"
                + " witness does not fit.",
            "Of the options that the compiler was given, a witness decides only -D, -U, -std, -O, and"
                + " -I and -include within the program's folder. If there were others, repeat all of"
                + " them after --, which replaces those of the witness.")
        .examples(
            "  heddle check --witness bug.json stack.c",
            "  heddle replay -v bug.json             every step of it",
            "  heddle replay bug.json -- -DN=3 -I..  with these options for the compiler");
    return spec;
  }

  @Override
  public int run(List<String> afterDashes) {
    String name = file.getValue();
    if (name == null) {
      throw new ParameterException(
          spec.commandLine(), "nothing to replay; name a witness, as in: heddle replay bug.json");
    }
    if (text.problem() != null) {
      throw new ParameterException(spec.commandLine(), text.problem());
    }
    try {
      Report report = report();
      report.add(replay(name, afterDashes));
      report.finish();
      return ExitCode.VIOLATION.value();
    } catch (RefusedException e) {
      terminal.complain(e.getMessage());
      return ExitCode.UNCHECKABLE.value();
    }
  }

  private static Replayer replayer(String name, Witness witness) throws RefusedException {
    if (ChosenModel.isFile(witness.model())) {
      try {
        return GraphReplayer.under(ChosenModel.read(witness.model()));
      } catch (TypeConversionException e) {
        throw new RefusedException(e.getMessage());
      }
    }
    for (MemoryModel model : MemoryModel.values()) {
      if (model.id().equals(witness.model())) {
        boolean isRace = witness.kind().equals(FailureKind.DATA_RACE.label());
        FailureKind kind = isRace ? FailureKind.DATA_RACE : FailureKind.ASSERTION;
        return Toolbox.replayer(model, isRace).leadingTo(kind);
      }
    }
    throw new RefusedException(
        name + ": it tells of a memory model '" + witness.model() + "', which is unknown");
  }

  private CheckResult replay(String name, List<String> afterDashes) throws RefusedException {
    long start = System.nanoTime();
    Witness witness = read(name);
    List<Program> programs = load(name, witness, afterDashes);
    long loaded = System.nanoTime();
    Violation violation = null;
    for (int i = 0; i < programs.size() && violation == null; i++) {
      violation = follow(programs.get(i), witness, replayer(name, witness));
    }
    if (violation == null) {
      throw new RefusedException(
          name
              + ": it does not lead to the failure that it tells of ("
              + witness.kind()
              + " at "
              + witness.place()
              + "), so it is damaged; "
              + makeAgain(witness));
    }
    long end = System.nanoTime();
    Outcome outcome = new Outcome(Verdict.VIOLATION, null, 1, 0, List.of(violation), List.of());
    Cost cost = new Cost(end - start, loaded - start, end - loaded, ProcessMemory.peakMebibytes());
    return new CheckResult(
        witness.file(),
        witness.model(),
        "replay",
        new Conclusion.Explored(outcome),
        cost,
        List.of(),
        List.of());
  }

  /** What a witness tells of, if that happens in a program; else null. */
  private static Violation follow(Program program, Witness witness, Replayer replayer) {
    Violation found =
        new Counterexample(program, witness.unroll(), replayer)
            .replay(witness.schedule(), witness.sources());
    boolean isSame =
        found != null
            && found.kind().label().equals(witness.kind())
            && found.location().toString().equals(witness.place());
    return isSame ? found : null;
  }

  private static Witness read(String name) throws RefusedException {
    try {
      Witness witness =
          WitnessFormat.read(
              new String(WholeFile.read(Path.of(name), LARGEST), StandardCharsets.UTF_8));
      if (!witness.version().equals(VersionText.number())) {
        throw new RefusedException(
            name
                + ": the witness is from version "
                + witness.version()
                + ", and this is "
                + VersionText.number()
                + "; "
                + makeAgain(witness));
      }
      return witness;
    } catch (WitnessFormat.DamagedException e) {
      throw new RefusedException(name + ": not a witness, or a damaged one: " + e.getMessage());
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new RefusedException(name + ": no such file");
    } catch (IOException e) {
      throw new RefusedException(name + ": cannot be read: " + e.getMessage());
    }
  }

  /**
   * Reads the program of a witness. Hashes come first, then options, and only then the compiler.
   *
   * @param given the compiler's options from the command line; if there are none, the witness's
   * @return the program as it is and as it was explored, or only the latter where that matters
   */
  private List<Program> load(String name, Witness witness, List<String> given)
      throws RefusedException {
    String source = witness.file();
    try {
      Path path = Path.of(source);
      if (!Fingerprint.of(WholeFile.read(path, LlvmFrontend.LARGEST_FILE))
          .equals(witness.source())) {
        throw new RefusedException(
            name
                + ": "
                + source
                + " has changed since the witness was made; "
                + makeAgain(witness));
      }
      Environment environment = EnvironmentText.parse(witness.environment());
      if (environment == null) {
        throw new RefusedException(
            name + ": not a witness, or a damaged one: no environment is like that");
      }
      Reductions reductions = ReductionsText.parse(witness.reductions());
      if (reductions == null) {
        throw new RefusedException(
            name + ": not a witness, or a damaged one: there are no such reductions");
      }
      List<String> options = given.isEmpty() ? harmlessOptions(name, witness, path) : given;
      Program program = toolbox.load(path, options, environment);
      String found = Fingerprint.of(program, options, witness.model(), witness.unroll());
      if (!found.equals(witness.program())) {
        throw new RefusedException(
            name
                + ": the witness is for other options or included files than "
                + source
                + " has now; "
                + makeAgain(witness));
      }
      // The others mostly happen in the program as it is.
      boolean isWaiting =
          Stream.of(FailureKind.values())
              .anyMatch(kind -> kind.isWaiting() && kind.label().equals(witness.kind()));
      Program reduced = reductions.apply(program);
      Program bold = reductions.applyBoldly(program, finding -> {});
      Program thorough = reductions.withAnotherLook().apply(program);
      Program run = reductions.ofRuns().apply(program);
      return isWaiting
          ? List.of(reduced, bold, thorough, run)
          : List.of(program, reduced, bold, thorough, run);
    } catch (InputException e) {
      throw new RefusedException(name + ": its program cannot be read: " + e.getMessage());
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new RefusedException(
          name
              + ": its program "
              + source
              + " is not here; run heddle in the folder where the witness was made");
    } catch (IOException e) {
      throw new RefusedException(
          name + ": its program " + source + " cannot be read: " + e.getMessage());
    }
  }

  /** A witness is data, and may come from others: it does not decide what runs here. */
  private static List<String> harmlessOptions(String name, Witness witness, Path source)
      throws RefusedException, IOException {
    String other = HarmlessOptions.firstOther(witness.clangArguments(), source);
    if (other != null) {
      throw new RefusedException(
          name
              + ": it asks for the compiler's option '"
              + PlainText.line(other)
              + "', which a witness may not decide; if you want it, repeat all options that the"
              + " compiler had: heddle replay "
              + name
              + " -- OPTION...");
    }
    return witness.clangArguments();
  }

  private static String makeAgain(Witness witness) {
    return "make a new one with: heddle check --witness FILE " + witness.file();
  }

  private Report report() {
    if (isSet(json)) {
      return new JsonReport(terminal.out());
    }
    return text.report(terminal, terminal.out(), terminal.outIsTerminal());
  }
}
