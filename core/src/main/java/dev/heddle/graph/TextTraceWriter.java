package dev.heddle.graph;

import static dev.heddle.graph.ExecutionGraph.INITIAL;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the text form that {@link TextTraceReader} reads, events in recorded order. */
final class TextTraceWriter {
  private final ExecutionGraph graph;
  private final OutputStream out;
  private final StringBuilder text = new StringBuilder();
  private final boolean labelled;
  private int lastFence = INITIAL;

  private TextTraceWriter(ExecutionGraph graph, OutputStream out) {
    this.graph = graph;
    this.out = out;
    labelled = graph.names().hasLabels();
  }

  static void write(ExecutionGraph graph, OutputStream out) throws IOException {
    new TextTraceWriter(graph, out).write();
  }

  private void write() throws IOException {
    for (int e : graph.inRecordedOrder()) {
      event(e);
      if (text.length() > 1 << 15) {
        flush();
      }
    }
    for (int i = 0; i < graph.orderEdges(); i++) {
      text.append("po ").append(label(graph.orderFrom(i)));
      text.append(' ').append(label(graph.orderTo(i))).append('\n');
    }
    flush();
  }

  private void event(int e) {
    int l = graph.label(e);
    boolean scFence = graph.location(e) >= 0 && graph.location(e) == graph.fenceLocation();
    String label = label(e);
    if (label != null) {
      text.append(label).append(": ");
    }
    text.append(graph.names().thread(graph.thread(e))).append(' ');
    text.append(scFence ? 'F' : EventLabel.operationLetter(l)).append(' ');
    text.append(EventLabel.orderName(l));
    if (graph.location(e) >= 0 && !scFence) {
      text.append(' ').append(graph.names().location(graph.location(e)));
    }
    if (graph.reads(e) && !(scFence && graph.source(e) == lastFence)) {
      text.append(' ').append(graph.source(e) == INITIAL ? "init" : label(graph.source(e)));
    }
    text.append('\n');
    if (scFence) {
      lastFence = e;
    }
  }

  /** The label of the input; an input without any gets labels for writes and ordered events. */
  private String label(int e) {
    int index = graph.recordedIndex(e);
    if (labelled) {
      return graph.names().label(index);
    }
    boolean needed = graph.writes(e) || graph.hasOrderBefore(e) || graph.hasOrderAfter(e);
    return needed ? "e" + (index + 1) : null;
  }

  private void flush() throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }
}
