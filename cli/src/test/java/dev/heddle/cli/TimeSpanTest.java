package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeSpanTest {
  @ParameterizedTest
  @CsvSource({
    "10, 10000000000",
    "10s, 10000000000",
    "0.5, 500000000",
    "500ms, 500000000",
    "2m, 120000000000",
    "1h, 3600000000000",
    "1.5h, 5400000000000"
  })
  void unitsAreMillisecondsToHours(String text, long nanoseconds) {
    assertEquals(nanoseconds, TimeSpan.parse(text).nanoseconds());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1", "1 s", "1d", "1e3", ".5s", "0", "0.0h", "1000000000000h"})
  void anythingElseIsRefused(String text) {
    assertThrows(TypeConversionException.class, () -> TimeSpan.parse(text));
  }
}
