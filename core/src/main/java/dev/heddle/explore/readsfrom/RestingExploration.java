package dev.heddle.explore.readsfrom;

import dev.heddle.explore.Checkpointing;
import dev.heddle.explore.Tally;
import dev.heddle.machine.ThreadNumbers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * An exploration at rest: no execution is under way, and all that is left is in the schedules of
 * traces. Each trace, and each item that waits in the frontier, is a part that can be explored on
 * its own, provided that what two of them know of a common prefix stays one object.
 */
final class RestingExploration {
  private final ThreadNumbers numbers;
  private final List<WorkItem> items;

  private RestingExploration(ThreadNumbers numbers, List<WorkItem> items) {
    this.numbers = numbers;
    this.items = items;
  }

  ThreadNumbers numbers() {
    return numbers;
  }

  /** What is left. */
  List<WorkItem> items() {
    return items;
  }

  /** Writes down what was counted, the numbers of threads, and what is left. */
  static byte[] write(Tally tally, ThreadNumbers numbers, List<WorkItem> items) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      tally.write(out);
      numbers.write(out);
      new Writer(out).write(items);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Memory has no such errors.
    }
    return bytes.toByteArray();
  }

  /** Goes back to what was written. */
  static RestingExploration read(byte[] state, Tally tally) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
      tally.read(in);
      ThreadNumbers numbers = ThreadNumbers.read(in);
      return new RestingExploration(numbers, new Reader(in).read());
    } catch (IOException | RuntimeException e) {
      throw new Checkpointing.DamagedException(e);
    }
  }

  private static final class Writer {
    private final DataOutputStream out;
    private final IdentityHashMap<Schedules, Integer> written = new IdentityHashMap<>();

    Writer(DataOutputStream out) {
      this.out = out;
    }

    void write(List<WorkItem> items) throws IOException {
      out.writeInt(items.size());
      for (WorkItem item : items) {
        Trace prefix = item.prefix();
        out.writeInt(prefix.length());
        for (int place = 0; place < prefix.length(); place++) {
          out.writeShort(prefix.thread(place));
          out.writeByte((prefix.isWaiting(place) ? 2 : 0) | (prefix.isMarked(place) ? 1 : 0));
          write(prefix.schedules(place));
        }
        write(item.schedules());
        out.writeBoolean(item.schedule() != null);
        if (item.schedule() != null) {
          item.schedule().write(out);
        }
      }
    }

    /** Its number, and when it comes first, its content; -1 for none. */
    private void write(Schedules schedules) throws IOException {
      if (schedules == null) {
        out.writeInt(-1);
        return;
      }
      Integer known = written.putIfAbsent(schedules, written.size());
      out.writeInt(known == null ? written.size() - 1 : known);
      if (known == null) {
        schedules.write(out);
      }
    }
  }

  private static final class Reader {
    private final DataInputStream in;
    private final List<Schedules> known = new ArrayList<>();

    Reader(DataInputStream in) {
      this.in = in;
    }

    List<WorkItem> read() throws IOException {
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
          prefix.setSchedules(prefix.length() - 1, readSchedules());
        }
        Schedules schedules = readSchedules();
        items.add(new WorkItem(prefix, schedules, in.readBoolean() ? Schedule.read(in) : null));
      }
      return items;
    }

    private Schedules readSchedules() throws IOException {
      int number = in.readInt();
      if (number < 0) {
        return null;
      }
      if (number == known.size()) {
        known.add(Schedules.read(in));
      } else {
        known.get(number).share();
      }
      return known.get(number);
    }
  }
}
