package dev.heddle.explore.readsfrom;

import dev.heddle.explore.References;
import dev.heddle.explore.overflow.Overflow;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An exploration at rest: no execution is under way, and all that is left is in the schedules of
 * traces. Each trace, and each item that waits in the frontier, is a part that can be explored on
 * its own, provided that what two of them know of a common prefix stays one object.
 */
final class RestingExploration {
  private RestingExploration() {}

  /** Writes down what is left. */
  static void write(List<WorkItem> items, DataOutputStream out) throws IOException {
    References.Writer<Schedules> references =
        new References.Writer<>(out, (schedules, to) -> schedules.write(to));
    out.writeInt(items.size());
    for (WorkItem item : items) {
      Trace prefix = item.prefix();
      out.writeInt(prefix.length());
      for (int place = 0; place < prefix.length(); place++) {
        out.writeShort(prefix.thread(place));
        out.writeByte((prefix.isWaiting(place) ? 2 : 0) | (prefix.isMarked(place) ? 1 : 0));
        references.write(prefix.schedules(place));
      }
      references.write(item.schedules());
      out.writeBoolean(item.schedule() != null);
      if (item.schedule() != null) {
        item.schedule().write(out);
      }
    }
  }

  /** Goes back to what was written. */
  static List<WorkItem> read(DataInputStream in, Overflow overflow) throws IOException {
    References.Reader<Schedules> references =
        new References.Reader<>(in, from -> Schedules.read(from, overflow));
    List<WorkItem> items = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      Trace prefix = new Trace();
      for (int places = in.readInt(); places > 0; places--) {
        int thread = in.readShort();
        int flags = in.readByte();
        if ((flags & 2) != 0) {
          prefix.pushWaiting(thread);
        } else {
          prefix.push(thread, (flags & 1) != 0);
        }
        prefix.setSchedules(prefix.length() - 1, references.read());
      }
      Schedules schedules = references.read();
      items.add(new WorkItem(prefix, schedules, in.readBoolean() ? Schedule.read(in) : null));
    }
    return items;
  }
}
