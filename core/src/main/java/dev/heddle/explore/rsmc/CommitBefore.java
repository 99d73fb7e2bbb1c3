package dev.heddle.explore.rsmc;

/**
 * The commit-before function cb of section 2: which events must be committed before another. The
 * order is the transitive closure of what is said here and of rf.
 */
interface CommitBefore {
  /** Adds to {@code row[event]} the direct predecessors that are known as the event is fetched. */
  void addPredecessors(FetchedEvents state, int event, EventRows row);

  /**
   * Adds to {@code row[access]} the direct predecessors that depend on locations, of an access that
   * is enabled or committed.
   */
  void addAtLocation(CommitState state, int access, EventRows row);

  /**
   * Whether those are committed, of an access whose other predecessors are; false also if an
   * earlier access goes nowhere, behind which nothing happens.
   */
  boolean isSettledAt(CommitState state, int access, int where);

  /**
   * Whether a load may read from a store of its thread that is not committed. Then rf within a
   * thread is not a part of the order.
   */
  default boolean forwards() {
    return false;
  }
}
