package dev.heddle.frontend.litmus.generate;

/** A cycle or a name that gives no test; the message says why. */
public final class GenerationException extends Exception {
  private static final long serialVersionUID = 1;

  GenerationException(String message) {
    super(message);
  }
}
