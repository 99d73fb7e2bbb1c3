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
  OWNED
}
