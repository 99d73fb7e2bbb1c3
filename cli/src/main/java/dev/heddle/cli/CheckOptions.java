package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.count;
import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.longCount;
import static dev.heddle.cli.OptionForms.memorySize;
import static dev.heddle.cli.OptionForms.number;
import static dev.heddle.cli.OptionForms.time;
import static dev.heddle.cli.OptionForms.value;

import dev.heddle.explore.Limits;
import dev.heddle.explore.rsmc.HardwareMapping;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.FailureKind;
import dev.heddle.transform.Reductions;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** The options of {@code heddle check}. */
final class CheckOptions {
  private static final long ESTIMATE_NANOSECONDS = 5_000_000_000L;
  static final int MAX_JOBS = 256;

  private final PositionalParamSpec arguments = OptionForms.arguments("FILE|DIR", "what to check");

  private final OptionSpec model =
      value("NAME|FILE.cat", ChosenModel.class, ChosenModel.CONVERTER, "-m", "--model")
          .description(
              "memory model:%nrc11, C11 with its orders (default); rc20, the same without seq_cst"
                  + " accesses;%nsc, sequential consistency: interleavings, whatever the orders"
                  + " (default with options that only sc has);%ntso, pso, store buffers as of x86"
                  + " and SPARC;%nra, sra, wra, every access acquire and release;%nrelaxed, every"
                  + " access relaxed;%npower, arm, the machine code of POWER and ARMv8 processors;%nFILE.cat, a"
                  + " model of your own in the language cat, which is slower")
          .build();

  private static final Choice<HardwareMapping> MAPPING =
      new Choice<>("mapping", List.of(HardwareMapping.values()), Choice::label, mapping -> true);

  private final OptionSpec mapping =
      value("NAME", HardwareMapping.class, MAPPING.converter(), "--mapping", "--power-mapping")
          .defaultValue("c11")
          .description(
              "under --model power or arm, what stands for the memory orders of C11:%n"
                  + "c11, the instructions that compilers choose (default);%n"
                  + "none, nothing: atomic accesses are plain loads and stores")
          .build();

  private final OptionSpec algorithm =
      value("NAME", Algorithm.class, Algorithm.CHOICE.converter(), "-a", "--algorithm")
          .defaultValue("auto")
          .description(
              "auto, the best for the model (default);%n"
                  + "rf, one execution per reads-from class;%n"
                  + "graph, one execution per reads-from and modification order;%n"
                  + "optimal, one execution per Mazurkiewicz trace (sc);%n"
                  + "naive, every interleaving, for comparison (sc)")
          .build();

  private final OptionSpec unroll =
      count("N", "-u", "--unroll")
          .description(
              "at most N passes through a loop's header (default: no bound); executions that "
                  + "would go on are cut, and the verdict is 'bounded'")
          .build();

  private final OptionSpec noPurity =
      flag("--no-purity")
          .description("explore also the iterations of loops in which nothing happens")
          .build();

  private final OptionSpec noAwait =
      flag("--no-await")
          .description("stop at assumptions that fail instead of waiting until they hold")
          .build();

  private final OptionSpec noIfaa =
      flag("--no-ifaa")
          .description("explore fetch-and-adds in every order, even if it does not matter")
          .build();

  private final LinkOptions linkage = new LinkOptions();

  private final EnvironmentOptions environment = new EnvironmentOptions();

  private final OptionSpec checkLiveness =
      flag("--check-liveness")
          .description("a thread that spins in a loop forever is a violation, not a warning")
          .build();

  private final OptionSpec checkRaces =
      flag("--check-races")
          .description("under --model sc: a data race, as C11 has it, is a violation")
          .build();

  private final OptionSpec noRaces =
      flag("--no-races")
          .description("under rc11 and rc20: plain accesses count as relaxed ones, and may race")
          .build();

  private final OptionSpec checkOverflow =
      flag("--check-overflow")
          .description("signed overflow is a violation; otherwise numbers wrap around")
          .build();

  private final OptionSpec checkShift =
      flag("--check-shift")
          .description("shifting too far, or a negative number to the left, is a violation")
          .build();

  private final OptionSpec property =
      OptionForms.text("FILE", "--property")
          .description("check only what a property file of SV-COMP names (.prp)")
          .build();

  private final OptionSpec keepGoing =
      flag("--keep-going").description("look for further violations after the first").build();

  private final OptionSpec maxExecutions =
      longCount("N", "--max-executions")
          .description("give up on an input after N executions")
          .build();

  private final OptionSpec timeout =
      time("--timeout")
          .description("give up on an input after TIME: 10 or 10s, 500ms, 2m, 1h")
          .build();

  private final OptionSpec memory =
      memorySize("--memory")
          .description("give up on an input when Heddle holds more than SIZE: 500M, 4G")
          .build();

  private final OptionSpec estimate =
      flag("--estimate")
          .description(
              "explore for a few seconds (5, or --timeout), and say how long all of it would take")
          .build();

  private final OptionSpec jobs =
      count("N", "-j", "--jobs")
          .description("explore with N threads (algorithms rf and graph); the result is the same")
          .build();

