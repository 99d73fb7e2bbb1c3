package dev.heddle.report;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/** Shows how far a trace has been read and that it is being checked, until it is closed. */
public final class TraceProgress implements AutoCloseable {
  /** Null where nothing is shown. */
  private final ProgressLine line;

  private final String file;
  private final long start = System.nanoTime();
  private volatile long size = -1;
  private volatile long bytes;
  private volatile int events = -1;

  private TraceProgress(PrintStream terminal, String file) {
    this.file = file;
    line = terminal == null ? null : ProgressLine.start(terminal, this::text);
  }

  /**
   * Starts to show.
   *
   * @param terminal where, or null for nowhere
   */
  public static TraceProgress start(PrintStream terminal, String file) {
    return new TraceProgress(terminal, file);
  }

  /** Reading was ended from outside. */
  public static final class StoppedException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /**
   * The same stream, with its progress watched.
   *
   * @param length its length, or -1 if that is not known
   * @param stopped whether to end reading by a {@link StoppedException}
   */
  public InputStream watch(InputStream in, long length, BooleanSupplier stopped) {
    size = length;
    return new FilterInputStream(in) {
      private long total;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] buffer, int offset, int count) throws IOException {
        if (stopped.getAsBoolean()) {
          throw new StoppedException();
        }
        int got = super.read(buffer, offset, count);
        total += Math.max(0, got);
        bytes = total;
        return got;
      }
    };
  }

  /** All is read; the check begins. */
  public void checking(int eventCount) {
    events = eventCount;
  }

  String text() {
    String time = "  " + Quantity.seconds(System.nanoTime() - start);
    if (events >= 0) {
      return ProgressLine.name(file) + "  checking " + Quantity.grouped(events) + " events" + time;
    }
    String read = size > 0 ? 100 * bytes / size + "%" : (bytes >> 20) + " MiB";
    return ProgressLine.name(file) + "  reading " + read + time;
  }

  /** Takes the line off the terminal; nothing is written after this returns. */
  @Override
  public void close() {
    if (line != null) {
      line.close();
    }
  }
}
