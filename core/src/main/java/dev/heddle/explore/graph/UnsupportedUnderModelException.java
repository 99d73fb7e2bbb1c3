package dev.heddle.explore.graph;

import dev.heddle.machine.Code;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.ThreadNode;

/** A program does what has no meaning under the memory model. */
final class UnsupportedUnderModelException extends MachineException {
  private UnsupportedUnderModelException(String message) {
    super(message);
  }

  /** Names what a thread is about to do. */
  static UnsupportedUnderModelException at(Code code, ThreadNode node, String what, String models) {
    return new UnsupportedUnderModelException(
        (code.userLocation(node) + ": " + what + " has no meaning under this memory model;")
            + (" --model " + models + " can check it"));
  }
}
