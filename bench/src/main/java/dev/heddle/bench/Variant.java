package dev.heddle.bench;

import java.util.List;
import java.util.Set;

/**
 * A way to explore a program, for which numbers were published; a column of a table.
 *
 * @param algorithm as the command line calls it
 * @param reductions what may be left out of the exploration
 * @param definitions what the compiler needs to be told about the program
 */
public record Variant(
    String name, String algorithm, Set<Reduction> reductions, List<String> definitions) {
  private static final String OPTIMAL = "optimal";
  private static final String RF = "rf";
  private static final String IFAA = "ifaa";
  private static final String POWER = "power";

  /** All that a table can have. */
  static final List<Variant> ALL =
      List.of(
          plain(OPTIMAL),
          plain(RF),
          new Variant("baseline", OPTIMAL, Set.of(), List.of("-DASSUME")),
          new Variant("plp", OPTIMAL, Set.of(Reduction.PURITY), List.of()),
          new Variant("await", OPTIMAL, Set.of(Reduction.PURITY, Reduction.AWAIT), List.of()),
          new Variant(IFAA, OPTIMAL, Set.of(Reduction.values()), List.of()),
          new Variant("rf-reduced", RF, Set.of(Reduction.values()), List.of()),
          new Variant(POWER, "graph", Set.of(), List.of()));

  public Variant {
    reductions = Set.copyOf(reductions);
    definitions = List.copyOf(definitions);
  }

  /** An algorithm alone. */
  static Variant plain(String algorithm) {
    return new Variant(algorithm, algorithm, Set.of(), List.of());
  }

  static Variant named(String name) {
    return ALL.stream()
        .filter(variant -> variant.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no variant " + name));
  }

  /** The memory model, as the command line calls it. */
  public String model() {
    return name.equals(POWER) ? POWER : "sc";
  }

  /** Whether it is an algorithm and nothing else. */
  public boolean isPlain() {
    return name.equals(algorithm);
  }

  /** Whether fewer executions than published are as good: others may reduce less. */
  boolean isReduced() {
    return !reductions.isEmpty();
  }

  /** Whether nothing that could be left out is explored. */
  boolean isFullyReduced() {
    return Reduction.without(reductions).isEmpty();
  }

  /** The column that tells how large a row is; nobody published numbers for {@code rf-reduced}. */
  String yardstick() {
    return isReduced() && algorithm.equals(RF) ? IFAA : name;
  }
}
