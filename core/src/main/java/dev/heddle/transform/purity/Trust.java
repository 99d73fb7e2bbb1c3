package dev.heddle.transform.purity;

/**
 * What may be taken for granted about memory. What is claimed, somebody finds out.
 *
 * @param races where accesses in iterations that are left out may race; null if nobody asks
 * @param zeroNet that nobody notices changes that are taken back
 * @param attempts the same for additions
 * @param oneMemory that all threads see one memory: orders of accesses do not matter
 */
public record Trust(RacingPlaces races, boolean zeroNet, boolean attempts, boolean oneMemory) {
  /** That nobody asks for races, and nothing else. */
  public static final Trust NONE = cautious(null);

  /** Nothing is claimed. */
  public static Trust cautious(RacingPlaces races) {
    return new Trust(races, false, false, false);
  }
}
