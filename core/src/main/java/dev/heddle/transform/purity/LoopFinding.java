package dev.heddle.transform.purity;

import dev.heddle.program.Location;

/**
 * What was found out about a loop, for people.
 *
 * @param location where the loop begins
 * @param text when its iterations do nothing, why none does, or what it waits for
 */
public record LoopFinding(Location location, LoopKind kind, String text) {
  /** What a finding is about. */
  public enum LoopKind {
    /** Some iterations do nothing and are left out. */
    PURE("pure"),
    /** All iterations may do something. */
    IMPURE("impure"),
    /** What it tries a number of times it tries once. */
    BOUNDED("bounded"),
    /** In the place of iterations that do nothing the thread waits. */
    AWAIT("await");

    private final String label;

    LoopKind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
