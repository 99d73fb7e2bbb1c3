package dev.heddle.transform.purity;

/**
 * What may be taken for granted about memory, as long as somebody finds out whether it is true.
 *
 * @param zeroNet that nobody notices changes that are taken back
 * @param oneMemory that all threads see one memory: orders of accesses do not matter, and additions
 *     that nobody looks at are independent
 */
public record Trust(boolean zeroNet, boolean oneMemory) {
  public static final Trust NONE = new Trust(false, false);
}
