package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.program.Program;
import dev.heddle.report.WholeFile;
import dev.heddle.report.Witness;
import dev.heddle.report.WitnessFormat;
import dev.heddle.report.document.YamlWitness;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The file that {@code --witness} names, and what becomes of it. */
final class WitnessFile implements ResultFile {
  private final String name;
  private final WitnessKind kind;
  private final CheckRun.Setup setup;
  private String message;
  private String problem;

  private WitnessFile(String name, WitnessKind kind, CheckRun.Setup setup) {
    this.name = name;
    this.kind = kind;
    this.setup = setup;
  }

  /** Makes sure that a witness can be saved when there is one; nothing is written yet. */
  static WitnessFile prepare(
      String name, WitnessKind kind, List<Input> inputs, CheckRun.Setup setup)
      throws OutputFile.UnwritableException {
    if (inputs.size() != 1) {
      throw new OutputFile.UnwritableException(
          name, "a witness is of one program, and these are " + inputs.size() + "; check only one");
    }
    OutputFile.require("--witness", name, OutputFile.paths(inputs));
    return new WitnessFile(name, kind, setup);
  }

  /**
   * The same for a command that saves no other kind.
   *
   * @param name null if none is asked for
   */
  static WitnessFile prepare(
      CommandSpec command, String name, List<Input> inputs, CheckRun.Setup setup) {
    try {
      return name == null ? null : prepare(name, WitnessKind.HEDDLE, inputs, setup);
    } catch (OutputFile.UnwritableException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * Saves the execution of the first violation.
   *
   * @param model its name, or that of its file
   */
  void save(Input input, Program program, String model, Reductions reductions, Outcome outcome) {
    Violation violation = outcome.violations().get(0);
    if (isForgotten(violation, outcome.sampling())) {
      message =
          "no witness is written: the run is so long that what happened in it was not kept; its"
              + " seed shows the violation again";
      return;
    }
    try {
      message =
          switch (kind) {
            case HEDDLE -> saveOurs(input, program, model, reductions, violation);
            case YAML -> saveYaml(input, violation);
          };
    } catch (IOException e) {
      problem = "cannot write " + name + ": " + OutputFile.reason(e);
    }
  }

  /** Whether the violation is one of a random run of which not all was kept. */
  private static boolean isForgotten(Violation violation, Sampling sampling) {
    return sampling != null && sampling.events() > 0 && violation.schedule().isEmpty();
  }

  private String saveOurs(
      Input input, Program program, String model, Reductions reductions, Violation violation)
      throws IOException {
    int unroll = setup.limits().unroll();
    Witness witness =
        new Witness(
            VersionText.number(),
            input.name(),
            Fingerprint.of(WholeFile.read(input.path(), LlvmFrontend.LARGEST_FILE)),
            Fingerprint.of(program, setup.clangArguments(), model, unroll),
            setup.clangArguments(),
            model,
            unroll,
            EnvironmentText.of(setup.environment()),
            ReductionsText.of(reductions),
            violation.kind().label(),
            violation.location().toString(),
            violation.schedule(),
            violation.sources());
    OutputFile.write(name, WitnessFormat.write(witness));
    return "the witness is in " + name + "; to see it again: heddle replay " + name;
  }

  private String saveYaml(Input input, Violation violation) throws IOException {
    if (YamlWitness.specification(violation.kind()) == null) {
      return "no witness is written: SV-COMP has no property that a violation of kind "
          + violation.kind().label()
          + " breaks; leave --witness-format out";
    }
    String hash =
        Fingerprint.of(WholeFile.read(input.path(), LlvmFrontend.LARGEST_FILE))
            .replace("sha256:", "");
    YamlWitness.Task task =
        new YamlWitness.Task(VersionText.number(), input.name(), hash, Instant.now());
    OutputFile.write(name, YamlWitness.write(task, violation));
    return "the witness is in " + name;
  }

  /** Why there is no file though there should be, or null. */
  @Override
  public String problem() {
    return problem;
  }

  /** What there is to say about the file, or null. */
  @Override
  public String message() {
    return message;
  }
}
