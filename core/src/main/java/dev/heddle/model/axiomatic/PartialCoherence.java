package dev.heddle.model.axiomatic;

import dev.heddle.model.axiomatic.CandidateExecution.Base;
import java.util.Arrays;

/**
 * Whether the sources that some reads of a location have leave an order of its writes in which each
 * thread sees no older write after a newer one. What is not known yet is not held against them.
 */
final class PartialCoherence {
  /** The writes of more than that are ordered only when all reads have their sources. */
  private static final int MAX_WRITES = Long.SIZE;

  private final CandidateEvents events;
  private final CandidateValues values;
  private final BitMatrix po;

  /** The number of a write among those to the location, or -1. */
  private final int[] number;

  private final int[] writes;
  private final int[] reads;

  /** By number: the writes that come later, as bits. */
  private final long[] later = new long[MAX_WRITES];

  PartialCoherence(CandidateEvents events, CandidateValues values, CandidateExecution execution) {
    this.events = events;
    this.values = values;
    po = execution.relation(Base.PO);
    number = new int[events.size()];
    writes = new int[events.size()];
    reads = new int[events.size()];
  }

  boolean isPossible(long address) {
    Arrays.fill(number, -1);
    int writeCount = 0;
    int readCount = 0;
    for (int event = 0; event < events.size(); event++) {
      if (events.isWrite(event)) {
        if (values.locate(event) && values.result() == address) {
          number[event] = writeCount;
          writes[writeCount++] = event;
        }
      } else if (events.isRead(event)
          && values.sources()[event] >= 0
          && values.locate(event)
          && values.result() == address) {
        reads[readCount++] = event;
      }
    }
    // What a single read may see is known without the others.
    if (readCount < 2 || writeCount > MAX_WRITES) {
      return true;
    }
    orderWrites(writeCount);
    for (int i = 0; i < readCount; i++) {
      orderBy(reads[i], writeCount, readCount);
    }
    return isAcyclic(writeCount);
  }

  /** Initial writes are first, and CoWW: the writes of a thread are in its order. */
  private void orderWrites(int writeCount) {
    Arrays.fill(later, 0, writeCount, 0);
    for (int i = 0; i < writeCount; i++) {
      for (int k = 0; k < writeCount; k++) {
        if (i != k && (events.isInitial(writes[i]) || po.get(writes[i], writes[k]))) {
          put(i, k);
        }
      }
    }
  }

  /** CoWR, CoRW and CoRR. */
  private void orderBy(int read, int writeCount, int readCount) {
    int source = number[values.sources()[read]];
    if (source < 0) {
      return;
    }
    for (int i = 0; i < writeCount; i++) {
      if (i != source && po.get(writes[i], read)) {
        put(i, source);
      } else if (i != source && po.get(read, writes[i])) {
        put(source, i);
      }
    }
    for (int i = 0; i < readCount; i++) {
      int other = number[values.sources()[reads[i]]];
      if (other >= 0 && other != source && po.get(read, reads[i])) {
        put(source, other);
      }
    }
  }

  private void put(int write, int after) {
    later[write] |= 1L << after;
  }

  private boolean isAcyclic(int writeCount) {
    for (int middle = 0; middle < writeCount; middle++) {
      for (int write = 0; write < writeCount; write++) {
        if ((later[write] >>> middle & 1) != 0) {
          later[write] |= later[middle];
        }
      }
    }
    for (int write = 0; write < writeCount; write++) {
      if ((later[write] >>> write & 1) != 0) {
        return false;
      }
    }
    return true;
  }
}
