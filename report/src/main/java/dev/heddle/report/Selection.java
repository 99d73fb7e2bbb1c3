package dev.heddle.report;

import dev.heddle.verdict.Violation.Step;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The steps of a trace to show when there is no room for all: those that are nearest to the
 * failure, and of equally near ones the latest.
 */
final class Selection {
  /** So few steps are shown even if the failure does not depend on all of them. */
  private static final int FEW = 12;

  private Selection() {}

  static BitSet all(List<Step> steps) {
    BitSet chosen = new BitSet();
    chosen.set(0, steps.size());
    return chosen;
  }

  /**
   * Chooses steps.
   *
   * @param room how many rows there are, one for each step and one for each gap
   */
  static BitSet of(List<Step> steps, int room) {
    if (steps.size() <= Math.min(FEW, room)) {
      return all(steps);
    }
    BitSet chosen = new BitSet();
    List<Integer> nearest =
        IntStream.range(0, steps.size())
            .filter(i -> steps.get(i).distance() >= 0)
            .boxed()
            .sorted(
                Comparator.comparing((Integer i) -> steps.get(i).distance())
                    .thenComparing(Comparator.reverseOrder()))
            .toList();
    for (int step : nearest) {
      chosen.set(step);
      if (rows(chosen, steps.size()) > room && !steps.get(step).fails()) {
        chosen.clear(step);
      }
    }
    showSingles(chosen, steps.size());
    return chosen;
  }

  /** A gap of one step takes the same room as the step. */
  private static void showSingles(BitSet chosen, int steps) {
    for (int i = 0; i < steps; i++) {
      boolean begins = i == 0 || chosen.get(i - 1);
      boolean ends = i + 1 == steps || chosen.get(i + 1);
      if (begins && ends) {
        chosen.set(i);
      }
    }
  }

  /** The rows that the chosen steps take, with those for gaps between them. */
  private static int rows(BitSet chosen, int steps) {
    int rows = chosen.cardinality();
    for (int start = chosen.nextClearBit(0); start < steps; ) {
      rows++;
      int end = chosen.nextSetBit(start);
      start = end < 0 ? steps : chosen.nextClearBit(end);
    }
    return rows;
  }
}
