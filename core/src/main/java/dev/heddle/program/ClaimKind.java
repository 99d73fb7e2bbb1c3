package dev.heddle.program;

/** What a transformation has taken for granted about a place in memory. */
public enum ClaimKind {
  /**
   * While threads run side by side, it changes only by additions whose results nobody uses, and by
   * those of threads that wait for their moment, which add something positive.
   */
  RISING_SUM,
  /** The same, but threads that wait add something negative. */
  FALLING_SUM,
  /**
   * While threads run side by side, it changes only by additions whose results nobody uses, and by
   * those of threads that wait for their moment; somebody raises it for a while.
   */
  RAISED_SUM,
  /** The same, but somebody lowers it for a while. */
  LOWERED_SUM,
  /** While threads run side by side, it is a mutex that threads lock, waiting, and unlock. */
  LOCK,
  /** While threads run side by side, only the thread that gets here writes it. */
  OWNED,
  /**
   * While threads run side by side, only the thread that gets here accesses it, and not where it is
   * {@link #NOT_PASSING}.
   */
  PASSING,
  /** The thread that gets here reads it and counts on what is there. */
  NOT_PASSING,
  /** Nothing: a loop begins, or begins anew, in which accesses of one of the kinds below are. */
  LOOKING,
  /**
   * The thread may read it here without marking that as atomic, in an iteration that is left out.
   * No access that would conflict with that comes of what the thread has done without
   * happens-before.
   */
  PLAIN_LOOK,
  /** The same, but the access is atomic. */
  ATOMIC_LOOK,
  /** The same, but the access is an atomic update that leaves what it finds. */
  VAIN_UPDATE;

  /** Whether it is about accesses in iterations that are left out. */
  public boolean isOfLook() {
    return compareTo(LOOKING) >= 0;
  }
}
