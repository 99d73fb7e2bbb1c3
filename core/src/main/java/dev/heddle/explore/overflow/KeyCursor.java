package dev.heddle.explore.overflow;

/** Goes through keys in their order. */
interface KeyCursor {
  /** Goes to the next key; false behind the last one. */
  boolean next();

  long first();

  long second();
}
