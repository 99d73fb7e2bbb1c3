package dev.heddle.explore.readsfrom;

/**
 * A program has executions that a reads-from relation between events does not describe; the message
 * names the two events and says what to do. Never a verdict.
 */
public final class NoReadsFromException extends RuntimeException {
  public NoReadsFromException(String message) {
    super(message);
  }
}
