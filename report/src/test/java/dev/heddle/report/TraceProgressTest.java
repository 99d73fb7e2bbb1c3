package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class TraceProgressTest {
  private static InputStream zeros(int count) {
    return new ByteArrayInputStream(new byte[count]);
  }

  @Test
  void tellsHowFarReadingIsAndThatTheCheckHasBegun() throws IOException {
    try (TraceProgress progress = TraceProgress.start(null, "t.bin");
        InputStream in = progress.watch(zeros(100), 100, () -> false)) {
      assertEquals(24, in.read(new byte[24], 0, 24));
      assertEquals(0, in.read());
      assertTrue(progress.text().startsWith("t.bin  reading 25%  "), progress.text());
      progress.checking(7_000_000);
      assertTrue(progress.text().startsWith("t.bin  checking 7,000,000 events  "));
    }
  }

  @Test
  void withoutALengthTellsHowMuchWasRead() throws IOException {
    try (TraceProgress progress = TraceProgress.start(null, "-");
        InputStream in = progress.watch(zeros(3 << 20), -1, () -> false)) {
      in.readAllBytes();
      assertTrue(progress.text().startsWith("-  reading 3 MiB  "), progress.text());
    }
  }

  @Test
  void endsReadingWhenAskedTo() throws IOException {
    try (TraceProgress progress = TraceProgress.start(null, "t.bin");
        InputStream in = progress.watch(zeros(100), 100, () -> true)) {
      assertThrows(TraceProgress.StoppedException.class, () -> in.read(new byte[10], 0, 10));
    }
  }
}
