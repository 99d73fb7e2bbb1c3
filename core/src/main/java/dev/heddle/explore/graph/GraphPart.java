package dev.heddle.explore.graph;

import dev.heddle.explore.References;
import dev.heddle.explore.overflow.Overflow;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an exploration that anybody can take up: all that is left at the branches on the way to
 * a graph. Other parts may have the first of these branches, too; whatever is found to be left
 * there is left there for all of them.
 *
 * @param events those in front of the last branch
 * @param branches the points on the way, the earliest first
 * @param entries what the graph has of the event of each branch but the last
 */
record GraphPart(AddedEvents events, List<BranchPoint> branches, List<Entry> entries) {
  /** What a graph has of the event of a branch. */
  enum Entry {
    /** It is there, right in front of the next branch, and later writes may be given to it. */
    REVISITABLE,
    /** Its thread goes on waiting although it need not. */
    PARKED,
    /** Whatever else: nobody comes back to it. */
    SETTLED
  }

  private static final Entry[] ENTRIES = Entry.values();

  /** Writes parts. */
  static void write(List<GraphPart> parts, DataOutputStream out) throws IOException {
    References.Writer<BranchPoint> references =
        new References.Writer<>(out, (branch, to) -> branch.write(to));
    out.writeInt(parts.size());
    for (GraphPart part : parts) {
      part.events.write(out);
      out.writeInt(part.entries.size());
      for (int i = 0; i < part.entries.size(); i++) {
        references.write(part.branches.get(i));
        out.writeByte(part.entries.get(i).ordinal());
      }
      references.write(part.branches.get(part.entries.size()));
    }
  }

  /** Goes back to what was written. */
  static List<GraphPart> read(DataInputStream in, Overflow overflow) throws IOException {
    References.Reader<BranchPoint> references =
        new References.Reader<>(in, from -> BranchPoint.read(from, overflow));
    List<GraphPart> parts = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      AddedEvents events = AddedEvents.read(in);
      List<BranchPoint> branches = new ArrayList<>();
      List<Entry> entries = new ArrayList<>();
      for (int entered = in.readInt(); entered > 0; entered--) {
        branches.add(references.read());
        entries.add(ENTRIES[in.readByte()]);
      }
      branches.add(references.read());
      parts.add(new GraphPart(events, branches, entries));
    }
    return parts;
  }
}
