package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.heddle.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckSummaryTest {
  @Test
  void aLineSaysWhatTheResultSays() throws IOException {
    assertReadBack(Samples.explored("a.c", Verdict.SAFE, null));
    assertReadBack(Samples.explored("a.c", Verdict.BOUNDED, "loops were cut"));
    assertReadBack(Samples.explored("a.c", Verdict.VIOLATION, null, Samples.messagePassing("a.c")));
    assertReadBack(Samples.result("a.c", new Conclusion.Uncheckable("a.c: no such file")));
    assertReadBack(Samples.result("a.c", new Conclusion.Crashed("no", "at no()")));
  }

  private static void assertReadBack(CheckResult result) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new JsonReport(line).add(result);
    assertEquals(
        CheckSummary.of(result), CheckSummary.parse(line.toString(StandardCharsets.UTF_8)));
  }

  @Test
  void numbersAreThoseOfTheResult() {
    assertEquals(
        new CheckSummary("optimal", "inconclusive", "timeout", 274, 60, 0.31, 120),
        CheckSummary.of(Samples.explored("a.c", Verdict.INCONCLUSIVE, "timeout")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "safe", "[]", "{}", "{\"verdict\":\"safe\"", "{\"verdict\":\"a\"} 1"})
  void otherTextIsRefused(String line) {
    assertThrows(IOException.class, () -> CheckSummary.parse(line));
  }
}
