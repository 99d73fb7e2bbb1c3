package dev.heddle.explore.rsmc;

/**
 * What a load that is half of an atomic update, or that waits, makes of what it finds. A plain load
 * has none.
 */
interface LoadCondition {
  /** Whether the load need not wait any longer. */
  boolean isPossible(long content, boolean isInitial);

  /** Whether a store follows, with which the load forms an atomic pair. */
  boolean writes(long content);
}
