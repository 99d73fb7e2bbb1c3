package dev.heddle.explore.rsmc;

import dev.heddle.machine.MachineException;

/**
 * Accesses of different sizes to the same memory, of which models of whole accesses say nothing.
 */
final class MixedSizesException extends MachineException {
  private final String access;

  MixedSizesException(String where, int bytes, int others) {
    this("an access of %d bytes to %s, where another one has %d,".formatted(bytes, where, others));
  }

  private MixedSizesException(String access) {
    super(access + " is not supported under this model; --model rc11 or sc may check it");
    this.access = access;
  }

  /** What is done, in words, for a caller that knows where in the source that is. */
  String access() {
    return access;
  }
}
