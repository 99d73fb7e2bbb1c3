package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressEventsTest {
  private static List<String> lines(ByteArrayOutputStream out) {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aShortRunHasOneEvent() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProgressEvents events = ProgressEvents.start(out, "a \"b\".c", new Progress());
    events.close();
    events.close();
    assertEquals(1, lines(out).size());
    Map<String, Object> event = Json.object(lines(out).get(0));
    assertEquals("progress", event.get("event"));
    assertEquals("a \"b\".c", event.get("file"));
    assertEquals(0L, event.get("complete"));
    assertEquals(0L, event.get("blocked"));
    assertTrue((Double) event.get("seconds") >= 0);
  }

  @Test
  void aLongRunHasSeveral() throws IOException, InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProgressEvents events = ProgressEvents.start(out, "a.c", new Progress());
    while (lines(out).size() < 2) {
      Thread.sleep(10);
    }
    events.close();
    double before = 0;
    for (String line : lines(out)) {
      double seconds = (Double) Json.object(line).get("seconds");
      assertTrue(seconds > before);
      before = seconds;
    }
    int written = lines(out).size();
    Thread.sleep(400);
    assertEquals(written, lines(out).size(), "nothing comes after the end");
  }
}
