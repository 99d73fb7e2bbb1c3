package dev.heddle.frontend.llvm;

import dev.heddle.program.Location;

/**
 * A construct that Heddle does not support. It is thrown where the construct is found and gets its
 * place from whoever knows it; the user sees it as an {@link InputException}.
 */
final class UnsupportedException extends RuntimeException {
  private final transient Location location;

  UnsupportedException(String message) {
    this(message, Location.NONE);
  }

  private UnsupportedException(String message, Location location) {
    super(message);
    this.location = location;
  }

  /** The same at a place, unless it has one. */
  UnsupportedException at(Location place) {
    return location.isKnown() ? this : new UnsupportedException(getMessage(), place);
  }

  Location location() {
    return location;
  }
}
