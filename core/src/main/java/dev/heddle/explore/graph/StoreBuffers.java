package dev.heddle.explore.graph;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The store buffers of a run under total store order, or partial store order if there is one for
 * each location: a write waits in the buffer of its thread until it is drained, and then comes last
 * in mo. A read sees the newest write of its own thread to the location that is buffered, else what
 * memory has. Sewell, Sarkar, Owens, Zappa Nardelli, Myreen: <em>x86-TSO: a rigorous and usable
 * programmer's model for x86 multiprocessors</em>, CACM 2010.
 *
 * <p>So a run needs no search for an order of all events: the order in which buffers are drained is
 * one. When that happens is left to chance. A thread drains its buffer when it updates a location,
 * at a sequentially consistent fence, when it goes on behind a sequentially consistent write, and
 * when it ends and another one joins it; and what it wrote before it started a thread is drained
 * when that one begins. Under partial store order, a write that releases is drained behind all that
 * was written before it.
 */
final class StoreBuffers {
  /** A buffer has room for so many writes. */
  private static final int CAPACITY = 64;

  /** At the laziest, about one write is drained in two to the power of one less steps. */
  private static final int RATES = 6;

  private final EventGraph graph;
  private final boolean isPerLocation;

  /** For each thread, the writes that wait, as events, in program order. */
  private int[][] buffer = new int[8][];

  private int[] size = new int[8];

  /** How many writes wait in all, and one more than the highest thread that has had any. */
  private int waiting;

  private int threads;

  /** The write that memory has, for each cell by its number; below 0 for what was there first. */
  private int[] memory = new int[16];

  /** Before each step a write is drained with a probability of one in so many, and again. */
  private int rate;

  StoreBuffers(EventGraph graph, boolean isPerLocation) {
    this.graph = graph;
    this.isPerLocation = isPerLocation;
  }

  /** A run begins: buffers are empty, and memory has what was there first. */
  void begin(SplittableRandom random) {
    Arrays.fill(size, 0);
    Arrays.fill(memory, EventGraph.INITIAL);
    waiting = 0;
    threads = 0;
    rate = 1 << random.nextInt(RATES);
  }

  /** How many writes wait. */
  int waiting() {
    return waiting;
  }

  /** The slot that a thread reads in a cell. */
  int visible(int t, Cell cell) {
    int slot = -1;
    for (int i = sizeOf(t) - 1; i >= 0 && slot < 0; i--) {
      slot = graph.cell(buffer[t][i]) == cell ? graph.slot(buffer[t][i]) : -1;
    }
    return Math.max(slot < 0 ? inMemory(cell) : slot, cell.floor());
  }

  private int inMemory(Cell cell) {
    return cell.number < memory.length ? graph.slotOf(cell, memory[cell.number]) : Cell.INITIAL;
  }

  private int sizeOf(int t) {
    return t < threads ? size[t] : 0;
  }

  // ---- Writing --------------------------------------------------------------------------------

  /** An event has been added; what it writes waits, or is in memory at once. */
  void added(int e) {
    if (!graph.writes(e)) {
      return;
    }
    if (graph.reads(e)) {
      reachMemory(e);
      return;
    }
    push(graph.thread(e), e);
  }

  private void push(int t, int e) {
    if (t >= buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * t);
      size = Arrays.copyOf(size, 2 * t);
    }
    threads = Math.max(threads, t + 1);
    if (buffer[t] == null) {
      buffer[t] = new int[CAPACITY];
    }
    if (size[t] == CAPACITY) {
      drain(t, 0);
    }
    buffer[t][size[t]++] = e;
    waiting++;
    // It will be drained behind what memory has now.
    graph.orders.order(graph.cell(e), inMemory(graph.cell(e)), graph.slot(e));
  }

  // ---- Draining -------------------------------------------------------------------------------

  /** Drains any number of writes, or none. */
  void step(SplittableRandom random) {
    while (waiting > 0 && random.nextInt(rate) == 0) {
      drainAny(random);
    }
  }

  /** Drains some write; there is one. */
  void drainAny(SplittableRandom random) {
    int left = random.nextInt(waiting);
    int t = 0;
    while (left >= size[t]) {
      left -= size[t++];
    }
    drain(t, isPerLocation ? firstThatMay(t, left) : 0);
  }

  /** The first write of a thread that has to be drained no later than one of them. */
  private int firstThatMay(int t, int place) {
    int e = buffer[t][place];
    if (graph.releases(e)) {
      return 0;
    }
    for (int i = 0; i < place; i++) {
      if (graph.cell(buffer[t][i]) == graph.cell(e)) {
        return firstThatMay(t, i);
      }
    }
    return place;
  }

  /** Drains the buffer of a thread. */
  void drain(int t) {
    while (sizeOf(t) > 0) {
      drain(t, 0);
    }
  }

  /** Drains what a thread has written up to an event of it. */
  void drainUpTo(int t, int e) {
    while (sizeOf(t) > 0 && buffer[t][0] <= e) {
      drain(t, 0);
    }
  }

  private void drain(int t, int place) {
    int e = buffer[t][place];
    size[t]--;
    waiting--;
    System.arraycopy(buffer[t], place + 1, buffer[t], place, size[t] - place);
    reachMemory(e);
  }

  private void reachMemory(int e) {
    Cell cell = graph.cell(e);
    if (!graph.orders.order(cell, inMemory(cell), graph.slot(e))) {
      throw new IllegalStateException("a write that is drained comes before what memory has");
    }
    if (cell.number >= memory.length) {
      int known = memory.length;
      memory = Arrays.copyOf(memory, Math.max(cell.number + 1, 2 * known));
      Arrays.fill(memory, known, memory.length, EventGraph.INITIAL);
    }
    memory[cell.number] = e;
  }

  // ---- The window -----------------------------------------------------------------------------

  /** Takes the slots that can still be read out of a set of all slots of a cell. */
  void retainReadable(Cell cell, long[] slots) {
    retain(inMemory(cell), slots);
    for (int t = 0; t < threads; t++) {
      for (int i = 0; i < size[t]; i++) {
        if (graph.cell(buffer[t][i]) == cell) {
          retain(graph.slot(buffer[t][i]), slots);
        }
      }
    }
  }

  private static void retain(int slot, long[] slots) {
    slots[slot >> 6] &= ~(1L << slot);
  }

  /** Events have other numbers. */
  void renumber(Renumbering numbers) {
    for (int c = 0; c < memory.length; c++) {
      memory[c] = numbers.of(memory[c]);
    }
    for (int t = 0; t < threads; t++) {
      for (int i = 0; i < size[t]; i++) {
        buffer[t][i] = numbers.of(buffer[t][i]);
      }
    }
  }
}
