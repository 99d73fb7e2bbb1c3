package dev.heddle.graph;

import java.io.IOException;

/** An input that is not a trace; the message names the line or, in the binary form, the event. */
public final class MalformedTraceException extends IOException {
  private static final long serialVersionUID = 1;

  public MalformedTraceException(String message) {
    super(message);
  }

  public MalformedTraceException(String message, Throwable cause) {
    super(message, cause);
  }
}
