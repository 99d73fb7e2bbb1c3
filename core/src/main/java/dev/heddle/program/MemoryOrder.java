package dev.heddle.program;

/** The C11 order of a memory access; {@link #PLAIN} is an access that is not atomic. */
public enum MemoryOrder {
  PLAIN,
  RELAXED,
  ACQUIRE,
  RELEASE,
  ACQUIRE_RELEASE,
  SEQUENTIALLY_CONSISTENT;

  public boolean isAtomic() {
    return this != PLAIN;
  }
}
