package dev.heddle.explore.graph;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What to add at a branch instead of what was added there first: the past of a write in po ∪ rf as
 * far as it lies behind the branch, the write itself, and then the event of the branch, which reads
 * from it.
 *
 * @param events the past and the write
 * @param readerAlternative which alternative the event of the branch takes
 * @param hasReader whether the event of the branch follows; else its source has been taken away
 * @param hasThief whether the last event before the reader has never been in the graph before
 */
record Revisit(AddedEvents events, int readerAlternative, boolean hasReader, boolean hasThief) {
  void write(DataOutputStream out) throws IOException {
    events.write(out);
    out.writeInt(readerAlternative);
    out.writeBoolean(hasReader);
    out.writeBoolean(hasThief);
  }

  static Revisit read(DataInputStream in) throws IOException {
    return new Revisit(AddedEvents.read(in), in.readInt(), in.readBoolean(), in.readBoolean());
  }
}
