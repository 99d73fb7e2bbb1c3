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
 * column names, then one line per benchmark and size, which are the first two columns. A column
 * {@code options} may follow; each of the others has the name of a variant.
 *
 * @param variants those that the table has numbers for
 */
public record Table(String name, List<Variant> variants, List<Row> rows) {
  /** All there are; the first one is run unless another is asked for. */
  public static final List<String> NAMES =
      List.of("explored", "extended", "await", "power", "length");

  private static final String NOTHING = "-";
  private static final String OPTIONS = "options";
  private static final int OPTIONS_COLUMN = 2;

  public Table {
    variants = List.copyOf(variants);
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
    List<String> names = header.subList(firstVariant(header), header.size());
    return new Table(name, names.stream().map(Variant::named).toList(), rows);
  }

  private static Row row(List<String> header, List<String> cells) {
    Map<String, Count> published = new LinkedHashMap<>();
    for (int column = firstVariant(header); column < header.size(); column++) {
      if (!cells.get(column).equals(NOTHING)) {
        published.put(header.get(column), Count.parse(cells.get(column)));
      }
    }
    return Row.of(cells.get(0), cells.get(1), options(header, cells), published);
  }

  private static List<String> options(List<String> header, List<String> cells) {
    String options = hasOptions(header) ? cells.get(OPTIONS_COLUMN) : NOTHING;
    return options.equals(NOTHING) ? List.of() : List.of(options.split(" ", -1));
  }

  private static boolean hasOptions(List<String> header) {
    return header.get(OPTIONS_COLUMN).equals(OPTIONS);
  }

  private static int firstVariant(List<String> header) {
    return hasOptions(header) ? OPTIONS_COLUMN + 1 : OPTIONS_COLUMN;
  }

  /** The rows of a benchmark. */
  List<Row> rows(String benchmark) {
    return rows.stream().filter(row -> row.benchmark().equals(benchmark)).toList();
  }
}
