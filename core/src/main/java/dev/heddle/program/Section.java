package dev.heddle.program;

/**
 * What an atomic section is made of.
 *
 * @param order the memory order of a section that is one operation, else plain
 * @param failure the same if the operation does not write
 */
public record Section(Kind kind, MemoryOrder order, MemoryOrder failure) {
  /** What stands between its begin and its end. */
  public enum Kind {
    /** Whatever the program says. */
    ANY,
    /** Two loads, or two stores, of adjacent words of 8 bytes, as one operation on both. */
    WIDE_ACCESS,
    /** Two such loads, and perhaps two stores behind them. */
    WIDE_UPDATE
  }

  /** A section of the program's own. */
  public static final Section ANY = new Section(Kind.ANY, MemoryOrder.PLAIN, MemoryOrder.PLAIN);
}
