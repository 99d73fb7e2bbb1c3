package dev.heddle.model;

/** An execution has an event that the model does not define, such as an SC access under RC20. */
public final class UnsupportedEventException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnsupportedEventException(String message) {
    super(message);
  }
}
