package dev.heddle.verdict;

import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import java.util.List;

/**
 * Why no interleaving of accesses to one memory is the execution of a violation, and what would
 * forbid it. Steps are positions in {@link Violation#trace}.
 *
 * @param cycle links that form a circle: each begins where the one before ends; empty if none was
 *     found that is certain
 * @param stale reads that did not see the latest write
 * @param remedy stronger orders with which this execution is not allowed; empty if none are known
 * @param existsSequentially whether the failure exists under sequential consistency, too; null if
 *     that was not found out
 */
public record Weakness(
    List<Link> cycle, List<Stale> stale, List<Stronger> remedy, Boolean existsSequentially) {
  public Weakness {
    cycle = List.copyOf(cycle);
    stale = List.copyOf(stale);
    remedy = List.copyOf(remedy);
  }

  /** How one step comes before another. */
  public enum Relation {
    /** In its thread, or by starting or joining threads. */
    PROGRAM_ORDER("po"),
    READS_FROM("rf"),
    /** Of two writes. */
    MODIFICATION_ORDER("mo"),
    /** A read comes before the writes that overwrite what it read. */
    FROM_READ("fr");

    private final String label;

    Relation(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** A part of a cycle. */
  public record Link(int from, int to, Relation relation) {}

  /** A read that took an older value than that of a write in front of it. */
  public record Stale(int read, int unseen) {}

  /**
   * An access with a stronger order than it has.
   *
   * @param steps what the access does in the trace, as far as it is part of the cycle
   */
  public record Stronger(Location location, MemoryOrder order, List<Integer> steps) {
    public Stronger {
      steps = List.copyOf(steps);
    }
  }

  /** The same with an answer to whether interleavings fail, too. */
  public Weakness existing(Boolean sequentially) {
    return new Weakness(cycle, stale, remedy, sequentially);
  }
}
