package dev.heddle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A benchmark at one size.
 *
 * @param n the size, or {@link #FIXED} for a program that has only one
 * @param unroll at most this many passes through a loop's header; 0 for no bound
 * @param macros definitions for the compiler besides the size
 * @param published numbers of executions by variant
 */
public record Row(
    String benchmark, String n, int unroll, List<String> macros, Map<String, Count> published) {
  public static final String FIXED = "-";

  private static final String UNROLL = "-u";

  public Row {
    macros = List.copyOf(macros);
    published = Map.copyOf(published);
  }

  /**
   * Makes a row.
   *
   * @param options words like {@code -u4} or {@code -DNAME}
   */
  static Row of(String benchmark, String n, List<String> options, Map<String, Count> published) {
    int unroll = 0;
    List<String> macros = new ArrayList<>();
    for (String option : options) {
      if (option.startsWith(UNROLL)) {
        unroll = Integer.parseInt(option.substring(UNROLL.length()));
      } else {
        macros.add(option);
      }
    }
    return new Row(benchmark, n, unroll, macros, published);
  }

  /** How the command line calls it. */
  public String label() {
    return n.equals(FIXED) ? benchmark : benchmark + ":" + n;
  }

  /** What the compiler needs to be told. */
  public List<String> definitions() {
    List<String> definitions = new ArrayList<>(macros);
    if (!n.equals(FIXED)) {
      definitions.add("-DN=" + n);
    }
    return definitions;
  }

  public Optional<Count> published(String variant) {
    return Optional.ofNullable(published.get(variant));
  }
}
