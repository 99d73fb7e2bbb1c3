package dev.heddle.explore.rsmc;

/** The locations that accesses are about, numbered as they come up. */
interface CommitLocations {
  /** An address that is none. */
  int STRAY = -2;

  /** How many locations have come up. */
  int count();

  /** The location at an address, or {@link #STRAY} if there is none. */
  int at(long address, int bytes);

  /** Whether some accesses are of several locations, with an event for each. */
  default boolean splitAccesses() {
    return false;
  }

  /** What a location contains before the first store. */
  long initial(int location);

  /** What remains of a value in so many bytes of memory. */
  long stored(long value, int bytes);

  /** What a load of so many bytes gets that finds a content and extends its sign. */
  long signed(long content, int bytes);
}
