package dev.heddle.graph;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Writes {@link BinaryTrace}, events in recorded order. */
final class BinaryTraceWriter {
  private static final int LONGEST_RECORD = 32;

  private final OutputStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private final CRC32 crc = new CRC32();

  private BinaryTraceWriter(OutputStream out) {
    this.out = out;
  }

  static void write(ExecutionGraph graph, OutputStream out) throws IOException {
    new BinaryTraceWriter(out).write(graph);
  }

  private void write(ExecutionGraph graph) throws IOException {
    System.arraycopy(BinaryTrace.MAGIC, 0, buffer, 0, BinaryTrace.MAGIC.length);
    position = BinaryTrace.MAGIC.length;
    varint(graph.threads());
    for (int t = 0; t < graph.threads(); t++) {
      name(graph.names().thread(t));
    }
    varint(graph.locations());
    for (int x = 0; x < graph.locations(); x++) {
      name(graph.names().location(x));
    }
    varint(graph.events());
    int[] order = graph.inRecordedOrder();
    for (int i = 0; i < order.length; i++) {
      event(graph, order[i], i);
    }
    for (int i = 0; i < graph.orderEdges(); i++) {
      ensureRecord();
      buffer[position++] = (byte) BinaryTrace.PROGRAM_ORDER;
      varint(graph.recordedIndex(graph.orderFrom(i)));
      varint(graph.recordedIndex(graph.orderTo(i)));
    }
    ensureRecord();
    buffer[position++] = (byte) BinaryTrace.END;
    flush();
    int sum = (int) crc.getValue();
    for (int i = 0; i < 4; i++) {
      out.write(sum >>> (8 * i));
    }
  }

  private void event(ExecutionGraph graph, int e, int index) throws IOException {
    ensureRecord();
    int label = graph.label(e);
    int location = graph.location(e);
    if (location >= 0 && location == graph.fenceLocation()) {
      label = EventLabel.FENCE | EventLabel.SEQUENTIALLY_CONSISTENT;
    }
    buffer[position++] = (byte) label;
    varint(graph.thread(e));
    if (!EventLabel.isFence(label)) {
      varint(location);
    }
    if (graph.reads(e)) {
      int source = graph.source(e);
      int distance = source < 0 ? 0 : index - graph.recordedIndex(source);
      varint((distance << 1) ^ (distance >> 31));
    }
  }

  private void name(String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ensureRecord();
    varint(bytes.length);
    flush();
    out.write(bytes);
    crc.update(bytes);
  }

  private void varint(int number) {
    int value = number;
    while ((value & ~0x7F) != 0) {
      buffer[position++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    buffer[position++] = (byte) value;
  }

  private void ensureRecord() throws IOException {
    if (buffer.length - position < LONGEST_RECORD) {
      flush();
    }
  }

  private void flush() throws IOException {
    crc.update(buffer, 0, position);
    out.write(buffer, 0, position);
    position = 0;
  }
}
