package dev.heddle.verdict;

import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

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

    /**
     * Such as {@code release at line 7 and acquire at lines 11 and 12}.
     *
     * @param file whose lines go without its name
     */
    public static String describe(List<Stronger> all, String file) {
      Map<String, List<Location>> places = new LinkedHashMap<>();
      for (Stronger stronger : all) {
        places
            .computeIfAbsent(stronger.order().label(), order -> new ArrayList<>())
            .add(stronger.location());
      }
      List<String> parts = new ArrayList<>();
      places.forEach((order, known) -> parts.add(order + " at " + describePlaces(known, file)));
      return Listing.of(parts);
    }

    private static String describePlaces(List<Location> places, String file) {
      SortedSet<Integer> lines = new TreeSet<>();
      Set<String> elsewhere = new LinkedHashSet<>();
      for (Location place : places) {
        if (place.file().equals(file)) {
          lines.add(place.line());
        } else {
          elsewhere.add(place.toString());
        }
      }
      List<String> parts = new ArrayList<>(lines.stream().map(String::valueOf).toList());
      parts.addAll(elsewhere);
      String noun = lines.isEmpty() ? "" : lines.size() == 1 ? "line " : "lines ";
      return noun + Listing.of(parts);
    }
  }

  /** The same with an answer to whether interleavings fail, too. */
  public Weakness existing(Boolean sequentially) {
    return new Weakness(cycle, stale, remedy, sequentially);
  }
}
