package dev.heddle.program;

/** A place in the user's source. Lines and columns count from 1. */
public record Location(String file, int line, int column) {
  /** What has no place in a source file. */
  public static final Location NONE = new Location("", 0, 0);

  public boolean isKnown() {
    return line > 0;
  }

  @Override
  public String toString() {
    return isKnown() ? file + ":" + line : "?";
  }
}
