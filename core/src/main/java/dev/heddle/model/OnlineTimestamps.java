package dev.heddle.model;

import dev.heddle.graph.EventLabel;
import dev.heddle.model.MemoryModel.Synchronization;
import java.util.Arrays;

/**
 * hb-timestamps of an execution that grows: what {@link HbTimestamps} computes for a whole one. Any
 * write may be read at any later time, so messages stay; a thread's relaxed writes after one
 * release fence share theirs.
 */
final class OnlineTimestamps {
  static final int NO_MESSAGE = -1;

  private final Synchronization synchronization;
  private final int width;

  /** Row t: the timestamp of the last event of thread t. */
  private final int[] clock;

  /** Row t: the join of the messages that thread t has read without acquiring them. */
  private final int[] pending;

  /** By thread: the message of its last release fence. */
  private final int[] released;

  private final TimestampRows messages;

  OnlineTimestamps(Synchronization synchronization, int threads) {
    this.synchronization = synchronization;
    width = threads;
    clock = new int[threads * threads];
    pending = new int[threads * threads];
    released = new int[threads];
    Arrays.fill(released, NO_MESSAGE);
    messages = new TimestampRows(threads, Integer.MAX_VALUE);
  }

  /** What thread t knows, at {@link #offset}. */
  int[] clock() {
    return clock;
  }

  int offset(int t) {
    return t * width;
  }

  /** Message entry u, 0 without a message. */
  int message(int row, int u) {
    return row == NO_MESSAGE ? 0 : messages.chunk(row)[messages.offset(row) + u];
  }

  private boolean acquires(int label) {
    return synchronization == Synchronization.ALL
        || (synchronization == Synchronization.RECORDED && EventLabel.acquires(label));
  }

  private boolean releases(int label) {
    return synchronization == Synchronization.ALL
        || (synchronization == Synchronization.RECORDED && EventLabel.releases(label));
  }

  void enter(int t, int event) {
    clock[t * width + t] = event + 1;
  }

  /** A thread reads a write with the given message. */
  void read(int t, int label, int message) {
    if (message != NO_MESSAGE) {
      int[] to = acquires(label) ? clock : pending;
      TimestampRows.joinInto(
          to, t * width, messages.chunk(message), messages.offset(message), width);
    }
  }

  /** The message of a write or, if it reads, of an RMW that read {@code read}. */
  int write(int t, int label, int read) {
    if (synchronization == Synchronization.NONE) {
      return NO_MESSAGE;
    }
    if (!releases(label) && (read == NO_MESSAGE || released[t] == NO_MESSAGE)) {
      return read == NO_MESSAGE ? released[t] : read;
    }
    int row = messages.allocate();
    if (releases(label)) {
      messages.set(row, clock, t * width);
    } else {
      messages.set(row, messages.chunk(released[t]), messages.offset(released[t]));
    }
    if (read != NO_MESSAGE) {
      messages.join(row, messages.chunk(read), messages.offset(read));
    }
    return row;
  }

  void fence(int t, int label) {
    if (acquires(label)) {
      TimestampRows.joinInto(clock, t * width, pending, t * width, width);
    }
    if (releases(label) && synchronization == Synchronization.RECORDED) {
      released[t] = messages.allocate();
      messages.set(released[t], clock, t * width);
    }
  }
}
