package dev.heddle.explore.rsmc;

/**
 * The memory model M as the rules ST and LD ask for it: may an enabled event be committed so?
 * Questions come in the order of the search, with the state as it is before the commit.
 */
interface CommitModel {
  /** Events take numbers up to this. */
  void grow(int events, int stride);

  /** Turns to an enabled access, about which the next questions are. */
  void turnTo(int event);

  /**
   * Whether the store may come {@code place} stores behind the first in the coherence order of its
   * location.
   */
  boolean admitsPlace(int place);

  /**
   * Whether the load may read from a store.
   *
   * @param source {@link CommitState#INITIAL} for the initial value
   */
  boolean admitsSource(int source);

  /** Whether a load that does not read ahead may always read from the last store. */
  default boolean admitsLastSource() {
    return true;
  }

  /** Whether one committed event comes before another in the order that threads agree on. */
  boolean happensBefore(int first, int second);
}
