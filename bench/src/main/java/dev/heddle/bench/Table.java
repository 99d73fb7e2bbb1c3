package dev.heddle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Published numbers of executions. A table is a TSV file among the resources: comments, a line of
 * column names, then one line per instance. The first two columns are the benchmark and its size;
 * each of the others has the name of an algorithm.
 *
 * @param algorithms those that the table has numbers for
 */
public record Table(String name, List<String> algorithms, List<Row> rows) {
  /** All there are; the first one is run unless another is asked for. */
  public static final List<String> NAMES = List.of("explored", "extended");

  private static final String UNPUBLISHED = "-";
  private static final int FIRST_ALGORITHM = 2;

  public Table {
    algorithms = List.copyOf(algorithms);
    rows = List.copyOf(rows);
  }

  public static Table named(String name) {
    try (InputStream file = Table.class.getResourceAsStream("tables/" + name + ".tsv")) {
      if (file == null) {
        throw new IllegalArgumentException("there is no table " + name);
      }
      return read(name, new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Table read(String name, BufferedReader file) {
    List<List<String>> lines =
        file.lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> List.of(line.split("\t", -1)))
            .toList();
    List<String> header = lines.get(0);
    List<Row> rows = new ArrayList<>();
    for (List<String> cells : lines.subList(1, lines.size())) {
      if (cells.size() != header.size()) {
        throw new IllegalArgumentException("table " + name + " has a broken line: " + cells);
      }
      rows.add(row(header, cells));
    }
    return new Table(name, header.subList(FIRST_ALGORITHM, header.size()), rows);
  }

  private static Row row(List<String> header, List<String> cells) {
    Map<String, Long> published = new LinkedHashMap<>();
    for (int column = FIRST_ALGORITHM; column < header.size(); column++) {
      if (!cells.get(column).equals(UNPUBLISHED)) {
        published.put(header.get(column), Long.valueOf(cells.get(column)));
      }
    }
    return new Row(cells.get(0), cells.get(1), published);
  }
}