  private final OptionSpec onLimit = OnLimit.option();

  private final CompilerOptions compiler = new CompilerOptions();

  private final OptionSpec json =
      flag("--json")
          .description("one JSON object per input, one line each, instead of text")
          .build();

  private final OptionSpec format =
      value("NAME", Format.class, Format.CHOICE.converter(), "--format")
          .defaultValue("text")
          .description(
              "of standard output: text (default), gcc (file:line:column: error: ...), json")
          .build();

  private final OptionSpec output =
      OptionForms.text("FILE", "--output")
          .description("write the JSON lines to FILE; text still goes to standard output")
          .build();

  private final OptionSpec witness =
      OptionForms.text("FILE", "--witness")
          .description("save the violating execution; 'heddle replay FILE' shows it again")
          .build();

  private final OptionSpec witnessFormat =
      value("NAME", WitnessKind.class, WitnessKind.CHOICE.converter(), "--witness-format")
          .defaultValue("heddle")
          .description("heddle (default), for replay; yaml, a violation witness as in SV-COMP")
          .build();

  private final DocumentOptions documents = new DocumentOptions();

  private final OptionSpec checkpoint =
      value("FILE[,TIME]", CheckpointPlace.class, CheckpointPlace.CONVERTER, "--checkpoint")
          .description(
              "save what is left to explore, each TIME (default: 1m) and when a limit or Ctrl-C "
                  + "ends the run; 'heddle resume FILE' goes on")
          .build();

  private final TextOptions text =
      new TextOptions(
          "verdict lines only", "also where time and memory went, and traces in full length");

  private final OptionSpec progress =
      value("WHEN", ProgressKind.class, ProgressKind.CHOICE.converter(), "--progress")
          .defaultValue("auto")
          .description("on standard error while exploring: auto, always or never a line; json")
          .build();

