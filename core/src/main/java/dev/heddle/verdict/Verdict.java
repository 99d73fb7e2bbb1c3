package dev.heddle.verdict;

/** What a check came to. */
public enum Verdict {
  /** Everything was explored, and nothing is wrong. */
  SAFE("safe"),
  /** Everything within a loop bound was explored, and nothing is wrong. */
  BOUNDED("bounded"),
  /** Some executions were picked at random, and nothing is wrong in those. */
  TESTED("tested"),
  /** An execution breaks a property. */
  VIOLATION("violation"),
  /** A limit ended the exploration before anything wrong was found. */
  INCONCLUSIVE("inconclusive");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
