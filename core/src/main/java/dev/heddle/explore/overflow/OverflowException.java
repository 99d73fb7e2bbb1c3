package dev.heddle.explore.overflow;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The temporary file cannot be made, written or read: the exploration cannot go on. */
public final class OverflowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OverflowException(Path folder, IOException cause) {
    super(
        "what the exploration must remember does not fit into memory, and a temporary file in "
            + folder
            + " cannot be used: "
            + reason(cause)
            + "; make room there, or set TMPDIR to another folder",
        cause);
  }

  private static String reason(IOException cause) {
    return cause instanceof NoSuchFileException ? "there is no such folder" : cause.getMessage();
  }
}
