package dev.heddle.program;

/** What can go wrong in an execution; the name is the one that reports show. */
public enum FailureKind {
  ASSERTION("assertion"),
  ABORT("abort"),
  DEADLOCK("deadlock"),
  LIVELOCK("livelock"),
  DATA_RACE("data-race"),
  /** A memory model that is a file raises a flag. */
  FLAGGED("flagged"),
  USE_AFTER_FREE("use-after-free"),
  DOUBLE_FREE("double-free"),
  INVALID_FREE("invalid-free"),
  OUT_OF_BOUNDS("out-of-bounds"),
  NULL_ACCESS("null-access"),
  INVALID_ACCESS("invalid-access"),
  UNINITIALIZED_READ("uninitialized-read"),
  UNLOCK_NOT_HELD("unlock-not-held"),
  LOCK_MISUSE("lock-misuse"),
  DIVISION_BY_ZERO("division-by-zero"),
  SIGNED_OVERFLOW("signed-overflow"),
  INVALID_SHIFT("invalid-shift"),
  REACH_ERROR("reach-error");

  private final String label;

  FailureKind(String label) {
    this.label = label;
  }

  /** Whether what goes wrong is that threads wait forever. */
  public boolean isWaiting() {
    return this == DEADLOCK || this == LIVELOCK;
  }

  /** Whether it may be that an access is not ordered with the beginning or end of its object. */
  public boolean isOfLives() {
    return this == USE_AFTER_FREE || this == INVALID_ACCESS;
  }

  public String label() {
    return label;
  }
}
