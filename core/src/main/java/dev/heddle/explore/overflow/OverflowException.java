package dev.heddle.explore.overflow;

import java.io.IOException;

/** The temporary file cannot be made, written or read: the exploration cannot go on. */
public final class OverflowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OverflowException(String folder, IOException cause) {
    super(
        "what the exploration must remember does not fit into memory, and a temporary file in "
            + folder
            + " cannot be used: "
            + cause.getMessage()
            + "; make room there, or set TMPDIR to another folder",
        cause);
  }
}
