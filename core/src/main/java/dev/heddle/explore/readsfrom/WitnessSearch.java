package dev.heddle.explore.readsfrom;

import java.util.Arrays;

/**
 * GetWitness: whether a trace is consistent, and if so an execution that shows it.
 *
 * <p>OOPSLA 2019, section 5 (see {@link Saturation}). Sound and complete. Deviations:
 *
 * <ol>
 *   <li>Before all phases the events are run in the order of the guiding execution; most traces
 *       that are consistent are seen to be so at once.
 *   <li>Algorithm 2 runs only when {@link WitnessConstruction} gets stuck under the saturated
 *       order.
 * </ol>
 */
final class WitnessSearch {
  /** What the first two phases can say. */
  enum Answer {
    CONSISTENT,
    INCONSISTENT,
    UNKNOWN
  }

  private final Saturation saturation = new Saturation();
  private final WitnessConstruction construction = new WitnessConstruction();

  /** The witness after a "consistent": events of the cut in order. */
  private int[] witness = {};

  /** How often each step has settled the question: at once, P-I, P-II, pairs of writes, P-III. */
  final long[] settled = new long[5];

  int[] witness() {
    return witness;
  }

  /** Whether the cut has a witness; {@code last} are events at its end that come after all else. */
  boolean isConsistent(Cut cut, int strict, int lastFrom) {
    if (construction.run(cut, false, strict, lastFrom)) {
      witness = construction.witness;
      settled[0]++;
      return true;
    }
    return decide(cut, lastFrom);
  }

  /** The three phases. */
  boolean decide(Cut cut, int lastFrom) {
    Answer answer = saturate(cut, lastFrom);
    if (answer == Answer.INCONSISTENT) {
      settled[1]++;
      return false;
    }
    if (construct(cut, lastFrom) == Answer.CONSISTENT) {
      return true;
    }
    settled[4]++;
    saturate(cut, lastFrom);
    int[] found = new ConsistencyDecision(cut).decide();
    if (found != null) {
      witness = found;
    }
    return found != null;
  }

  /** P-I. */
  Answer saturate(Cut cut, int lastFrom) {
    saturation.start(cut);
    for (int e = lastFrom; e < cut.size; e++) {
      saturation.last(e, lastFrom);
    }
    return saturation.saturate() ? Answer.UNKNOWN : Answer.INCONSISTENT;
  }

  /** P-II, after P-I. */
  Answer construct(Cut cut, int lastFrom) {
    if (construction.run(cut, true, -1, lastFrom)) {
      witness = construction.witness;
      settled[2]++;
      return Answer.CONSISTENT;
    }
    if (orderWrites(cut) && construction.run(cut, true, -1, lastFrom)) {
      witness = construction.witness;
      settled[3]++;
      return Answer.CONSISTENT;
    }
    return Answer.UNKNOWN;
  }

  /** Algorithm 2, lines 4 to 8: orders unordered pairs of writes as the guiding execution does. */
  private boolean orderWrites(Cut cut) {
    for (int later = 0; later < cut.size; later++) {
      if (!cut.writes[later]) {
        continue;
      }
      for (int earlier = 0; earlier < later; earlier++) {
        if (cut.writes[earlier]
            && cut.location[earlier] == cut.location[later]
            && !cut.before(earlier, later)
            && !cut.before(later, earlier)
            && !(saturation.order(earlier, later) && saturation.saturate())) {
          return false;
        }
      }
    }
    return true;
  }

  /** After P-I said no: the events whose order is cyclic. */
  int[] cycle() {
    return saturation.cycle();
  }

  @Override
  public String toString() {
    return "settled at once, P-I, P-II, pairs, P-III: " + Arrays.toString(settled);
  }
}
