package dev.heddle.model.axiomatic;

/** A litmus test has more paths or events than the engine takes on. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooLargeException(String message) {
    super(message);
  }
}
