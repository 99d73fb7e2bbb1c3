package dev.heddle.symbolic.unroll;

import dev.heddle.program.Global;

/**
 * A memory object of the unrolled program; each allocation of it makes one.
 *
 * @param address where it starts
 * @param global the object whose first content it has, or null if it starts empty
 * @param zeroed whether one that is made at run time is full of zeros
 * @param key the same for the same object of another unrolling
 */
public record MemoryObject(
    int number, long address, int size, Kind kind, Global global, boolean zeroed, String key) {
  /** Where an object comes from. */
  public enum Kind {
    GLOBAL,
    THREAD_LOCAL,
    HEAP,
    STACK,
    /** A stack object that no other thread can get hold of. */
    PRIVATE
  }

  /** Whether all of it has a value from the start. */
  public boolean isInitialized() {
    return global != null || zeroed;
  }

  public boolean isConstant() {
    return kind == Kind.GLOBAL && global.constant();
  }

  /** Whether its life can end before the program does. */
  public boolean canEnd() {
    return kind == Kind.HEAP || kind == Kind.STACK;
  }

  boolean contains(long at, int bytes) {
    long offset = at - address;
    return offset >= 0 && offset + bytes <= size;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    return key;
  }
}
