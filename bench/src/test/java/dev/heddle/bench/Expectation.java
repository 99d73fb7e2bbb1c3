package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a program says about itself in its first line:
 *
 * <pre>{@code
 * // heddle: model=sc verdict=violation kind=assertion line=31 executions=2+2
 * }</pre>
 *
 * <p>{@code kind} and {@code line} are those of the only violation. {@code executions} are complete
 * plus blocked ones, one of each Mazurkiewicz trace of the reduced program; {@code optimal=2+2} in
 * their place are those without reductions. Programs with a violation are explored to the end, so
 * that their counts do not depend on what is found first. All of this is about the program as the
 * compiler sees it with the macros that are defined like {@code -DASSUME}, and with loops cut as
 * {@code unroll=4} says.
 *
 * @param definitions for the compiler
 * @param unroll at most this many passes through a loop's header; 0 for no bound
 */
record Expectation(Map<String, String> values, List<String> definitions, int unroll) {
  private static final String PREFIX = "// heddle: ";
  private static final String UNROLL = "unroll";

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

  /** Complete and blocked executions together, or 0 if nothing is said about them. */
  long executions() {
    String count = values.getOrDefault("executions", values.getOrDefault("optimal", "0+0"));
    int plus = count.indexOf('+');
    return Long.parseLong(count.substring(0, plus)) + Long.parseLong(count.substring(plus + 1));
  }

  void assertMet(Path program) throws Exception {
    Exploration exploration = new OptimalExploration();
    Outcome outcome =
        exploration.explore(
            reductions().apply(LlvmFrontend.load(program, definitions)),
            Limits.NONE.withKeepGoing().withUnroll(unroll),
            new Progress());
    Map<String, String> actual = new TreeMap<>(values);
    actual.replaceAll((key, expected) -> actual(key, outcome));
    assertEquals(values, actual);
  }

  private Reductions reductions() {
    return values.containsKey("optimal") ? Reductions.NONE : Reductions.ALL;
  }

  private static String actual(String key, Outcome outcome) {
    return switch (key) {
      case "model" -> "sc";
      case "verdict" -> outcome.verdict().label();
      case "kind" -> only(outcome).kind().label();
      case "line" -> Integer.toString(only(outcome).location().line());
      case "executions", "optimal" -> outcome.complete() + "+" + outcome.blocked();
      default -> "(there is no such thing to expect)";
    };
  }

  private static Violation only(Outcome outcome) {
    assertEquals(1, outcome.violations().size(), outcome.violations()::toString);
    return outcome.violations().get(0);
  }
}
