package dev.heddle.symbolic.unroll;

import dev.heddle.symbolic.term.Term;

/** Memory in which every content is a term. */
public interface CellMemory {
  /** The bytes at a place, the first being the lowest; anything where they are not initialised. */
  Term read(MemoryObject object, int offset, int bytes);

  /** Bit i tells whether byte i at a place is initialised. */
  Term initialized(MemoryObject object, int offset, int bytes);

  /**
   * Writes when a condition holds.
   *
   * @param present bit i tells whether byte i is initialised afterwards
   */
  void write(MemoryObject object, int offset, int bytes, Term value, Term present, Term condition);

  /** Whether the life of an object is over. */
  Term isOver(MemoryObject object);

  /** Ends the life of an object when a condition holds. */
  void end(MemoryObject object, Term condition);
}
