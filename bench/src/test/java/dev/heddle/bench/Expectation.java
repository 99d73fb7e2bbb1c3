package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.heddle.explore.BoldExploration;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.explore.graph.GraphExploration;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.explore.rsmc.HardwareMapping;
import dev.heddle.explore.rsmc.RelaxedProgramExploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a program says about itself in its first line:
 *
 * <pre>{@code
 * // heddle: model=sc verdict=violation kind=assertion line=31 executions=2+2
 * }</pre>
 *
 * <p>{@code model} is the memory model. {@code kind} and {@code line} are those of the only
 * violation. {@code executions} are complete plus blocked ones of the reduced program: one of each
 * Mazurkiewicz trace under sequential consistency, and one of each reads-from class under other
 * models. The name of an algorithm in their place, as in {@code optimal=2+2} or {@code rf=2+2},
 * says how many it explores without reductions; the verdict holds for every algorithm that is
 * named. Programs with a violation are explored to the end, so that their counts do not depend on
 * what is found first. All of this is about the program as the compiler sees it with the macros
 * that are defined like {@code -DASSUME}, and with loops cut as {@code unroll=4} says.
 *
 * @param definitions for the compiler
 * @param unroll at most this many passes through a loop's header; 0 for no bound
 */
record Expectation(Map<String, String> values, List<String> definitions, int unroll) {
  private static final String PREFIX = "// heddle: ";
  private static final String UNROLL = "unroll";
  private static final String MODEL = "model";
  private static final String EXECUTIONS = "executions";
  private static final String OPTIMAL = "optimal";
  private static final String RF = "rf";
  private static final String GRAPH = "graph";

  /** What stands for a count, each explored in its own way. */
  private static final List<String> ALGORITHMS = List.of(EXECUTIONS, OPTIMAL, RF, GRAPH);

  static Expectation of(Path program) throws IOException {
    String line = Files.readAllLines(program).get(0);
    if (!line.startsWith(PREFIX)) {
      return fail(program + " does not begin with what is expected of it");
    }
    Map<String, String> values = new TreeMap<>();
    List<String> definitions = new ArrayList<>();
    for (String word : List.of(line.substring(PREFIX.length()).split(" ", -1))) {
      if (word.startsWith("-D")) {
        definitions.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      if (equals < 1 || values.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        return fail(program + ": cannot read " + word);
      }
    }
    String unroll = values.remove(UNROLL);
    return new Expectation(values, definitions, unroll == null ? 0 : Integer.parseInt(unroll));
  }

  /** Complete and blocked executions together, the most of all counts, or 0 if there is none. */
  long executions() {
    return ALGORITHMS.stream()
        .map(values::get)
        .filter(Objects::nonNull)
        .mapToLong(count -> Count.parse(count).executions())
        .max()
        .orElse(0);
  }

  /** As {@code heddle check} does it: boldly, unless that is too much. */
  private Outcome explored(
      Reductions reductions, Program program, MemoryModel model, String algorithm) {
    Limits limits = Limits.NONE.withKeepGoing().withUnroll(unroll);
    boolean isOnOneMemory = model == MemoryModel.SC;
    Reductions told =
        new Reductions(
            reductions.purity(),
            reductions.await(),
            isOnOneMemory && reductions.ifaa(),
            !isOnOneMemory);
    if (!model.isOfHardware()) {
      return BoldExploration.of(
              told,
              r -> reduced(exploration(model, algorithm), p -> r.applyBoldly(p, finding -> {})),
              r -> reduced(exploration(model, algorithm), r::apply))
          .explore(program, limits, new Progress());
    }
    return exploration(model, algorithm).explore(told.apply(program), limits, new Progress());
  }

  private static Exploration reduced(Exploration exploration, UnaryOperator<Program> reduction) {
    return (program, limits, progress) ->
        exploration.explore(reduction.apply(program), limits, progress);
  }

  void assertMet(Path program) throws Exception {
    MemoryModel model = model();
    List<String> algorithms =
        ALGORITHMS.stream().filter(values::containsKey).collect(Collectors.toList());
    if (algorithms.isEmpty()) {
      algorithms.add(EXECUTIONS);
    }
    for (String algorithm : algorithms) {
      Reductions reductions = algorithm.equals(EXECUTIONS) ? Reductions.ALL : Reductions.NONE;
      Program loaded = LlvmFrontend.load(program, definitions, environment(model));
      Outcome outcome = explored(reductions, loaded, model, algorithm);
      Map<String, String> expected = new TreeMap<>(values);
      ALGORITHMS.stream().filter(other -> !other.equals(algorithm)).forEach(expected::remove);
      Map<String, String> actual = new TreeMap<>(expected);
      actual.replaceAll((key, value) -> actual(key, model, outcome));
      assertEquals(expected, actual, algorithm);
    }
  }

  /** Fails unless the program has the same verdict when the compiler has optimised it. */
  void assertSameVerdicts(Path program, List<String> optimizations) throws Exception {
    String plain = verdict(LlvmFrontend.load(program, definitions));
    for (String optimization : optimizations) {
      List<String> options = new ArrayList<>(definitions);
      options.add(optimization);
      assertEquals(plain, verdict(LlvmFrontend.load(program, options)), optimization);
    }
  }

  private String verdict(Program program) {
    Outcome outcome = explored(Reductions.ALL, program, model(), OPTIMAL);
    return outcome.violations().stream()
        .map(violation -> " " + violation.kind().label())
        .distinct()
        .collect(Collectors.joining("", outcome.verdict().label(), ""));
  }

  private MemoryModel model() {
    String name = values.getOrDefault(MODEL, "(none)");
    return Arrays.stream(MemoryModel.values())
        .filter(model -> model.id().equals(name))
        .findFirst()
        .orElseGet(() -> fail("there is no memory model " + name));
  }

  private static Environment environment(MemoryModel model) {
    return model.isOfHardware() ? Environment.USUAL.withDependencies() : Environment.USUAL;
  }

  private static Exploration exploration(MemoryModel model, String algorithm) {
    if (model.isOfHardware()) {
      return new RelaxedProgramExploration(model, HardwareMapping.C11);
    }
    if (model != MemoryModel.SC || algorithm.equals(GRAPH)) {
      return new GraphExploration(model, algorithm.equals(GRAPH), model.hasRaces());
    }
    return algorithm.equals(RF) ? new ReadsFromExploration() : new OptimalExploration();
  }

  private static String actual(String key, MemoryModel model, Outcome outcome) {
    return switch (key) {
      case MODEL -> model.id();
      case "verdict" -> outcome.verdict().label();
      case "kind" -> only(outcome).kind().label();
      case "line" -> Integer.toString(only(outcome).location().line());
      case EXECUTIONS, OPTIMAL, RF, GRAPH -> outcome.complete() + "+" + outcome.blocked();
      default -> "(there is no such thing to expect)";
    };
  }

  private static Violation only(Outcome outcome) {
    assertEquals(1, outcome.violations().size(), outcome.violations()::toString);
    return outcome.violations().get(0);
  }
}
