package dev.heddle.frontend.llvm;

/**
 * An input that cannot be checked: a message for the user that says what, where, and what to do.
 * Several lines are allowed (a compiler's own diagnostics follow the first one).
 */
public final class InputException extends Exception {
  public InputException(String message) {
    super(message);
  }

  public InputException(String message, Throwable cause) {
    super(message, cause);
  }
}
