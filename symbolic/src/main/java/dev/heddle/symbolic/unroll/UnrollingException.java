package dev.heddle.symbolic.unroll;

import dev.heddle.machine.MachineException;
import dev.heddle.program.Location;

/** A program that cannot be unrolled; the message says where, why, and what to do. */
public final class UnrollingException extends MachineException {
  public UnrollingException(Location location, String message) {
    super(location.isKnown() ? location + ": " + message : message);
  }
}
