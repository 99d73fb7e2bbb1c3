package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  /** Opens a latch at the first write. */
  private static final class Screen extends ByteArrayOutputStream {
    private final CountDownLatch painted = new CountDownLatch(1);

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      painted.countDown();
    }

    String text() {
      return toString(StandardCharsets.UTF_8);
    }
  }

  private final Screen screen = new Screen();
  private final PrintStream terminal = new PrintStream(screen, false, StandardCharsets.UTF_8);

  @Test
  void tellsExecutionsRateAndTime() {
    assertEquals(
        "stack.c  1,234,567 executions  987,653/s  1.25 s",
        ProgressLine.text("stack.c", 1_234_567, "executions", 1_250_000_000));
  }

  @Test
  void longNamesKeepTheirEnd() {
    String text =
        ProgressLine.text("a/very/long/path/to/some/benchmark/stack.c", 1, "runs", 1_000_000_000);
    assertEquals("...ath/to/some/benchmark/stack.c  1 runs  1/s  1.00 s", text);
  }

  @Test
  void isErasedAtTheEnd() throws InterruptedException {
    ProgressLine line = ProgressLine.start(terminal, "a.c", new Progress());
    boolean shown = screen.painted.await(20, TimeUnit.SECONDS);
    line.close();
    assertTrue(shown);
    assertTrue(screen.text().contains("a.c  0 executions"), screen.text());
    assertTrue(screen.text().endsWith("\r\033[K"), screen.text());
  }

  @Test
  void shortChecksShowNothing() {
    ProgressLine.start(terminal, "a.c", new Progress()).close();
    assertEquals("", screen.text());
  }
}
