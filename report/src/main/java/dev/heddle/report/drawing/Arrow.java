package dev.heddle.report.drawing;

/**
 * That a step comes before another one, and why.
 *
 * @param from position of a step in its trace
 * @param to position of another one
 */
public record Arrow(Kind kind, int from, int to) {
  /** Why a step comes before another one. */
  public enum Kind {
    /** The later one reads what the earlier one wrote. */
    READS_FROM("rf"),
    /** The later one could not have been before: it locks what the other unlocked, and so on. */
    SYNCHRONIZATION("sync"),
    /** The second one overwrites the first. */
    MODIFICATION_ORDER("mo"),
    /** The second one overwrites what the first has read. */
    FROM_READ("fr");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
