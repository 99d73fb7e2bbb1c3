package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class MemorySizeTest {
  @ParameterizedTest
  @CsvSource({"1M, 1048576", "500MB, 524288000", "2G, 2147483648", "3GiB, 3221225472"})
  void unitsAreMebibytesAndGibibytes(String text, long bytes) {
    assertEquals(bytes, MemorySize.parse(text).bytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "M", "0M", "-1M", "1.5G", "1 G", "1K", "100", "9999999999G"})
  void anythingElseIsRefused(String text) {
    assertThrows(TypeConversionException.class, () -> MemorySize.parse(text));
  }
}
