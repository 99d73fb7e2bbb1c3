package dev.heddle.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BenchPageTest {
  private static final Pattern BAR =
      Pattern.compile("<rect class=\"t(\\d)\" x=\"190\" y=\"\\d+\" width=\"(\\d+)\"");

  private static final List<String> HEADER =
      List.of("benchmark", "n", "complete", "seconds", "genmc_complete", "genmc_seconds");

  @Test
  void barsGrowWithTheLogarithm() {
    String page =
        BenchPage.of(
            List.of(
                HEADER,
                List.of("readers", "3", "10", "0.10", "-", "1.00"),
                List.of("readers", "4", "1000", "1.00", "1000", "100.00")));
    Matcher bars = BAR.matcher(page);
    StringBuilder widths = new StringBuilder();
    while (bars.find()) {
      widths.append(bars.group(1)).append(':').append(bars.group(2)).append(' ');
    }
    // Executions of 10 and 1000, then seconds of 0.1 and 1, of 1 and 100, each on its own axis.
    assertEquals("0:1 0:560 1:560 0:1 1:187 0:187 1:560 ", widths.toString());
    assertTrue(page.contains(">readers 4</text>"), page);
    assertTrue(page.contains("<td>100.00</td>"), page);
  }

  @Test
  void namesStayText() {
    String page = BenchPage.of(List.of(HEADER, List.of("<b>&", "1", "1", "1", "-", "-")));
    assertTrue(page.contains("&lt;b&gt;&amp;"), page);
    assertFalse(page.contains("<b>"), page);
  }

  @Test
  void withoutRowsThereIsOnlyATable() {
    String page = BenchPage.of(List.of(HEADER));
    assertFalse(page.contains("<svg"), page);
    assertTrue(page.contains("<th>genmc_seconds</th>"), page);
  }
}
