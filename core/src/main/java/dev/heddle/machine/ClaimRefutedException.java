package dev.heddle.machine;

/** A program does something with which a transformation has not reckoned; see {@link Claims}. */
public final class ClaimRefutedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClaimRefutedException() {
    super("what was taken for granted about memory is not true", null, false, false);
  }
}
