package dev.heddle.bench.consistency;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A benchmark of online testing, as published.
 *
 * @param program what is run for it
 * @param data how many cells the program works on, so that it has as many locations as published
 * @param publishedIncremental seconds of consistency checks by the paper's algorithm
 * @param publishedC11Tester the same by that of C11Tester
 */
public record OnlineRow(
    String name,
    int events,
    int threads,
    int locations,
    String publishedIncremental,
    String publishedC11Tester,
    String program,
    int data) {
  /** How many writes to a location can be read in a run. */
  int writes() {
    return 256;
  }

  /** The rows with these names, or all. */
  static List<OnlineRow> published(List<String> names) throws IOException {
    List<OnlineRow> all = published();
    List<String> known = all.stream().map(OnlineRow::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "there is no online benchmark '" + name + "'; there are " + String.join(", ", known));
      }
    }
    return all.stream().filter(row -> names.isEmpty() || names.contains(row.name)).toList();
  }

  private static List<OnlineRow> published() throws IOException {
    try (InputStream file = OnlineRow.class.getResourceAsStream("online.tsv")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("benchmark"))
          .map(line -> row(line.split("\t", -1)))
          .toList();
    }
  }

  private static OnlineRow row(String[] fields) {
    return new OnlineRow(
        fields[0],
        Integer.parseInt(fields[1]),
        Integer.parseInt(fields[2]),
        Integer.parseInt(fields[3]),
        fields[4],
        fields[5],
        fields[6],
        Integer.parseInt(fields[7]));
  }
}
