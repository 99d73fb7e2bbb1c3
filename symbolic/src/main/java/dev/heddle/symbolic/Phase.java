package dev.heddle.symbolic;

import java.util.Locale;

/** What a symbolic check does at a time. */
public enum Phase {
  UNROLLING,
  ENCODING,
  SOLVING,
  REPLAYING;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
