package dev.heddle.model;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;

/**
 * hb = (po ∪ sw)⁺ with sw = [E⊒REL]; ([F]; po)?; rf⁺; (po; [F])?; [E⊒ACQ].
 *
 * <p>The message of a write covers what every acquire that reads it, directly or through RMWs, is
 * synchronised with: its own timestamp if it is a release, else that of the last release fence
 * before it in its thread; for an RMW also the message that it read. An acquire joins the message
 * at once; a weaker read puts it into {@code pending}, for the next acquire fence of its thread.
 */
final class SynchronizationTimestamps extends HbTimestamps {
  /** Row t: the timestamp of the release fences before the next event of thread t. */
  private final int[] released;

  /** By thread: its row in {@link #released} may cover something. */
  private final boolean[] hasReleased;

  /** Row t: the join of the messages that thread t has read. */
  private final int[] pending;

  /** The same two for the events from which program order goes to other threads. */
  private final int[] orderReleased;

  private final int[] orderPending;

  SynchronizationTimestamps(ExecutionGraph graph) {
    super(graph, new MessageReaders(graph));
    released = new int[clock.length];
    pending = new int[clock.length];
    hasReleased = new boolean[width];
    orderReleased = new int[orderRows() * width];
    orderPending = new int[orderRows() * width];
  }

  @Override
  void joinOrder(int thread, int row) {
    super.joinOrder(thread, row);
    join(released, thread * width, orderReleased, row * width);
    hasReleased[thread] = true;
    join(pending, thread * width, orderPending, row * width);
  }

  @Override
  void saveOrder(int thread, int row) {
    super.saveOrder(thread, row);
    System.arraycopy(released, thread * width, orderReleased, row * width, width);
    System.arraycopy(pending, thread * width, orderPending, row * width, width);
  }

  @Override
  void visit(int event) {
    int t = graph.thread(event);
    int at = t * width;
    int label = graph.label(event);
    enter(event, t);
    if (EventLabel.isFence(label)) {
      if (EventLabel.acquires(label)) {
        join(clock, at, pending, at);
      }
      if (EventLabel.releases(label)) {
        System.arraycopy(clock, at, released, at, width);
        hasReleased[t] = true;
      }
      leave(event, t);
      return;
    }
    int w = graph.source(event);
    int read = w < 0 ? NO_MESSAGE : message(w);
    if (read != NO_MESSAGE) {
      int[] to = EventLabel.acquires(label) ? clock : pending;
      join(to, at, messageChunk(read), messageOffset(read));
    }
    if (isRead(event)) {
      send(event, label, at, read);
    }
    if (w >= 0) {
      taken(w, event);
    }
    leave(event, t);
  }

  private void send(int event, int label, int at, int read) {
    boolean releases = EventLabel.releases(label);
    if (!releases && !hasReleased[graph.thread(event)] && read == NO_MESSAGE) {
      noMessage(event);
      return;
    }
    int row = newMessage(event);
    int[] message = messageChunk(row);
    int offset = messageOffset(row);
    System.arraycopy(releases ? clock : released, at, message, offset, width);
    if (read != NO_MESSAGE) {
      join(message, offset, messageChunk(read), messageOffset(read));
    }
  }
}
