package dev.heddle.explore.graph;

import dev.heddle.explore.overflow.Backlog;
import java.nio.ByteBuffer;

/**
 * What to add at a branch instead of what was added there first: the past of a write in po ∪ rf as
 * far as it lies behind the branch, the write itself, and then the event of the branch, which reads
 * from it.
 */
final class Revisit {
  /** How a revisit is packed. */
  static final Backlog.Form<Revisit> FORM =
      new Backlog.Form<>() {
        @Override
        public int bytes(Revisit revisit) {
          return 2 * Integer.BYTES + 1 + revisit.events.length;
        }

        @Override
        public void put(Revisit revisit, ByteBuffer target) {
          target.putInt(revisit.events.length).put(revisit.events);
          target.putInt(revisit.readerAlternative);
          target.put((byte) ((revisit.hasReader ? 1 : 0) | (revisit.hasThief ? 2 : 0)));
        }

        @Override
        public Revisit get(ByteBuffer source) {
          byte[] events = new byte[source.getInt()];
          source.get(events);
          int alternative = source.getInt();
          int flags = source.get();
          return new Revisit(events, alternative, (flags & 1) != 0, (flags & 2) != 0);
        }
      };

  /** The past and the write, packed: millions of revisits can wait. */
  private final byte[] events;

  private final int readerAlternative;
  private final boolean hasReader;
  private final boolean hasThief;

  /**
   * @param events the past and the write
   * @param readerAlternative which alternative the event of the branch takes
   * @param hasReader whether the event of the branch follows; else its source has been taken away
   * @param hasThief whether the last event before the reader has never been in the graph before
   */
  Revisit(AddedEvents events, int readerAlternative, boolean hasReader, boolean hasThief) {
    this(events.packed(), readerAlternative, hasReader, hasThief);
  }

  private Revisit(byte[] events, int readerAlternative, boolean hasReader, boolean hasThief) {
    this.events = events;
    this.readerAlternative = readerAlternative;
    this.hasReader = hasReader;
    this.hasThief = hasThief;
  }

  AddedEvents events() {
    return AddedEvents.unpacked(events);
  }

  int readerAlternative() {
    return readerAlternative;
  }

  boolean hasReader() {
    return hasReader;
  }

  boolean hasThief() {
    return hasThief;
  }
}
