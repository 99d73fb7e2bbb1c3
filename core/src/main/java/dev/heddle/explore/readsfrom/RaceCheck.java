package dev.heddle.explore.readsfrom;

/** What an exploration does about data races. */
public enum RaceCheck {
  /** It does not look for them. */
  OFF,
  /** They are violations. */
  VIOLATIONS,
  /**
   * The exploration shows that there are none, and that accesses conflict without being ordered by
   * happens-before only if both are sequentially consistent; else it ends ({@link
   * NotSequentialException}, or a violation if it is a data race).
   */
  FREEDOM
}
