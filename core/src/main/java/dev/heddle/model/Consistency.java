package dev.heddle.model;

/** What a checker finds out about an execution. */
public sealed interface Consistency {
  /** There is a modification order that the model allows. */
  record Consistent(ModificationOrder witness) implements Consistency {}

  /** There is none. */
  record Inconsistent(Explanation explanation) implements Consistency {}

  default boolean isConsistent() {
    return this instanceof Consistent;
  }
}
