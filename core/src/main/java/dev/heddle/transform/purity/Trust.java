package dev.heddle.transform.purity;

/**
 * What may be taken for granted about memory. What is claimed, somebody finds out.
 *
 * @param raceFree that plain accesses in iterations that are left out race with nothing, or that
 *     nobody asks
 * @param zeroNet that nobody notices changes that are taken back
 * @param attempts the same for additions
 * @param oneMemory that all threads see one memory: orders of accesses do not matter
 */
public record Trust(boolean raceFree, boolean zeroNet, boolean attempts, boolean oneMemory) {
  /** That nobody asks for races, and nothing else. */
  public static final Trust NONE = cautious(true);

  /** Nothing is claimed. */
  public static Trust cautious(boolean raceFree) {
    return new Trust(raceFree, false, false, false);
  }
}
