package dev.heddle.model.axiomatic;

import java.util.BitSet;
import java.util.Set;

/**
 * An access or a fence on a path of one thread, before addresses and values are known. Indices in
 * the dependencies are those of events of the same path.
 *
 * @param address null for a fence for all of memory
 * @param value what a write stores; null for others
 * @param size in bytes; zero for a fence
 * @param instruction where it comes from
 * @param instance which execution of an instruction on this path it belongs to
 * @param partner the read that this write forms a read-modify-write with, or -1
 * @param conditional that pair is a load with reservation and a conditional store
 */
record PathEvent(
    Kind kind,
    Term address,
    Term value,
    int size,
    Set<String> tags,
    int instruction,
    int instance,
    BitSet addr,
    BitSet data,
    BitSet ctrl,
    int partner,
    boolean conditional) {
  enum Kind {
    READ,
    WRITE,
    FENCE
  }
}
