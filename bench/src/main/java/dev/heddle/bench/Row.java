package dev.heddle.bench;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A benchmark at one size.
 *
 * @param n the size, or {@link #FIXED} for a program that has only one
 * @param published executions, blocked ones included, by the algorithm that explores them
 */
public record Row(String benchmark, String n, Map<String, Long> published) {
  public static final String FIXED = "-";

  public Row {
    published = Map.copyOf(published);
  }

  /** How the command line calls it. */
  public String label() {
    return n.equals(FIXED) ? benchmark : benchmark + ":" + n;
  }

  /** What the compiler needs to be told. */
  public List<String> definitions() {
    return n.equals(FIXED) ? List.of() : List.of("-DN=" + n);
  }

  public OptionalLong published(String algorithm) {
    Long count = published.get(algorithm);
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }
}
