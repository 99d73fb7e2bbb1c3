package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.00 s",
    "4999999, 0.00 s",
    "5000000, 0.01 s",
    "310000000, 0.31 s",
    "1090000000, 1.09 s",
    "9994999999, 9.99 s",
    "9995000000, 10.0 s",
    "12345000000, 12.3 s",
    "99949999999, 99.9 s",
    "99950000000, 100 s",
    "3600000000000, 3600 s"
  })
  void secondsHaveThreeDigits(long nanoseconds, String text) {
    assertEquals(text, Quantity.seconds(nanoseconds));
  }

  @Test
  void nounsAgreeWithTheirCount() {
    assertEquals("0 executions", Quantity.of(0, "execution"));
    assertEquals("1 execution", Quantity.of(1, "execution"));
    assertEquals("2 executions", Quantity.of(2, "execution"));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "999, 999", "1000, '1,000'", "1234567, '1,234,567'"})
  void digitsAreGrouped(long count, String text) {
    assertEquals(text, Quantity.grouped(count));
  }

  @Test
  void rateIsPerSecond() {
    assertEquals(200, Quantity.rate(100, 500_000_000));
    assertEquals(0, Quantity.rate(100, 0));
  }
}
