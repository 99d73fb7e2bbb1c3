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

  /** Row t: the join of the messages that thread t has read. */
  private final int[] pending;

  /** The same two for the events from which program order goes to other threads. */
  private final int[] orderReleased;

  private final int[] orderPending;

  SynchronizationTimestamps(ExecutionGraph graph) {
    super(graph, new MessageReaders(graph));
    released = new int[clock.length];
    pending = new int[clock.length];
    orderReleased = new int[orderRows() * width];
    orderPending = new int[orderRows() * width];
  }

  @Override
  void joinOrder(int thread, int row) {
    super.joinOrder(thread, row);
    join(released, thread * width, orderReleased, row * width);
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
      }
      leave(event, t);
      return;
    }
    boolean receives = isReceived(event);
    if (receives) {
      int row = message(graph.source(event));
      int[] to = EventLabel.acquires(label) ? clock : pending;
      join(to, at, messageChunk(row), messageOffset(row));
    }
    if (isSent(event)) {
      int row = newMessage(event);
      int[] message = messageChunk(row);
      int offset = messageOffset(row);
      int[] own = EventLabel.releases(label) ? clock : released;
      System.arraycopy(own, at, message, offset, width);
      if (receives) {
        int read = message(graph.source(event));
        join(message, offset, messageChunk(read), messageOffset(read));
      }
    }
    if (receives) {
      taken(graph.source(event), event);
    }
    leave(event, t);
  }
}
