package dev.heddle.cli;

import dev.heddle.explore.Limits;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.explore.random.SourcePreference;
import dev.heddle.explore.random.Strategy;
import dev.heddle.model.MemoryModel;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code heddle test}; see {@link CheckOptions} for why they are objects. */
final class TestOptions {
  private static final int DEFAULT_RUNS = 10_000;
  static final int DEFAULT_EVENTS = 10_000;
  private static final int MAX_EVENTS = 1_000_000_000;
  private static final Choice<Strategy> STRATEGIES =
      new Choice<>("strategy", List.of(Strategy.values()), Choice::label, strategy -> true);
  private static final Choice<SourcePreference> SOURCES =
      new Choice<>("choice", List.of(SourcePreference.values()), Choice::label, sources -> true);

  private final PositionalParamSpec arguments =
      PositionalParamSpec.builder()
          .paramLabel("FILE|DIR")
          .type(List.class)
          .auxiliaryTypes(String.class)
          .arity("0..*")
          .initialValue(List.of())
          .description("what to test")
          .build();

  private final OptionSpec model =
      value("NAME", MemoryModel.class, ModelChoice.RANDOM.converter(), "-m", "--model")
          .defaultValue("rc11")
          .description(
              "memory model, as for 'heddle check': rc11 (default), sc, rc20, tso, pso, ra, sra,"
                  + " wra, relaxed")
          .build();

  private final OptionSpec runs =
      value("N", Bound.class, Bound.OF_LONG, "--runs")
          .description("end after N runs (default: 10000, or no limit with --time)")
          .build();

  private final OptionSpec time =
      value("TIME", TimeSpan.class, TimeSpan.CONVERTER, "--time")
          .description("end after TIME: 10 or 10s, 500ms, 2m, 1h")
          .build();

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
      value("N", Bound.class, Bound.OF_INT, "--max-events")
          .description("cut runs that are longer (default: 10000, at most 1000000000)")
          .build();

  private final OptionSpec jobs =
      value("N", Bound.class, Bound.OF_INT, "-j", "--jobs")
          .description("make runs on N threads; the result is the same")
          .build();

  private final OptionSpec keepGoing =
      flag("--keep-going").description("look for further violations after the first").build();

  private final OptionSpec checkLiveness =
      flag("--check-liveness")
          .description("a thread that spins in a loop forever is a violation, not a warning")
          .build();

  private final EnvironmentOptions environment = new EnvironmentOptions();

  private final OptionSpec definitions = texts("NAME[=VALUE]", "-D", "define a macro");
  private final OptionSpec folders = texts("DIR", "-I", "look for headers in DIR");

  private final OptionSpec json =
      flag("--json")
          .description("one JSON object per input, one line each, instead of text")
          .build();

  private final OptionSpec witness =
      OptionSpec.builder("--witness")
          .paramLabel("FILE")
          .type(String.class)
          .description("save the violating run; 'heddle replay FILE' shows it again")
          .build();

  private final OptionSpec quiet = flag("-q", "--quiet").description("verdict lines only").build();

  private final OptionSpec color =
      value("WHEN", When.class, When.CHOICE.converter(), "--color")
          .defaultValue("auto")
          .description("auto, always, never")
          .build();

  private final OptionSpec progress =
      value("WHEN", When.class, When.CHOICE.converter(), "--progress")
          .defaultValue("auto")
          .description("a line on standard error while testing: auto, always, never")
          .build();

  /** Makes the options part of {@code command}. */
  void addTo(CommandSpec command) {
    command.addPositional(arguments);
    Subcommand.add(command, model, runs, time, seed, strategy, sources, maxEvents);
    Subcommand.add(command, jobs, keepGoing, checkLiveness);
    environment.addTo(command);
    Subcommand.add(command, definitions, folders, json, witness, quiet, color, progress);
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
    if (bound(maxEvents, DEFAULT_EVENTS) > MAX_EVENTS) {
      return "--max-events takes at most " + MAX_EVENTS;
    }
    if (jobs() > CheckOptions.MAX_JOBS) {
      return "--jobs takes at most " + CheckOptions.MAX_JOBS;
    }
    return environment.problem();
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
        (int) bound(maxEvents, DEFAULT_EVENTS));
  }

  Limits limits() {
    long most = bound(runs, time() == 0 ? DEFAULT_RUNS : 0);
    return new Limits(0, isSet(keepGoing), most, 0, isSet(checkLiveness));
  }

  int jobs() {
    return (int) bound(jobs, 1);
  }

  /** How long to test, in nanoseconds; 0 for no limit. */
  long time() {
    TimeSpan span = time.getValue();
    return span == null ? 0 : span.nanoseconds();
  }

  EnvironmentOptions environment() {
    return environment;
  }

  /** Arguments for the compiler, without those that follow {@code --}. */
  List<String> clangArguments() {
    List<String> clang = new ArrayList<>();
    definitions.<List<String>>getValue().forEach(definition -> clang.add("-D" + definition));
    folders.<List<String>>getValue().forEach(folder -> clang.add("-I" + folder));
    return clang;
  }

  boolean json() {
    return isSet(json);
  }

  /** The file that takes the violating run, or null. */
  String witness() {
    return witness.getValue();
  }

  boolean quiet() {
    return isSet(quiet);
  }

  When color() {
    return color.getValue();
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

  private static boolean isSet(OptionSpec flag) {
    return Boolean.TRUE.equals(flag.<Boolean>getValue());
  }

  private static long bound(OptionSpec option, long otherwise) {
    Bound bound = option.getValue();
    return bound == null ? otherwise : bound.value();
  }

  private static OptionSpec.Builder flag(String name, String... others) {
    return OptionSpec.builder(name, others).type(boolean.class);
  }

  private static OptionSpec texts(String label, String name, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .initialValue(List.of())
        .description(description)
        .build();
  }

  private static OptionSpec.Builder value(
      String label, Class<?> type, Converter<?> converter, String name, String... others) {
    return OptionSpec.builder(name, others).paramLabel(label).type(type).converters(converter);
  }
}
