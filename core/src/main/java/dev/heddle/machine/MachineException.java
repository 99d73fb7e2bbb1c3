package dev.heddle.machine;

/** A program needs more than the machine has; the message tells what. Never a verdict. */
public class MachineException extends RuntimeException {
  public MachineException(String message) {
    super(message);
  }
}
