package dev.heddle.execution;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.LeftOutLooks;
import dev.heddle.machine.Machine;
import dev.heddle.machine.OperationSemantics;
import dev.heddle.machine.ThreadNode;
import java.util.Arrays;

/** What the events of an execution on one memory depend on, by po ∪ rf, as vector clocks. */
final class Dependences {
  private final Machine machine;
  private final LeftOutLooks looks;
  private int stride = 1;

  /** Row p: up to which event of each thread the event at place p depends on it. */
  private int[] porf = new int[64];

  /** By thread: the place of its latest event plus 1. */
  private int[] last = new int[1];

  /** By byte: the place of the latest write plus 1. */
  private int[] writer = new int[64];

  Dependences(Machine machine, LeftOutLooks looks) {
    this.machine = machine;
    this.looks = looks;
  }

  /** Tells of the accesses that depend on more of another thread than happens before them. */
  void tell(DataRaces races, SequenceClocks hb) {
    stride = machine.threads();
    last = last.length < stride ? new int[stride] : last;
    Arrays.fill(last, 0);
    Arrays.fill(writer, 0);
    if (porf.length < machine.length() * stride) {
      porf = new int[2 * machine.length() * stride];
    }
    for (int p = 0; p < machine.length(); p++) {
      append(p);
      for (int t = 0; t < stride; t++) {
        int needed = porf[p * stride + t];
        if (needed > hb.hb(p, t) && mayHaveLooked(t, hb, hb.hb(p, t), needed, p)) {
          tell(races, p, t);
        }
      }
    }
  }

  /** Whether a thread came by a loop with looks between two of its events. */
  private boolean mayHaveLooked(int t, SequenceClocks clocks, int from, int to, int end) {
    for (int p = end - 1; p >= 0; p--) {
      int event = machine.event(p);
      int index = clocks.index(p);
      if (machine.thread(event) == t
          && index > from
          && index <= to
          && machine.operation(event).isBehindLooks()) {
        return true;
      }
    }
    return false;
  }

  private void tell(DataRaces races, int p, int t) {
    int event = machine.event(p);
    long footprint = machine.footprint(event);
    if (DataRaces.isAccess(footprint)) {
      ThreadNode node = machine.operation(event);
      boolean isPlain = races.isPlain(event);
      looks.access(t, node.address(), node.bytes(), isPlain, Footprint.writes(footprint));
    }
  }

  private void append(int p) {
    int event = machine.event(p);
    int t = machine.thread(event);
    int row = p * stride;
    Arrays.fill(porf, row, row + stride, 0);
    join(p, latest(t));
    porf[row + t]++;
    last[t] = p + 1;
    int joined = machine.joinedBy(event);
    if (joined >= 0) {
      join(p, latest(joined));
    }
    long footprint = machine.footprint(event);
    if (DataRaces.isAccess(footprint)) {
      access(p, footprint, OperationSemantics.reads(machine.operation(event)));
    }
  }

  /** The place of the latest event of a thread, or of the one that started it, or -1. */
  private int latest(int t) {
    if (last[t] > 0) {
      return last[t] - 1;
    }
    int starter = machine.spawnedBy(t);
    return starter < 0 ? -1 : machine.place(starter);
  }

  private void access(int p, long footprint, boolean reads) {
    int end = 8 * Footprint.word(footprint) + 16;
    writer = writer.length < end ? Arrays.copyOf(writer, 2 * end) : writer;
    for (int b = SequenceClocks.firstByte(footprint);
        b >= 0;
        b = SequenceClocks.nextByte(footprint, b)) {
      if (reads || Footprint.adds(footprint)) {
        join(p, writer[b] - 1);
      }
      if (Footprint.writes(footprint)) {
        writer[b] = p + 1;
      }
    }
  }

  private void join(int p, int from) {
    for (int t = 0; from >= 0 && t < stride; t++) {
      porf[p * stride + t] = Math.max(porf[p * stride + t], porf[from * stride + t]);
    }
  }
}
