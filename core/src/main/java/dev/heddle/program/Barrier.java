package dev.heddle.program;

/** The barriers that hardware has instructions for, beyond what fences of C11 say. */
public enum Barrier {
  /** A fence of C11: its memory order says it all. */
  NONE,
  /** {@code sync} of POWER, {@code dmb} of ARM. */
  FULL,
  /** {@code lwsync}. */
  LIGHTWEIGHT,
  /** Between stores: {@code eieio}, {@code dmb st}. */
  STORES,
  /** From loads: {@code dmb ld}. */
  LOADS,
  /** For the fetching of instructions: {@code isync}, {@code isb}. */
  INSTRUCTIONS
}
