package dev.heddle.explore.rsmc;

/**
 * The commit-before function cb of section 2: which events must be committed before another. The
 * order is the transitive closure of what is said here and of rf, which every cb contains.
 */
interface CommitBefore {
  /** Adds to {@code row[event]} the direct predecessors that are known as the event is fetched. */
  void addPredecessors(CommitState state, int event, EventRows row);

  /** Whether po-loc is a part. */
  boolean keepsLocations();
}
