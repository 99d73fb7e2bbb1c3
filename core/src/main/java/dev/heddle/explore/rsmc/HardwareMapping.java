package dev.heddle.explore.rsmc;

/** What stands for the memory orders of C11 in the machine code that is analysed. */
public enum HardwareMapping {
  /** The instructions that compilers choose, as published for C11. */
  C11,
  /**
   * Atomic accesses are plain loads and stores, and fences of C11 do nothing; barriers in inline
   * assembly stay.
   */
  NONE
}
