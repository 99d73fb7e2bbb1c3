package dev.heddle.explore.readsfrom.consistency;

import java.util.List;
import java.util.Set;

/** Why a {@link Cut} has no witness. */
sealed interface Refutation {
  /**
   * Orders that every witness keeps. Each follows from thread order, sources and the orders in
   * front of it by one step: R1 or R2, or that who reads the initial value comes before all writes
   * but its summands; or it is given, as the end of a thread before a join is, and as summands
   * before their reader and behind its source are.
   */
  List<Order> orders();

  /** Two events, one of which comes before the other. */
  record Order(int earlier, int later) {}

  /**
   * SaturatedHappensBefore decided: each event comes before the next, and the last before the
   * first, for one is right before the other in its thread, is its source, or by {@link #orders}.
   * That the last comes before the first may take one step more.
   */
  record Cycle(List<Order> orders, List<Integer> events) implements Refutation {}

  /**
   * Phase three decided: no witness gets past these positions. A position is how many events of
   * each thread have happened, and no read that could happen is left out. The beginning is one of
   * them, the end is not, and every event that could happen leads from one to another.
   */
  record Exhausted(List<Order> orders, Set<List<Integer>> positions) implements Refutation {}
}
