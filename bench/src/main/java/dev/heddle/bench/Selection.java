package dev.heddle.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which instances to run.
 *
 * @param rows in the order of the tables, or of the names that were given
 * @param leftOut instances that take too many executions to run unless named with their size
 */
public record Selection(List<Row> rows, List<Row> leftOut) {
  /** A name that stands for no benchmark; the message says what to do. */
  public static final class UnknownBenchmarkException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownBenchmarkException(String message) {
      super(message);
    }
  }

  /**
   * Picks rows of tables.
   *
   * @param names each a benchmark ({@code lastzero}), or some sizes of one ({@code lastzero:9,11}),
   *     which may be others than those in the tables; none for all
   * @param algorithm whose published numbers decide what is too large; rows without one are left
   *     out in silence unless named with their size
   * @param maxCount the largest number of executions of a row that is not named with its size
   */
  public static Selection of(
      List<Table> tables, List<String> names, String algorithm, long maxCount)
      throws UnknownBenchmarkException {
    Set<Row> rows = new LinkedHashSet<>();
    Set<Row> leftOut = new LinkedHashSet<>();
    if (names.isEmpty()) {
      tables.forEach(table -> addSmall(table.rows(), algorithm, maxCount, rows, leftOut));
    }
    for (String name : names) {
      int colon = name.indexOf(':');
      if (colon >= 0) {
        rows.addAll(instances(tables, name.substring(0, colon), name.substring(colon + 1)));
      } else {
        addSmall(rowsOf(tables, name), algorithm, maxCount, rows, leftOut);
      }
    }
    leftOut.removeAll(rows);
    return new Selection(List.copyOf(rows), List.copyOf(leftOut));
  }

  private static void addSmall(
      List<Row> candidates, String algorithm, long maxCount, Set<Row> rows, Set<Row> leftOut) {
    for (Row row : candidates) {
      row.published(algorithm).ifPresent(count -> (count <= maxCount ? rows : leftOut).add(row));
    }
  }

  private static List<Row> rowsOf(List<Table> tables, String benchmark)
      throws UnknownBenchmarkException {
    List<Row> rows = new ArrayList<>();
    for (Table table : tables) {
      table.rows().stream().filter(row -> row.benchmark().equals(benchmark)).forEach(rows::add);
    }
    if (rows.isEmpty()) {
      throw new UnknownBenchmarkException(
          Programs.exists(benchmark)
              ? "no row of " + benchmark + " here; name a size, as in: " + benchmark + ":3"
              : unknown(benchmark));
    }
    return rows;
  }

  private static List<Row> instances(List<Table> tables, String benchmark, String sizes)
      throws UnknownBenchmarkException {
    if (!Programs.exists(benchmark)) {
      throw new UnknownBenchmarkException(unknown(benchmark));
    }
    if (!sizes.matches("[0-9]+(,[0-9]+)*")) {
      throw new UnknownBenchmarkException(
          "'" + sizes + "' is no size of " + benchmark + "; write it like " + benchmark + ":3,4");
    }
    List<Row> rows = new ArrayList<>();
    for (String n : List.of(sizes.split(",", -1))) {
      rows.add(
          tables.stream()
              .flatMap(table -> table.rows().stream())
              .filter(row -> row.benchmark().equals(benchmark) && row.n().equals(n))
              .findFirst()
              .orElse(new Row(benchmark, n, Map.of())));
    }
    return rows;
  }

  private static String unknown(String benchmark) {
    return "there is no benchmark '" + benchmark + "'; --list shows all";
  }
}
