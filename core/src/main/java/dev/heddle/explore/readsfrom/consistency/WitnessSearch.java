package dev.heddle.explore.readsfrom.consistency;

import java.util.Arrays;

/**
 * GetWitness: whether a trace is consistent, and if so an execution that shows it.
 *
 * <p>OOPSLA 2019, section 5 (see {@link SaturatedHappensBefore}). Sound and complete. Deviations:
 *
 * <ol>
 *   <li>Before all phases the events are run in the order of the guiding execution; most traces
 *       that are consistent are seen to be so at once.
 *   <li>Algorithm 2 runs only when {@link WitnessConstruction} gets stuck under the saturated
 *       order.
 * </ol>
 */
public final class WitnessSearch {
  /** What the first two phases can say. */
  enum Answer {
    CONSISTENT,
    INCONSISTENT,
    UNKNOWN
  }

  private final SaturatedHappensBefore saturation = new SaturatedHappensBefore();
  private final WitnessConstruction construction = new WitnessConstruction();

  /** The witness after a "consistent": events of the cut in order. */
  private int[] witness = {};

  /** P-III, if it was needed for the latest decision; otherwise null. */
  private ConsistencyDecision decision;

  /** How often each step has settled the question: at once, P-I, P-II, pairs of writes, P-III. */
  final long[] settled = new long[5];

  public int[] witness() {
    return witness;
  }

  /**
   * Whether the cut has a witness.
   *
   * @param lastFrom events from this one on come after all others
   */
  public boolean isConsistent(Cut cut, int lastFrom) {
    return runs(cut, -1, lastFrom) || decide(cut, lastFrom);
  }

  /**
   * Whether the events run in the order of the guiding execution. "No" means nothing.
   *
   * @param strict an event that waits for what its clock says; or -1
   */
  public boolean runs(Cut cut, int strict) {
    return runs(cut, strict, Integer.MAX_VALUE);
  }

  private boolean runs(Cut cut, int strict, int lastFrom) {
    if (construction.run(cut, false, strict, lastFrom)) {
      witness = construction.witness();
      settled[0]++;
      return true;
    }
    return false;
  }

  /** The three phases. */
  boolean decide(Cut cut, int lastFrom) {
    return decide(cut, lastFrom, saturate(cut, lastFrom));
  }

  /** The three phases for a cut of which a prefix is saturated. */
  public boolean decide(Cut cut, SaturatedPrefix prefix) {
    return decide(cut, Integer.MAX_VALUE, saturate(cut, prefix));
  }

  private boolean decide(Cut cut, int lastFrom, Answer saturated) {
    decision = null;
    if (saturated == Answer.INCONSISTENT) {
      settled[1]++;
      return false;
    }
    if (construct(cut, lastFrom) == Answer.CONSISTENT) {
      return true;
    }
    settled[4]++;
    saturate(cut, lastFrom);
    decision = new ConsistencyDecision(cut);
    int[] found = decision.decide();
    if (found != null) {
      witness = found;
    }
    return found != null;
  }

  /** P-I. */
  Answer saturate(Cut cut, int lastFrom) {
    decision = null;
    saturation.start(cut, SaturatedPrefix.EMPTY);
    for (int e = lastFrom; e < cut.size(); e++) {
      saturation.last(e, lastFrom);
    }
    return saturation.saturate(0) ? Answer.UNKNOWN : Answer.INCONSISTENT;
  }

  /**
   * P-I for a cut of which a prefix is saturated: first only what the new sources bring about,
   * since that mostly is enough for a cycle, and then the rest.
   */
  Answer saturate(Cut cut, SaturatedPrefix prefix) {
    decision = null;
    saturation.start(cut, prefix);
    return saturation.saturate(cut.guided()) && saturation.saturate(0)
        ? Answer.UNKNOWN
        : Answer.INCONSISTENT;
  }

  /** P-II, after P-I. */
  Answer construct(Cut cut, int lastFrom) {
    if (construction.run(cut, true, -1, lastFrom)) {
      witness = construction.witness();
      settled[2]++;
      return Answer.CONSISTENT;
    }
    if (orderWrites(cut) && construction.run(cut, true, -1, lastFrom)) {
      witness = construction.witness();
      settled[3]++;
      return Answer.CONSISTENT;
    }
    return Answer.UNKNOWN;
  }

  /**
   * Algorithm 2, lines 4 to 8: orders unordered pairs of writes as the guiding execution does.
   * Nobody's source is an addition, so that the order of two does not matter.
   */
  private boolean orderWrites(Cut cut) {
    for (int later = 0; later < cut.size(); later++) {
      if (!cut.writes(later)) {
        continue;
      }
      for (int earlier = 0; earlier < later; earlier++) {
        if (cut.writes(earlier)
            && cut.location(earlier) == cut.location(later)
            && !(cut.adds(earlier) && cut.adds(later))
            && !cut.before(earlier, later)
            && !cut.before(later, earlier)
            && !(saturation.order(earlier, later) && saturation.saturate())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Why there is no witness, after a "no" of a decision or of P-I. */
  Refutation refutation() {
    return decision == null
        ? new Refutation.Cycle(saturation.orders(), saturation.cycle())
        : new Refutation.Exhausted(saturation.orders(), decision.positions());
  }

  @Override
  public String toString() {
    return "settled at once, P-I, P-II, pairs, P-III: " + Arrays.toString(settled);
  }
}
