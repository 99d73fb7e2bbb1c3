package dev.heddle.cli;

import static dev.heddle.cli.OptionForms.count;
import static dev.heddle.cli.OptionForms.flag;
import static dev.heddle.cli.OptionForms.isSet;
import static dev.heddle.cli.OptionForms.longCount;
import static dev.heddle.cli.OptionForms.nanoseconds;
import static dev.heddle.cli.OptionForms.number;
import static dev.heddle.cli.OptionForms.value;
import static dev.heddle.cli.OptionForms.when;

import dev.heddle.explore.Limits;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.model.MemoryModel;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code heddle test}. */
final class TestOptions {
  private static final int DEFAULT_RUNS = 10_000;
  static final int DEFAULT_EVENTS = 10_000;
  private static final int MAX_EVENTS = 1_000_000_000;
  private static final Choice<Strategy> STRATEGIES =
      new Choice<>("strategy", List.of(Strategy.values()), Choice::label, strategy -> true);
  private static final Choice<SourcePreference> SOURCES =
      new Choice<>("choice", List.of(SourcePreference.values()), Choice::label, sources -> true);

  private final PositionalParamSpec arguments = OptionForms.arguments("FILE|DIR", "what to test");

  private final OptionSpec model =
      value("NAME", MemoryModel.class, ModelChoice.RANDOM.converter(), "-m", "--model")
          .defaultValue("rc11")
          .description(
              "memory model, as for 'heddle check': rc11 (default), sc, rc20, tso, pso, ra, sra,"
                  + " wra, relaxed")
          .build();

  private final OptionSpec runs =
      longCount("N", "--runs")
          .description("end after N runs (default: 10000, or no limit with --time)")
          .build();

  private final OptionSpec time =
      OptionForms.time("--time").description("end after TIME: 10 or 10s, 500ms, 2m, 1h").build();

  private final OptionSpec seed =
      value("S", Long.class, Converter.of(TestOptions::seed), "--seed")
          .defaultValue("1")
          .description(
              "of the first run (default: 1); each further run has the next number, and depends on"
                  + " that alone")
          .build();

  private final OptionSpec strategy =
      value("NAME", Strategy.class, STRATEGIES.converter(), "--strategy")
          .defaultValue("auto")
          .description(
              "which thread goes on:%n"
                  + "auto, another one of the following for each run (default);%n"
                  + "random, any, in runs of random length;%n"
                  + "pct, by priorities that change a few times (Burckhardt et al. 2010);%n"
                  + "pos, so that orders of conflicting accesses are equally likely"
                  + " (Yuan et al. 2018)")
          .build();

  private final OptionSpec sources =
      value("NAME", SourcePreference.class, SOURCES.converter(), "--sources")
          .defaultValue("auto")
          .description(
              "what a read reads from, where the model leaves a choice: uniform, any write;"
                  + " recent, mostly the newest; auto, one of these for each run (default)")
          .build();

  private final OptionSpec maxEvents =
      count("N", "--max-events")
          .description("cut runs that are longer (default: 10000, at most 1000000000)")
          .build();

  private final OptionSpec jobs =
      count("N", "-j", "--jobs")
          .description("make runs on N threads; the result is the same")
          .build();

  private final OptionSpec keepGoing =
      flag("--keep-going").description("look for further violations after the first").build();

  private final OptionSpec checkLiveness =
      flag("--check-liveness")
          .description("a thread that spins in a loop forever is a violation, not a warning")
          .build();

  private final EnvironmentOptions environment = new EnvironmentOptions();

  private final CompilerOptions compiler = new CompilerOptions();

  private final OptionSpec json =
      flag("--json")
          .description("one JSON object per input, one line each, instead of text")
          .build();

  private final OptionSpec witness =
      OptionForms.text("FILE", "--witness")
          .description("save the violating run; 'heddle replay FILE' shows it again")
          .build();

  private final TextOptions text = new TextOptions("verdict lines only", null);

  private final OptionSpec progress =
      when("--progress")
          .description("a line on standard error while testing: auto, always, never")
          .build();

  /** Makes the options part of {@code command}. */
  void addTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(command, model, runs, time, seed, strategy, sources, maxEvents);
    Subcommand.add(command, jobs, keepGoing, checkLiveness);
    environment.addTo(command);
    compiler.addTo(command);
    Subcommand.add(command, json, witness);
    text.addTo(command);
    command.addOption(progress);
  }

  /** Refuses what picocli cannot know to be wrong. */
  void validate(CommandSpec command) {
    String problem = problem();
    if (problem != null) {
      throw new ParameterException(command.commandLine(), problem);
    }
  }

  private String problem() {
    if (arguments().isEmpty()) {
      return "nothing to test; name a program or a folder, as in: heddle test stack.c";
    }
    if (number(maxEvents, DEFAULT_EVENTS) > MAX_EVENTS) {
      return "--max-events takes at most " + MAX_EVENTS;
    }
    if (jobs() > CheckOptions.MAX_JOBS) {
      return "--jobs takes at most " + CheckOptions.MAX_JOBS;
    }
    return compiler.problem() != null ? compiler.problem() : environment.problem();
  }

  List<String> arguments() {
    return arguments.getValue();
  }

  MemoryModel model() {
    return model.getValue();
  }

  /** Whether data races are violations. */
  boolean checksRaces() {
    return model().hasRaces();
  }

  RandomExploration.Plan plan() {
    return new RandomExploration.Plan(
        strategy.getValue(),
        sources.getValue(),
        seed.<Long>getValue(),
        (int) number(maxEvents, DEFAULT_EVENTS));
  }

  Limits limits() {
    long most = number(runs, time() == 0 ? DEFAULT_RUNS : 0);
    return new Limits(0, isSet(keepGoing), most, 0, isSet(checkLiveness));
  }

  int jobs() {
    return (int) number(jobs, 1);
  }

  /** How long to test, in nanoseconds; 0 for no limit. */
  long time() {
    return nanoseconds(time);
  }

  EnvironmentOptions environment() {
    return environment;
  }

  CompilerOptions compiler() {
    return compiler;
  }

  TextOptions text() {
    return text;
  }

  boolean json() {
    return isSet(json);
  }

  /** The file that takes the violating run, or null. */
  String witness() {
    return witness.getValue();
  }

  When progress() {
    return progress.getValue();
  }

  private static Long seed(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number of 64 bits");
    }
  }
}
