package dev.heddle.execution;

import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.program.MemoryOrder;
import java.util.Arrays;

/**
 * Happens-before of C11 on the events of an execution on one memory, as vector clocks, in one pass
 * over the execution. Events are known by their places.
 */
final class SequenceClocks {
  private final Machine machine;
  private int stride = 1;

  /** Row p: how many events of each thread happen before the event at place p, or are it. */
  private int[] hb = new int[64];

  /** What an acquire read of the write at a place learns. */
  private int[] released = new int[64];

  private int[] index = new int[64];

  // Threads: the latest event plus 1, the latest release fence plus 1, what a fence would acquire.
  private int[] last = new int[1];
  private int[] releaseFence = new int[1];
  private int[] acquirable = new int[1];

  /** What the latest atomic section has learnt, in one row. */
  private int[] section = new int[1];

  /** By byte: the latest write plus 1. */
  private int[] writer = new int[64];

  SequenceClocks(Machine machine) {
    this.machine = machine;
  }

  /** There are no events, but the latest writes are still those that were there. */
  void clear() {
    stride = Math.max(stride, machine.threads());
    if (last.length < stride) {
      last = new int[stride];
      releaseFence = new int[stride];
      section = new int[stride];
      acquirable = new int[stride * stride];
    } else {
      Arrays.fill(last, 0);
      Arrays.fill(releaseFence, 0);
      Arrays.fill(section, 0);
      Arrays.fill(acquirable, 0);
    }
  }

  /** Nobody has written to a word. */
  void forgetWriters(int word) {
    Arrays.fill(writer, 8 * word, 8 * (word + 1), 0);
  }

  /** Whether there is room for the events of all threads. */
  boolean haveRoom() {
    return machine.threads() <= stride;
  }

  /** How many events of a thread happen before the event at a place, or are it. */
  int hb(int p, int t) {
    return hb[p * stride + t];
  }

  /** The number of the event at a place in its thread, from 1. */
  int index(int p) {
    return index[p];
  }

  // ---- Events -------------------------------------------------------------------------------

  /** The event at a place is the next one of its thread. */
  void append(int p, int t) {
    begin(p, t);
    last[t] = p + 1;
  }

  /** The event of a thread at a place begins with what the thread knows. */
  void begin(int p, int t) {
    int previous = last[t] - 1;
    int from = previous >= 0 ? previous : start(t);
    if (from >= 0) {
      System.arraycopy(hb, from * stride, hb, p * stride, stride);
    } else {
      Arrays.fill(hb, p * stride, (p + 1) * stride, 0);
    }
    index[p] = previous >= 0 ? index[previous] + 1 : 1;
    hb[p * stride + t] = index[p];
  }

  /** The place of the event that started a thread, or -1. */
  private int start(int t) {
    int starter = machine.spawnedBy(t);
    return starter < 0 ? -1 : machine.place(starter);
  }

  void fence(int p, int t, MemoryOrder order) {
    if (order.acquires()) {
      join(hb, p, acquirable, t);
    }
    if (order.releases()) {
      releaseFence[t] = p + 1;
    }
  }

  void read(int p, int t, long footprint, boolean acquires) {
    int from = -1;
    for (int b = firstByte(footprint); b >= 0; b = nextByte(footprint, b)) {
      int w = writer[b] - 1;
      if (w >= 0 && w != from) {
        join(acquirable, t, released, w);
        if (acquires) {
          join(hb, p, released, w);
        }
        from = w;
      }
    }
  }

  /**
   * @param goesOn whether what was released by the writes before is still to be had
   */
  void write(int p, int t, long footprint, MemoryOrder order, boolean goesOn) {
    int row = p * stride;
    if (order.releases()) {
      System.arraycopy(hb, row, released, row, stride);
    } else if (order != MemoryOrder.PLAIN && releaseFence[t] > 0) {
      System.arraycopy(hb, (releaseFence[t] - 1) * stride, released, row, stride);
    } else {
      Arrays.fill(released, row, row + stride, 0);
    }
    for (int b = firstByte(footprint); b >= 0; b = nextByte(footprint, b)) {
      if (goesOn && writer[b] > 0) {
        join(released, p, released, writer[b] - 1);
      }
      writer[b] = p + 1;
    }
  }

  /** The end of a thread comes before the event that joins it. */
  void join(int p, int event) {
    int joined = machine.joinedBy(event);
    int end = joined < 0 ? -1 : last[joined] > 0 ? last[joined] - 1 : start(joined);
    if (end >= 0) {
      join(hb, p, hb, end);
    }
  }

  void enterSection(int p) {
    join(hb, p, section, 0);
  }

  void leaveSection(int p) {
    join(section, 0, hb, p);
  }

  private void join(int[] rows, int into, int[] others, int from) {
    int a = into * stride;
    int b = from * stride;
    for (int t = 0; t < stride; t++) {
      rows[a + t] = Math.max(rows[a + t], others[b + t]);
    }
  }

  // ---- Bytes --------------------------------------------------------------------------------

  static int firstByte(long footprint) {
    return 8 * Footprint.word(footprint) + Integer.numberOfTrailingZeros(Footprint.mask(footprint));
  }

  /** The byte behind a byte of an access, or -1 if that is the last. */
  static int nextByte(long footprint, int b) {
    int next = b + 1 - 8 * Footprint.word(footprint);
    return (Footprint.mask(footprint) >>> next & 1) != 0 ? b + 1 : -1;
  }

  // ---- Room ---------------------------------------------------------------------------------

  void reserve(int p) {
    if (p >= index.length) {
      index = Arrays.copyOf(index, 2 * p);
    }
    if ((p + 1) * stride > hb.length) {
      hb = Arrays.copyOf(hb, 2 * (p + 1) * stride);
      released = Arrays.copyOf(released, hb.length);
    }
  }

  void reserveWord(int word) {
    if (8 * (word + 1) > writer.length) {
      writer = Arrays.copyOf(writer, 16 * (word + 1));
    }
  }
}
