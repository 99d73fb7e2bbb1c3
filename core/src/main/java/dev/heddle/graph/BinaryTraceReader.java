package dev.heddle.graph;

import static dev.heddle.graph.ExecutionGraph.INITIAL;
import static dev.heddle.graph.ExecutionGraph.NONE;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.ZipException;

/** Reads {@link BinaryTrace}. */
final class BinaryTraceReader {
  /**
   * No record, and no number, is longer than this; a buffer with that many bytes needs no check.
   */
  private static final int LONGEST_RECORD = 32;

  /** Room is reserved for at most this many events before they have been seen. */
  private static final int TRUSTED_COUNT = 1 << 24;

  private static final boolean[] VALID = new boolean[256];

  static {
    for (int label = 0; label < 32; label++) {
      VALID[label] = EventLabel.isValid(label);
    }
  }

  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int checked;
  private long consumed;
  private final CRC32 crc = new CRC32();
  private ExecutionGraphBuilder graph;

  private BinaryTraceReader(InputStream in) {
    this.in = in;
  }

  static ExecutionGraph read(InputStream in) throws IOException {
    return new BinaryTraceReader(in).read();
  }

  private ExecutionGraph read() throws IOException {
    fill(BinaryTrace.MAGIC.length);
    for (byte b : BinaryTrace.MAGIC) {
      if (buffer[position++] != b) {
        throw new MalformedTraceException("byte " + position + ": not a trace of version 1");
      }
    }
    NameTable threads = names("thread");
    NameTable locations = names("location");
    int count = number();
    graph = new ExecutionGraphBuilder(threads, locations, Math.min(count, TRUSTED_COUNT));
    events(count, threads.size(), locations.size());
    rest();
    return graph.build(
        new TraceNames(threads, locations, null, null, null), e -> "event " + (e + 1), i -> "");
  }

  private NameTable names(String what) throws IOException {
    int count = number();
    NameTable names = new NameTable();
    for (int i = 0; i < count; i++) {
      int length = number();
      fill(length);
      if (names.intern(buffer, position, position + length) != i) {
        throw new MalformedTraceException(place() + "two " + what + "s have one name");
      }
      position += length;
    }
    return names;
  }

  /** A number outside of the event records. */
  private int number() throws IOException {
    ensureRecord();
    int value = varint();
    checkEnd();
    return value;
  }

  private void events(int count, int threads, int locations) throws IOException {
    while (graph.events() < count) {
      ensureRecord();
      int head = buffer[position++] & 0xFF;
      if (head == BinaryTrace.PROGRAM_ORDER) {
        programOrder(count);
        continue;
      }
      if (!VALID[head]) {
        checkEnd();
        throw new MalformedTraceException(place() + "unknown operation or order");
      }
      int e = graph.events();
      int thread = varint();
      int location = NONE;
      int source = NONE;
      boolean scFence = head == (EventLabel.FENCE | EventLabel.SEQUENTIALLY_CONSISTENT);
      if (!EventLabel.isFence(head)) {
        location = varint();
      }
      if (EventLabel.reads(head) || scFence) {
        int z = varint();
        source = z == 0 ? INITIAL : e - ((z >>> 1) ^ -(z & 1));
        if (z != 0 && (source < 0 || source >= count || source == e)) {
          checkEnd();
          throw new MalformedTraceException(place() + "the source is no event of the trace");
        }
      }
      checkEnd();
      if (Integer.compareUnsigned(thread, threads) >= 0
          || (location != NONE && Integer.compareUnsigned(location, locations) >= 0)) {
        throw new MalformedTraceException(place() + "no such thread or location");
      }
      if (scFence) {
        graph.scFence(thread, source);
      } else {
        graph.add(thread, head, location, source);
      }
    }
  }

  private void programOrder(int count) throws IOException {
    int from = varint();
    int to = varint();
    checkEnd();
    if (Integer.compareUnsigned(from, count) >= 0 || Integer.compareUnsigned(to, count) >= 0) {
      throw new MalformedTraceException(place() + "program order of an event that is not there");
    }
    graph.programOrder(from, to);
  }

  /** The po records after the last event, the end mark and the checksum. */
  private void rest() throws IOException {
    int count = graph.events();
    while (true) {
      ensureRecord();
      int head = buffer[position++] & 0xFF;
      checkEnd();
      if (head == BinaryTrace.END) {
        break;
      }
      if (head != BinaryTrace.PROGRAM_ORDER) {
        throw new MalformedTraceException(place() + "neither program order nor the end mark");
      }
      programOrder(count);
    }
    crc.update(buffer, checked, position - checked);
    checked = position;
    int expected = (int) crc.getValue();
    fill(4);
    for (int i = 0; i < 4; i++) {
      if (buffer[position++] != (byte) (expected >>> (8 * i))) {
        throw new MalformedTraceException(place() + "the checksum does not match");
      }
    }
    if (position < limit || in.read() >= 0) {
      throw new MalformedTraceException(place() + "there is more after the end mark");
    }
  }

  private int varint() {
    int b = buffer[position++];
    if (b >= 0) {
      return b;
    }
    int value = b & 0x7F;
    for (int shift = 7; shift < 35; shift += 7) {
      b = buffer[position++];
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        break;
      }
    }
    return value;
  }

  private void ensureRecord() throws IOException {
    if (limit - position < LONGEST_RECORD) {
      refill(LONGEST_RECORD);
    }
  }

  /** Makes the next {@code count} bytes available or says that the file is truncated. */
  private void fill(int count) throws IOException {
    if (count < 0) {
      throw new MalformedTraceException(place() + "a length is out of range");
    }
    if (limit - position < count) {
      refill(count);
      if (limit - position < count) {
        position = limit + 1;
        checkEnd();
      }
    }
  }

  private void refill(int count) throws IOException {
    if (position > checked) {
      crc.update(buffer, checked, position - checked);
    }
    int rest = limit - position;
    byte[] target = buffer;
    if (count + LONGEST_RECORD > buffer.length) {
      // Grown only as far as the input really goes: a damaged length must not reserve memory.
      target = new byte[(int) Math.min(count + (long) LONGEST_RECORD, 2L * buffer.length)];
    }
    System.arraycopy(buffer, position, target, 0, rest);
    buffer = target;
    consumed += position;
    position = 0;
    checked = 0;
    limit = rest;
    try {
      while (limit < count) {
        if (limit + LONGEST_RECORD >= buffer.length) {
          int length = (int) Math.min(count + (long) LONGEST_RECORD, 2L * buffer.length);
          buffer = Arrays.copyOf(buffer, length);
        }
        int read = in.read(buffer, limit, buffer.length - LONGEST_RECORD - limit);
        if (read <= 0) {
          break;
        }
        limit += read;
      }
    } catch (EOFException e) {
      throw new MalformedTraceException(place() + "the gzip data is truncated", e);
    } catch (ZipException e) {
      throw new MalformedTraceException(place() + "the gzip data is damaged", e);
    }
  }

  /** What has been read must have been there. */
  private void checkEnd() throws MalformedTraceException {
    if (position > limit) {
      position = limit;
      throw new MalformedTraceException(place() + "the file is truncated");
    }
  }

  private String place() {
    String event = graph == null ? "" : "event " + (graph.events() + 1) + ", ";
    return event + "byte " + (consumed + position) + ": ";
  }
}
