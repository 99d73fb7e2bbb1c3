package dev.heddle.bench;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which instances to run.
 *
 * @param instances in the order of the tables, or of the names that were given
 * @param leftOut what takes too many executions to run unless named with its size
 */
public record Selection(List<Instance> instances, List<Instance> leftOut) {
  /** A name that stands for no benchmark; the message says what to do. */
  public static final class UnknownBenchmarkException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownBenchmarkException(String message) {
      super(message);
    }
  }

  /**
   * What is wanted of tables.
   *
   * @param algorithm only variants with this one, ...
   * @param sideBySide ... or all variants of tables that compare reductions
   * @param maxCount the largest published number of executions of an instance that is not named
   *     with its size
   */
  public record Wish(String algorithm, boolean sideBySide, long maxCount) {
    private boolean includes(Variant variant) {
      return variant.algorithm().equals(algorithm) || (sideBySide && !variant.isPlain());
    }
  }

  /**
   * Picks from tables. Instances without a published number are left out in silence unless named
   * with their size.
   *
   * @param names each a benchmark ({@code lastzero}), or some sizes of one ({@code lastzero:9,11}),
   *     which may be others than those in the tables; none for all
   */
  public static Selection of(List<Table> tables, List<String> names, Wish wish)
      throws UnknownBenchmarkException {
    Picker picker = new Picker(tables, wish);
    if (names.isEmpty()) {
      tables.forEach(table -> picker.addSmall(table, table.rows()));
    }
    for (String name : names) {
      int colon = name.indexOf(':');
      if (colon >= 0) {
        picker.addSizes(name.substring(0, colon), name.substring(colon + 1));
      } else {
        picker.addBenchmark(name);
      }
    }
    picker.leftOut.removeAll(picker.instances);
    return new Selection(List.copyOf(picker.instances), List.copyOf(picker.leftOut));
  }

  private static String unknown(String benchmark) {
    return "there is no benchmark '" + benchmark + "'; --list shows all";
  }

  private static final class Picker {
    private final List<Table> tables;
    private final Wish wish;
    private final Set<Instance> instances = new LinkedHashSet<>();
    private final Set<Instance> leftOut = new LinkedHashSet<>();

    Picker(List<Table> tables, Wish wish) {
      this.tables = tables;
      this.wish = wish;
    }

    private List<Instance> instances(Table table, Row row) {
      List<Variant> variants = table.variants().stream().filter(wish::includes).toList();
      return (variants.isEmpty() ? List.of(Variant.plain(wish.algorithm)) : variants)
          .stream().map(variant -> new Instance(row, variant)).toList();
    }

    private static Optional<Count> size(Instance instance) {
      return instance.row().published(instance.variant().yardstick());
    }

    void addSmall(Table table, List<Row> rows) {
      for (Row row : rows) {
        for (Instance instance : instances(table, row)) {
          size(instance)
              .ifPresent(
                  count ->
                      (count.executions() <= wish.maxCount ? instances : leftOut).add(instance));
        }
      }
    }

    void addBenchmark(String benchmark) throws UnknownBenchmarkException {
      List<Table> holders =
          tables.stream().filter(table -> !table.rows(benchmark).isEmpty()).toList();
      if (holders.isEmpty()) {
        throw new UnknownBenchmarkException(
            Programs.exists(benchmark)
                ? "no row of " + benchmark + " here; name a size, as in: " + benchmark + ":3"
                : unknown(benchmark));
      }
      holders.forEach(table -> addSmall(table, table.rows(benchmark)));
    }

    void addSizes(String benchmark, String sizes) throws UnknownBenchmarkException {
      if (!Programs.exists(benchmark)) {
        throw new UnknownBenchmarkException(unknown(benchmark));
      }
      if (!sizes.matches("[0-9]+(,[0-9]+)*")) {
        throw new UnknownBenchmarkException(
            "'" + sizes + "' is no size of " + benchmark + "; write it like " + benchmark + ":3,4");
      }
      for (String n : List.of(sizes.split(",", -1))) {
        addSize(benchmark, n);
      }
    }

    /** Adds a size in the variants of the table that has it, or at least has the benchmark. */
    private void addSize(String benchmark, String n) {
      for (Table table : tables) {
        for (Row row : table.rows(benchmark)) {
          if (row.n().equals(n)) {
            addFeasible(table, row);
            return;
          }
        }
      }
      Table like =
          tables.stream()
              .filter(table -> !table.rows(benchmark).isEmpty())
              .findFirst()
              .orElse(tables.get(0));
      addFeasible(like, Row.of(benchmark, n, List.of(), Map.of()));
    }

    /** Where nobody is known to have finished, it is tried with all reductions only. */
    private void addFeasible(Table table, Row row) {
      for (Instance instance : instances(table, row)) {
        Variant variant = instance.variant();
        if (variant.isPlain() || variant.isFullyReduced() || size(instance).isPresent()) {
          instances.add(instance);
        }
      }
    }
  }
}
