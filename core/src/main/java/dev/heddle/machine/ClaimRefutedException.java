package dev.heddle.machine;

/** A program does something with which a transformation has not reckoned; see {@link Claims}. */
public final class ClaimRefutedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final boolean isAboutLooks;

  ClaimRefutedException() {
    this(false);
  }

  /**
   * @param isAboutLooks whether it is about what threads look at in iterations that are left out
   */
  ClaimRefutedException(boolean isAboutLooks) {
    super("what was taken for granted about memory is not true", null, false, false);
    this.isAboutLooks = isAboutLooks;
  }

  /** Whether a race of an iteration that was left out may have been missed, and nothing else. */
  public boolean isAboutLooks() {
    return isAboutLooks;
  }
}
