package dev.heddle.bench;

import java.util.List;
import java.util.Set;

/**
 * A way to explore a program, for which numbers were published; a column of a table.
 *
 * @param model the memory model, as the command line calls it
 * @param algorithm as the command line calls it
 * @param reductions what may be left out of the exploration
 * @param definitions what the compiler needs to be told about the program
 */
public record Variant(
    String name,
    String model,
    String algorithm,
    Set<Reduction> reductions,
    List<String> definitions) {
  private static final String OPTIMAL = "optimal";
  private static final String RF = "rf";
  private static final String IFAA = "ifaa";
  private static final String POWER = "power";
  private static final String SC = "sc";

  /** All that a table can have. */
  static final List<Variant> ALL =
      List.of(
          plain(OPTIMAL),
          plain(RF),
          new Variant("baseline", SC, OPTIMAL, Set.of(), List.of("-DASSUME")),
          new Variant("plp", SC, OPTIMAL, Set.of(Reduction.PURITY), List.of()),
          new Variant("await", SC, OPTIMAL, Set.of(Reduction.PURITY, Reduction.AWAIT), List.of()),
          new Variant(IFAA, SC, OPTIMAL, Set.of(Reduction.values()), List.of()),
          new Variant("rf-reduced", SC, RF, Set.of(Reduction.values()), List.of()),
          new Variant(POWER, POWER, "graph", Set.of(), List.of()),
          weak("rc11"),
          weak("ra"),
          weak("tso"));

  public Variant {
    reductions = Set.copyOf(reductions);
    definitions = List.copyOf(definitions);
  }

  /** An algorithm alone. */
  static Variant plain(String algorithm) {
    return new Variant(algorithm, SC, algorithm, Set.of(), List.of());
  }

  /** A weak memory model alone. */
  private static Variant weak(String model) {
    return new Variant(model, model, RF, Set.of(), List.of());
  }

  static Variant named(String name) {
    return ALL.stream()
        .filter(variant -> variant.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no variant " + name));
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