  /** Makes the options part of {@code command}. */
  void addTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(command, model, mapping, algorithm, unroll);
    Subcommand.add(command, noPurity, noAwait, noIfaa);
    linkage.addTo(command);
    environment.addTo(command);
    Subcommand.add(command, checkRaces, noRaces, checkLiveness, checkOverflow, checkShift);
    Subcommand.add(command, property, keepGoing, maxExecutions, timeout, memory, onLimit);
    Subcommand.add(command, jobs, estimate);
    compiler.addTo(command);
    Subcommand.add(command, json, format, output, witness, witnessFormat);
    documents.addTo(command);
    command.addOption(checkpoint);
    text.addTo(command);
    command.addOption(progress);
  }

  /** Makes those options part of {@code command} that an exploration may have others of later. */
  void addForResumingTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(command, maxExecutions, timeout, memory, jobs);
    Subcommand.add(command, json, format, output, witness, witnessFormat);
    documents.addTo(command);
    command.addOption(checkpoint);
    text.addTo(command);
    command.addOption(progress);
  }

  /** Refuses what picocli cannot know to be wrong. */
  void validate(CommandSpec command) {
    refuse(command, commonProblem() != null ? commonProblem() : problem());
  }

  /** The same for the options of {@link #addForResumingTo}. */
  void validateForResuming(CommandSpec command) {
    refuse(
        command,
        arguments().size() == 1
            ? commonProblem()
            : "name one checkpoint, as in: heddle resume rest.hck");
  }

  private static void refuse(CommandSpec command, String problem) {
    if (problem != null) {
      throw new ParameterException(command.commandLine(), problem);
    }
  }

  private String commonProblem() {
    if (text.problem() != null) {
      return text.problem();
    }
    if (isSet(json) && format.getValue() == Format.GCC) {
      return "--json and --format gcc contradict each other; leave one out";
    }
    return jobs() > MAX_JOBS ? "--jobs takes at most " + MAX_JOBS : null;
  }

  private String problem() {
    if (linkage.problem() != null) {
      return linkage.problem();
    }
    if (linkage.isLinking() && (witness() != null || checkpoint.getValue() != null)) {
      return "--witness and --checkpoint keep an execution of one file; they do not go with"
          + " several";
    }
    if (arguments().isEmpty() && !linkage.hasBuild()) {
      return "nothing to check; name a program or a folder, as in: heddle check stack.c";
    }
    if (!algorithm().runsUnder(model())) {
      return "the algorithm " + algorithm().label() + " runs only under --model sc";
    }
    if (isSet(checkRaces) && model() != MemoryModel.SC) {
      return model().hasRaces()
          ? "--check-races goes with --model sc; under "
              + model().id()
              + " races are violations anyway"
          : "--check-races goes with --model sc; under " + model().id() + " nothing is a data race";
    }
    if (isSet(checkRaces)
        && !List.of(Algorithm.AUTO, Algorithm.RF, Algorithm.OPTIMAL).contains(algorithm())) {
      return "--check-races goes with the algorithms rf and optimal, not with "
          + algorithm().label();
    }
    if (isSet(noRaces) && !model().hasRaces()) {
      return "--no-races goes with --model rc11 or rc20; under " + model().id() + " there are none";
    }
    Algorithm resolved = algorithm().resolve(model());
    if (jobs() > 1 && resolved != Algorithm.RF && resolved != Algorithm.GRAPH) {
      return "--jobs goes with --algorithm rf or graph, not with " + algorithm().label();
    }
    if (checkpoint() != null && resolved == Algorithm.NAIVE) {
      return "--checkpoint goes with --algorithm rf, graph or optimal, not with naive";
    }
    if (checkpoint() != null && (isOfHardware() || modelFile() != null)) {
      return "--checkpoint goes neither with models of hardware nor with models in files";
    }
    if (checkpoint() != null && isSet(checkRaces)) {
      return "--checkpoint does not go with --check-races; leave one out";
    }
    if (onLimit() == OnLimit.TEST
        && (isOfHardware() || modelFile() != null || estimates() || checkpoint() != null)) {
      return "--on-limit test goes with models that 'heddle test' has, and neither with --estimate"
          + " nor with --checkpoint";
    }
    if (checkpoint() != null && property() != null) {
      return "--checkpoint does not go with --property; leave one out";
    }
    return environment.problem() != null ? environment.problem() : compiler.problem();
  }

  List<String> arguments() {
    return arguments.getValue();
  }

  /** RC11 is what C means; some options ask for what only sequential consistency has. */
  MemoryModel model() {
    ChosenModel chosen = model.getValue();
    if (chosen != null) {
      return chosen.known();
    }
    boolean isSequential =
        !algorithm().runsUnder(MemoryModel.RC11) || property() != null || isSet(checkRaces);
    return isSequential ? MemoryModel.SC : MemoryModel.RC11;
  }

  /** The file that says what the model is, or null. */
  String modelFile() {
    ChosenModel chosen = model.getValue();
    return chosen == null ? null : chosen.file();
  }

  Algorithm algorithm() {
    return algorithm.getValue();
  }

  OnLimit onLimit() {
    return onLimit.getValue();
  }

  int jobs() {
    return (int) number(jobs, 1);
  }

  Limits limits() {
    return new Limits(
        (int) number(unroll, 0),
        isSet(keepGoing),
        number(maxExecutions, 0),
        nanoseconds(),
        isSet(checkLiveness));
  }

  /** Where to save what is left to explore, or null. */
  CheckpointPlace checkpoint() {
    return checkpoint.getValue();
  }

  private long nanoseconds() {
    return timeout.getValue() == null && estimates()
        ? ESTIMATE_NANOSECONDS
        : OptionForms.nanoseconds(timeout);
  }

  /** Whether an exploration that is cut short says how large it would have been. */
  boolean estimates() {
    return isSet(estimate);
  }

  /** The most memory that the process may hold, or null. */
  MemorySize memory() {
    return memory.getValue();
  }

  Reductions reductions() {
    if (isOfHardware()) {
      // An addition is a load and a store there, whoever looks at its result.
      return new Reductions(!isSet(noPurity), !isSet(noAwait), false);
    }
    // A read-modify-write may synchronise with the one before it, whoever looks at its result.
    boolean ifaa = !isSet(noIfaa) && !isSet(checkRaces);
    return new Reductions(!isSet(noPurity), !isSet(noAwait), ifaa);
  }

  /** Whether the model is one of hardware, where instructions and their dependencies count. */
  boolean isOfHardware() {
    return model().isOfHardware();
  }

  HardwareMapping mapping() {
    return mapping.getValue();
  }

  /** Whether data races are violations. */
  boolean checksRaces() {
    return model().hasRaces() ? !isSet(noRaces) : isSet(checkRaces);
  }

  LinkOptions linkage() {
    return linkage;
  }

  EnvironmentOptions environment() {
    return environment;
  }

  /** The compiler adds checks, which end in a trap that says what is wrong. */
  private static void addCheck(String name, List<String> clang) {
    clang.addAll(List.of("-fno-wrapv", "-fsanitize=" + name, "-fsanitize-trap=" + name));
  }

  /**
   * Arguments for the compiler, without those that follow {@code --}.
   *
   * @param property what to check, which may need checks that only a compiler can add
   */
  List<String> clangArguments(Property property) {
    List<String> clang = compiler.arguments();
    if (isSet(checkOverflow) || property.isAbout(FailureKind.SIGNED_OVERFLOW)) {
      addCheck("signed-integer-overflow", clang);
    }
    if (isSet(checkShift)) {
      addCheck("shift", clang);
    }
    return clang;
  }

  Format format() {
    return isSet(json) ? Format.JSON : format.getValue();
  }

  /** The file that takes the JSON lines, or null. */
  String output() {
    return output.getValue();
  }

  /** The file that names what to check, or null for everything. */
  String property() {
    return property.getValue();
  }

  /** The file that takes the violating execution, or null. */
  String witness() {
    return witness.getValue();
  }

  WitnessKind witnessFormat() {
    return witnessFormat.getValue();
  }

  TextOptions text() {
    return text;
  }

  DocumentOptions documents() {
    return documents;
  }

  ProgressKind progress() {
    return progress.getValue();
  }
}
