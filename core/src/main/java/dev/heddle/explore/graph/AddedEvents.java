package dev.heddle.explore.graph;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Events in the order in which they are added to a graph. Sources and places are numbers of events,
 * which an event has by how many were added before it.
 */
final class AddedEvents {
  private static final int THREAD = 0;
  private static final int SOURCE = 1;
  private static final int ALTERNATIVE = 2;
  private static final int PLACE = 3;
  private static final int STRIDE = 4;

  /** Thread, source, alternative and place of each. */
  private final int[] events;

  AddedEvents(int length) {
    events = new int[STRIDE * length];
  }

  int length() {
    return events.length / STRIDE;
  }

  /**
   * @param place the write right behind which a write comes in mo, where mo is total
   */
  void set(int i, int thread, int source, int alternative, int place) {
    int at = STRIDE * i;
    events[at + THREAD] = thread;
    events[at + SOURCE] = source;
    events[at + ALTERNATIVE] = alternative;
    events[at + PLACE] = place;
  }

  /** Adds one of them to the graph; false if that would not be consistent. */
  boolean add(int i, Extension extension) {
    int at = STRIDE * i;
    return extension.add(
        events[at + THREAD], events[at + SOURCE], events[at + ALTERNATIVE], events[at + PLACE]);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(length());
    for (int number : events) {
      out.writeInt(number);
    }
  }

  static AddedEvents read(DataInputStream in) throws IOException {
    AddedEvents read = new AddedEvents(in.readInt());
    for (int i = 0; i < read.events.length; i++) {
      read.events[i] = in.readInt();
    }
    return read;
  }

  // ---- As few bytes -------------------------------------------------------------------------

  /**
   * The same in few bytes. Of most events, thread and source are all there is to say; numbers are
   * written in groups of seven bits, the lowest first.
   */
  byte[] packed() {
    ByteBuffer target = ByteBuffer.allocate(5 * (events.length + 1));
    put(length(), target);
    for (int at = 0; at < events.length; at += STRIDE) {
      boolean isPlain = events[at + ALTERNATIVE] == 0 && events[at + PLACE] == Extension.ANYWHERE;
      put(2 * events[at + THREAD] + (isPlain ? 0 : 1), target);
      put(events[at + SOURCE], target);
      if (!isPlain) {
        put(events[at + ALTERNATIVE], target);
        put(events[at + PLACE], target);
      }
    }
    return Arrays.copyOf(target.array(), target.position());
  }

  static AddedEvents unpacked(byte[] packed) {
    ByteBuffer source = ByteBuffer.wrap(packed);
    AddedEvents unpacked = new AddedEvents(get(source));
    for (int i = 0; i < unpacked.length(); i++) {
      int thread = get(source);
      boolean isPlain = (thread & 1) == 0;
      unpacked.set(
          i,
          thread >> 1,
          get(source),
          isPlain ? 0 : get(source),
          isPlain ? Extension.ANYWHERE : get(source));
    }
    return unpacked;
  }

  private static void put(int number, ByteBuffer target) {
    int left = (number << 1) ^ (number >> 31); // Numbers just below 0 become small, too.
    for (; left >>> 7 != 0; left >>>= 7) {
      target.put((byte) (left | 0x80));
    }
    target.put((byte) left);
  }

  private static int get(ByteBuffer source) {
    int number = 0;
    for (int shift = 0; ; shift += 7) {
      byte group = source.get();
      number |= (group & 0x7f) << shift;
      if (group >= 0) {
        return (number >>> 1) ^ -(number & 1);
      }
    }
  }
}
