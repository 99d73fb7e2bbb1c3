package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.count;
import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.nanoseconds;
import static dev.heddle.cli.OptionForms.number;
import static dev.heddle.cli.OptionForms.text;
import static dev.heddle.cli.OptionForms.time;
import static dev.heddle.cli.OptionForms.value;
import static dev.heddle.cli.OptionForms.when;

import dev.heddle.litmus.Architecture;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code heddle litmus}. */
final class LitmusOptions {
  private static final int DEFAULT_UNROLL = 2;

  private final PositionalParamSpec arguments =
      OptionForms.arguments(
          "FILE|DIR|@LIST", "tests (.litmus), folders of them, or files that list them");

  private final OptionSpec model =
      text("NAME|FILE.cat", "-m", "--model")
          .description(
              "memory model: a file, or sc, tso, pso, ra, sra, wra, rc20, rc11, relaxed, power,"
                  + " arm, riscv (default: the model of the test's architecture)")
          .completionCandidates(ModelChoice.LITMUS)
          .build();

  private final OptionSpec engine =
      value("NAME", LitmusEngine.class, LitmusEngine.CHOICE.converter(), "--engine")
          .defaultValue("auto")
          .description(
              "rsmc: commit events one by one, for PPC tests under power and AArch64 under arm;"
                  + " candidates: judge every candidate execution, for all models; auto (default): rsmc where it can")
          .build();

  private final OptionSpec crossCheck =
      flag("--cross-check")
          .description(
              "judge candidates, and let explorers run the test too: C as a program, PPC and"
                  + " AArch64 by commits; if their final states differ, that is an internal error")
          .build();

  private final OptionSpec generate =
      flag("--generate")
          .description(
              "write tests instead of judging them: the arguments are names such as MP+lwsync+addr,"
                  + " or edges of a cycle such as PodWW Rfe DpAddrdR Fre")
          .build();

  private final OptionSpec architecture =
      value("NAME", Architecture.class, Converter.of(LitmusOptions::architectureOf), "--arch")
          .description("of tests to write: C, PPC, X86, AArch64 (default: one that has the edges)")
          .build();

  private final OptionSpec output =
      text("DIR", "--output")
          .description("write the tests to files in DIR; without it, to standard output")
          .build();

  private final OptionSpec unroll =
      count("N", "-u", "--unroll")
          .description("a loop goes back at most N times (default: 2)")
          .build();

  private final OptionSpec timeout =
      time("--timeout")
          .description("give up on a test after TIME: 10 or 10s, 500ms, 2m, 1h")
          .build();

  private final OptionSpec jobs =
      count("N", "-j", "--jobs")
          .description("judge N tests at a time; the order of the output stays the same")
          .build();

  private final OptionSpec show =
      value("WHICH", Shown.class, Shown.CHOICE.converter(), "--show")
          .defaultValue("none")
          .description(
              "executions to show: prop, those that satisfy the condition's proposition; neg, the"
                  + " others; all; none (default)")
          .build();

  private final OptionSpec dot =
      text("FILE", "--dot")
          .description("write the executions to show to FILE, for Graphviz")
          .build();

  private final OptionSpec svg =
      text("FILE", "--svg").description("write them as a picture for browsers").build();

  private final OptionSpec json =
      flag("--json")
          .description("one JSON object per test, one line each, instead of text")
          .build();

  private final OptionSpec quiet =
      flag("-q", "--quiet").description("the Observation line of each test only").build();

  private final OptionSpec progress =
      when("--progress")
          .description("a line on standard error while judging: auto, always, never")
          .build();

  /** Makes the options part of {@code command}. */
  void addTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(command, model, engine, crossCheck, unroll, timeout, jobs);
    Subcommand.add(command, generate, architecture, output);
    Subcommand.add(command, show, dot, svg, json, quiet, progress);
  }

  /** Refuses what picocli cannot know to be wrong. */
  void validate(CommandSpec command) {
    if (generates() && arguments().isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "no cycle; name one, as in: heddle litmus --generate SB+mfences");
    }
    if (!generates() && (architecture() != null || output() != null)) {
      throw new ParameterException(
          command.commandLine(), "--arch and --output go with --generate only");
    }
    if (arguments().isEmpty()) {
      throw new ParameterException(
          command.commandLine(), "no test; name one or a folder, as in: heddle litmus sb.litmus");
    }
    if ((dot() != null || svg() != null) && show() == Shown.NONE) {
      throw new ParameterException(
          command.commandLine(), "--dot and --svg need --show: prop, neg or all executions");
    }
    if (crossCheck() && engine() == LitmusEngine.RSMC) {
      throw new ParameterException(
          command.commandLine(), "--cross-check starts from the candidates; leave --engine out");
    }
    if (jobs() > CheckOptions.MAX_JOBS) {
      throw new ParameterException(
          command.commandLine(), "--jobs takes at most " + CheckOptions.MAX_JOBS);
    }
  }

  List<String> arguments() {
    return arguments.getValue();
  }

  /** A name or a file; null for the model of each test's architecture. */
  String model() {
    return model.getValue();
  }

  LitmusEngine engine() {
    return engine.getValue();
  }

  private static Architecture architectureOf(String name) {
    Architecture architecture = Architecture.named(name);
    if (architecture == null || architecture == Architecture.RISCV) {
      throw new TypeConversionException(
          "tests are written for C, PPC, X86 and AArch64, not for '" + name + "'");
    }
    return architecture;
  }

  boolean generates() {
    return isSet(generate);
  }

  /** What to write tests for; null for any that has the edges. */
  Architecture architecture() {
    return architecture.getValue();
  }

  /** The folder for the tests that are written, or null. */
  String output() {
    return output.getValue();
  }

  boolean crossCheck() {
    return isSet(crossCheck);
  }

  int unroll() {
    return (int) number(unroll, DEFAULT_UNROLL);
  }

  /** In nanoseconds; 0 for none. */
  long timeout() {
    return nanoseconds(timeout);
  }

  int jobs() {
    return (int) number(jobs, 1);
  }

  Shown show() {
    return show.getValue();
  }

  /** The file for Graphviz, or null. */
  String dot() {
    return dot.getValue();
  }

  /** The file for browsers, or null. */
  String svg() {
    return svg.getValue();
  }

  boolean json() {
    return isSet(json);
  }

  boolean quiet() {
    return isSet(quiet);
  }

  When progress() {
    return progress.getValue();
  }
}
