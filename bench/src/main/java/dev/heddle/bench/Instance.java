package dev.heddle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A benchmark at one size, explored in one way: what is measured, and gets a line. */
public record Instance(Row row, Variant variant) {
  /** How messages call it. */
  public String label() {
    return variant.isPlain() ? row.label() : row.label() + " " + variant.name();
  }

  /** What the compiler needs to be told. */
  public List<String> definitions() {
    List<String> definitions = new ArrayList<>(row.definitions());
    definitions.addAll(variant.definitions());
    return definitions;
  }

  /**
   * What was published for it.
   *
   * @param algorithm the one that ran, which can be another than the variant asks for
   */
  Optional<Count> published(String algorithm) {
    if (variant.isPlain()) {
      return row.published(algorithm);
    }
    return algorithm.equals(variant.algorithm()) ? row.published(variant.name()) : Optional.empty();
  }
}
