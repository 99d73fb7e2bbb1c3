package dev.heddle.graph;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Reads traces of any form (text or binary, plain or gzip) and writes the form a name asks for. */
public final class Traces {
  private static final int BUFFER = 1 << 16;
  private static final int GZIP_MAGIC = 0x8b1f;

  private Traces() {}

  public static ExecutionGraph read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in);
    }
  }

  /** Reads a trace; the form is recognised by its first bytes. */
  public static ExecutionGraph read(InputStream raw) throws IOException {
    PushbackInputStream in = new PushbackInputStream(raw, BinaryTrace.MAGIC.length);
    byte[] start = peek(in, 2);
    if (start.length == 2 && ((start[0] & 0xFF) | (start[1] & 0xFF) << 8) == GZIP_MAGIC) {
      try {
        in = new PushbackInputStream(new GZIPInputStream(in, BUFFER), BinaryTrace.MAGIC.length);
        start = peek(in, 4);
      } catch (EOFException e) {
        throw new MalformedTraceException("line 1: the gzip data is truncated", e);
      } catch (ZipException e) {
        throw new MalformedTraceException("line 1: the gzip data is damaged", e);
      }
    } else {
      start = peek(in, 4);
    }
    boolean binary = start.length == 4;
    for (int i = 0; binary && i < 4; i++) {
      binary = start[i] == BinaryTrace.MAGIC[i];
    }
    return binary ? BinaryTraceReader.read(in) : TextTraceReader.read(in);
  }

  private static byte[] peek(PushbackInputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    in.unread(bytes);
    return bytes;
  }

  /** Writes a file in the form that its name asks for. */
  public static void write(ExecutionGraph graph, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      write(graph, file.toString(), out);
    }
  }

  /**
   * Writes the binary form if the name without {@code .gz} ends in {@code .bin}, else text; the
   * stream stays open.
   */
  public static void write(ExecutionGraph graph, String name, OutputStream file)
      throws IOException {
    boolean gzip = name.endsWith(".gz");
    String plain = gzip ? name.substring(0, name.length() - 3) : name;
    OutputStream raw = new BufferedOutputStream(file, BUFFER);
    GZIPOutputStream packed = gzip ? new GZIPOutputStream(raw, BUFFER) : null;
    OutputStream out = gzip ? packed : raw;
    if (plain.endsWith(".bin")) {
      writeBinary(graph, out);
    } else {
      writeText(graph, out);
    }
    if (gzip) {
      packed.finish();
    }
    raw.flush();
  }

  public static void writeBinary(ExecutionGraph graph, OutputStream out) throws IOException {
    BinaryTraceWriter.write(graph, out);
  }

  public static void writeText(ExecutionGraph graph, OutputStream out) throws IOException {
    TextTraceWriter.write(graph, out);
  }
}
