package dev.heddle.cli;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.program.Program;
import dev.heddle.symbolic.SymbolicExploration;
import dev.heddle.symbolic.SymbolicListener;
import dev.heddle.symbolic.SymbolicOptions;
import dev.heddle.symbolic.encode.EncodingOptions;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Table 1 of Ganai and Kundu, SPIN 2009: token-passing pairs and times, without reduction and with
 * mutually atomic transactions, each with any number of contexts and with one per thread. Times are
 * those of the processor.
 */
final class SymbolicBenchmark {
  static final String NAME = "symbolic";

  private final Toolbox toolbox;
  private final PrintStream out;
  private final long nanoseconds;
  private final List<Double> ratios = new ArrayList<>();
  private boolean differs;

  /**
   * A row.
   *
   * @param pairs the published number of pairs; {@code reduced} of them are left, of {@code mats}
   *     transactions
   */
  private record Row(
      String name,
      String program,
      int rounds,
      boolean violated,
      long pairs,
      int reduced,
      int mats) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("E1S", "race", 2, true, 48, 23, 14),
          new Row("E2S", "lock", 2, true, 192, 8, 4),
          new Row("E3S", "race", 10, true, 880, 591, 390),
          new Row("E4S", "lock", 10, true, 3520, 200, 100),
          new Row("E5U", "lock", 10, false, 3520, 200, 100),
          new Row("E6S", "race", 50, true, 20400, 14951, 9950),
          new Row("E7S", "lock", 50, true, 81600, 5000, 2500));

  SymbolicBenchmark(Toolbox toolbox, PrintStream out, long nanoseconds) {
    this.toolbox = toolbox;
    this.out = out;
    this.nanoseconds = nanoseconds;
  }

  /** Runs the rows with these names, or all; false if a number is not the published one. */
  boolean run(List<String> names) throws IOException, InputException {
    for (String name : names) {
      if (ROWS.stream().noneMatch(row -> row.name.equalsIgnoreCase(name))) {
        throw new IllegalArgumentException("there is no row '" + name + "'; there are E1S to E7S");
      }
    }
    warmUp();
    out.print("name\tSA\tSV\tP\tPM\tMAT");
    for (String variant : List.of("basic_ncb", "basic_c1", "mat_ncb", "mat_c1")) {
      out.print("\t" + variant + "\t" + variant + "_size\t" + variant + "_s");
    }
    out.println();
    for (Row row : ROWS) {
      if (names.isEmpty() || names.stream().anyMatch(row.name::equalsIgnoreCase)) {
        run(row);
      }
    }
    if (!ratios.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "# of %d comparisons, basic takes %.1f times as long in the geometric mean;"
              + " what came to no end (>) counts as what it took until it was stopped%n",
          ratios.size(),
          geometricMean());
    }
    return !differs;
  }

  /** What is checked first takes longest, whatever it is; that is not to count. */
  private void warmUp() throws IOException, InputException {
    Program program = load(ROWS.get(0));
    explore(program, new EncodingOptions(true, 0, 0));
    explore(program, new EncodingOptions(false, 0, 0));
  }

  private void run(Row row) throws IOException, InputException {
    Program program = load(row);
    Outcome reduced = explore(program, new EncodingOptions(false, 0, 0));
    compare("pairs", row.pairs, reduced);
    compare("reducedPairs", row.reduced, reduced);
    compare("transactions", row.mats, reduced);
    out.print(row.name);
    for (String detail :
        List.of("sharedAccesses", "sharedVariables", "pairs", "reducedPairs", "transactions")) {
      out.print("\t" + String.valueOf(reduced.details().get(detail)).replaceAll("[\\[\\] ]", ""));
    }
    Outcome basic = explore(program, new EncodingOptions(true, 0, 0));
    print(row, basic);
    Outcome basicOnce = explore(program, new EncodingOptions(true, 0, 1));
    print(row, basicOnce);
    print(row, reduced);
    Outcome reducedOnce = explore(program, new EncodingOptions(false, 0, 1));
    print(row, reducedOnce);
    compare(basic, reduced);
    compare(basicOnce, reducedOnce);
    out.println();
    out.flush();
  }

  /** The reduced formula must not be larger; how much faster it is goes into the mean. */
  private void compare(Outcome basic, Outcome reduced) {
    if (isDecided(basic) && isDecided(reduced)) {
      differs |= number(reduced, "formulaSize") > number(basic, "formulaSize");
    }
    if (isDecided(basic) || isDecided(reduced)) {
      ratios.add(number(basic, "processorSeconds") / number(reduced, "processorSeconds"));
    }
  }

  private static boolean isDecided(Outcome outcome) {
    return outcome.verdict() != Verdict.INCONCLUSIVE;
  }

  private static double number(Outcome outcome, String detail) {
    return ((Number) outcome.details().get(detail)).doubleValue();
  }

  private double geometricMean() {
    double logarithms = ratios.stream().mapToDouble(Math::log).sum();
    return Math.exp(logarithms / ratios.size());
  }

  private Program load(Row row) throws IOException, InputException {
    Path file = Files.createTempFile("heddle-" + row.program, ".c");
    try (InputStream text =
        SymbolicBenchmark.class.getResourceAsStream("symbolic/" + row.program + ".c")) {
      Files.write(file, text.readAllBytes());
      String rounds = "-DROUNDS=" + row.rounds;
      return toolbox.load(
          file, row.violated ? List.of(rounds) : List.of(rounds, "-DSAFE"), Environment.WHOLE);
    } finally {
      Files.delete(file);
    }
  }

  private Outcome explore(Program program, EncodingOptions encoding) {
    SymbolicOptions usual = SymbolicOptions.USUAL;
    SymbolicOptions options = new SymbolicOptions(encoding, usual.solver(), usual.deepest());
    return new SymbolicExploration(options, SymbolicListener.NOBODY, Reductions.ALL::apply)
        .explore(program, new Limits(1000, false, 0, nanoseconds), new Progress());
  }

  private void compare(String detail, long published, Outcome outcome) {
    Object found = outcome.details().get(detail);
    differs |= found == null || ((Number) found).longValue() != published;
  }

  private void print(Row row, Outcome outcome) {
    boolean isRight =
        !isDecided(outcome) || (outcome.verdict() == Verdict.VIOLATION) == row.violated;
    differs |= !isRight;
    Object size = outcome.details().getOrDefault("formulaSize", "-");
    out.print("\t" + (isRight ? outcome.verdict().label() : "WRONG") + "\t" + size + "\t");
    out.print(isDecided(outcome) ? "" : ">");
    out.printf(Locale.ROOT, "%.2f", number(outcome, "processorSeconds"));
    out.flush();
  }
}
