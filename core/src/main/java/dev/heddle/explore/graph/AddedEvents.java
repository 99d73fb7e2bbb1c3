package dev.heddle.explore.graph;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

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
}
