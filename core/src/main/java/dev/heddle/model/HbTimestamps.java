package dev.heddle.model;

import dev.heddle.graph.ExecutionGraph;
import java.util.Arrays;

/**
 * The hb-timestamps ℍ𝔹 of section 3 of the paper on reads-from consistency, computed while the
 * events are visited in number order, in O(n·k).
 *
 * <p>The row of a thread in {@link #clock} is, after {@link #visit}, the timestamp of the visited
 * event: entry u covers the events of thread u that happen before it, and itself. What a write
 * hands to its readers is its message, a row that is freed after the last reader; so the rows in
 * use stay few and in the cache however long the trace is.
 */
abstract class HbTimestamps {
  static final int NO_MESSAGE = -1;
  private static final int[] NO_ROWS = {};

  final ExecutionGraph graph;
  final int width;

  /** Row t of {@link #width} entries: the timestamp of the last visited event of thread t. */
  protected final int[] clock;

  private final MessageReaders readers;
  private final TimestampRows messages;

  /** The row of the message of a write while it has readers to come. */
  private final int[] messageOf;

  /** Timestamps of the events from which program order goes to other threads, by edge. */
  private final int[] orderRows;

  private final int[] orderSources;

  HbTimestamps(ExecutionGraph graph, MessageReaders readers) {
    this.graph = graph;
    this.readers = readers;
    width = graph.threads();
    clock = new int[width * width];
    messages = new TimestampRows(width, graph.events());
    messageOf = readers == null ? NO_ROWS : new int[graph.events()];
    orderSources = orderSources(graph);
    orderRows = new int[Math.multiplyExact(orderSources.length, width)];
  }

  static HbTimestamps of(ExecutionGraph graph, MemoryModel.Synchronization synchronization) {
    return switch (synchronization) {
      case ALL -> new ReleaseAcquireTimestamps(graph);
      case RECORDED -> new SynchronizationTimestamps(graph);
      case NONE -> new ProgramOrderTimestamps(graph);
    };
  }

  /** Goes to the next event; events are visited as 0, 1, 2, … */
  abstract void visit(int event);

  /** The event itself and what precedes it in program order. */
  final void enter(int event, int thread) {
    clock[thread * width + thread] = event + 1;
    if (graph.hasOrderBefore(event)) {
      for (int i = graph.firstOrderEdge(event);
          i < graph.orderEdges() && graph.orderTo(i) == event;
          i++) {
        joinOrder(thread, Arrays.binarySearch(orderSources, graph.orderFrom(i)));
      }
    }
  }

  /** Whether an event happens before the one that was visited last. */
  final boolean isBefore(int event, int visited) {
    return event < clock[graph.thread(visited) * width + graph.thread(event)];
  }

  /** Up to which event the latest one of a thread knows another thread, as events plus 1. */
  final int known(int thread, int other) {
    return clock[thread * width + other];
  }

  /** row ← the timestamp of a thread's latest event. */
  final void copyTo(TimestampRows rows, int row, int thread) {
    rows.set(row, clock, thread * width);
  }

  /** row ← row ⊔ the timestamp of a thread's latest event. */
  final void joinTo(TimestampRows rows, int row, int thread) {
    rows.join(row, clock, thread * width);
  }

  /** The same, but the event itself is left out. */
  final void joinPastTo(TimestampRows rows, int row, int thread) {
    clock[thread * width + thread]--;
    joinTo(rows, row, thread);
    clock[thread * width + thread]++;
  }

  /** Keeps the timestamp for the events of other threads that come after this one. */
  final void leave(int event, int thread) {
    if (graph.hasOrderAfter(event)) {
      saveOrder(thread, Arrays.binarySearch(orderSources, event));
    }
  }

  /** What the events before an edge of program order know becomes known to the thread. */
  void joinOrder(int thread, int row) {
    join(clock, thread * width, orderRows, row * width);
  }

  void saveOrder(int thread, int row) {
    System.arraycopy(clock, thread * width, orderRows, row * width, width);
  }

  /** How many rows {@link #saveOrder} is called with. */
  final int orderRows() {
    return orderSources.length;
  }

  /** Whether the event is a write that somebody reads. */
  final boolean isRead(int event) {
    return readers.isRead(event);
  }

  /** A new message row for a write, with arbitrary content. */
  final int newMessage(int write) {
    int row = messages.allocate();
    messageOf[write] = row;
    return row;
  }

  /** The write hands nothing on. */
  final void noMessage(int write) {
    messageOf[write] = NO_MESSAGE;
  }

  final int message(int write) {
    return messageOf[write];
  }

  final int[] messageChunk(int row) {
    return messages.chunk(row);
  }

  final int messageOffset(int row) {
    return messages.offset(row);
  }

  /** After a reader took the message: frees it if the reader was the last one. */
  final void taken(int write, int reader) {
    if (readers.isLast(reader) && messageOf[write] != NO_MESSAGE) {
      messages.release(messageOf[write]);
    }
  }

  final void join(int[] target, int at, int[] values, int from) {
    TimestampRows.joinInto(target, at, values, from, width);
  }

  private static int[] orderSources(ExecutionGraph graph) {
    int[] sources = new int[graph.orderEdges()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = graph.orderFrom(i);
    }
    Arrays.sort(sources);
    int count = 0;
    for (int i = 0; i < sources.length; i++) {
      if (i == 0 || sources[i] != sources[i - 1]) {
        sources[count++] = sources[i];
      }
    }
    return Arrays.copyOf(sources, count);
  }

  /** Which writes have readers, and which reads are the last ones of their write. */
  static final class MessageReaders {
    private final long[] read;
    private final long[] last;

    MessageReaders(ExecutionGraph graph) {
      int words = (graph.events() + 63) >> 6;
      read = new long[words];
      last = new long[words];
      for (int e = graph.events() - 1; e >= 0; e--) {
        int w = graph.source(e);
        if (w >= 0 && !isRead(w)) {
          read[w >> 6] |= 1L << w;
          last[e >> 6] |= 1L << e;
        }
      }
    }

    boolean isRead(int write) {
      return (read[write >> 6] >>> write & 1) != 0;
    }

    boolean isLast(int reader) {
      return (last[reader >> 6] >>> reader & 1) != 0;
    }
  }

  /** hb = (po ∪ rf)⁺: every write hands on its own timestamp. */
  private static final class ReleaseAcquireTimestamps extends HbTimestamps {
    ReleaseAcquireTimestamps(ExecutionGraph graph) {
      super(graph, new MessageReaders(graph));
    }

    @Override
    void visit(int event) {
      int t = graph.thread(event);
      enter(event, t);
      int w = graph.source(event);
      if (w >= 0) {
        // An event that knows a write knows all that happens before it.
        if (w >= clock[t * width + graph.thread(w)]) {
          int row = message(w);
          join(clock, t * width, messageChunk(row), messageOffset(row));
        }
        taken(w, event);
      }
      if (isRead(event)) {
        int row = newMessage(event);
        System.arraycopy(clock, t * width, messageChunk(row), messageOffset(row), width);
      }
      leave(event, t);
    }
  }

  /** hb = po. */
  private static final class ProgramOrderTimestamps extends HbTimestamps {
    ProgramOrderTimestamps(ExecutionGraph graph) {
      super(graph, null);
    }

    @Override
    void visit(int event) {
      int t = graph.thread(event);
      enter(event, t);
      leave(event, t);
    }
  }
}
