package dev.heddle.explore.rsmc;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Operator;

/** The locations of a litmus test. */
interface LitmusCells extends CommitLocations {
  /**
   * The size of the parts of an access, each of which is an event; the size of the access if it is
   * one event.
   */
  int part(int thread, int instruction, int bytes);

  /** The final content of an element of an object. */
  long memory(CommitState state, Observed.FinalMemory what, Architecture architecture);

  @Override
  default long signed(long content, int bytes) {
    return Operator.SIGN_EXTEND.apply(content, 8L * bytes);
  }

  @Override
  default long stored(long value, int bytes) {
    return bytes == 8 ? value : value & ((1L << (8 * bytes)) - 1);
  }
}
