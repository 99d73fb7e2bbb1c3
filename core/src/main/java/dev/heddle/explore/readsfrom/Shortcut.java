package dev.heddle.explore.readsfrom;

import java.util.EnumSet;
import java.util.Set;

/**
 * What the paper does not have and only makes {@link GetWitness} faster. Each can be left out; what
 * is explored stays the same.
 */
public enum Shortcut {
  /** The operation is put into the execution as it is: {@link Insertion}. */
  INSERTION,
  /** Short cycles are seen in the clocks of the execution: {@link QuickRefutation}. */
  QUICK_REFUTATION,
  /**
   * The source is put off until it is not too early any more: {@link Postponement}. Sound only
   * behind {@link #QUICK_REFUTATION}, and not taken without it.
   */
  POSTPONEMENT,
  /** The events of the cut are run in the order of the execution before the phases begin. */
  GUIDED_RUN,
  /** P-I starts from what is known of a prefix: {@link SaturatedPrefixes}. */
  SATURATED_PREFIX;

  static final Set<Shortcut> ALL = EnumSet.allOf(Shortcut.class);
}
