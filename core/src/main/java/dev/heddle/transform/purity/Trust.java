package dev.heddle.transform.purity;

/**
 * What may be taken for granted about memory. What is claimed, somebody finds out.
 *
 * @param races where accesses in iterations that are left out may race; null if nobody asks
 * @param looks what is done about such races that depend on what the thread does later
 * @param zeroNet that nobody notices changes that are taken back
 * @param attempts the same for additions
 * @param oneMemory that all threads see one memory: orders of accesses do not matter
 */
public record Trust(
    RacingPlaces races, Looks looks, boolean zeroNet, boolean attempts, boolean oneMemory) {
  /** That nobody asks for races, and nothing else. */
  public static final Trust NONE = cautious(null, Looks.IGNORED);

  /** What is done about accesses in iterations that are left out. */
  public enum Looks {
    /** Nothing. */
    IGNORED,
    /** It is claimed that they do not race with what depends on what the thread does later. */
    CLAIMED,
    /** Each thread may do nothing in one iteration, where it may look at something. */
    REPEATED
  }

  /** Nothing is claimed about sums and mutexes. */
  public static Trust cautious(RacingPlaces races, Looks looks) {
    return new Trust(races, looks, false, false, false);
  }
}
