package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {
  @ParameterizedTest
  @CsvSource({
    "0,0,0", "0,1,1", "0,2,2", "0,3,3", "0,4,4", "1,2,1", "1,3,1", "1,4,1", "2,3,3", "2,4,4",
    "3,4,4"
  })
  void violationOutweighsAllThenTheHighestCounts(int one, int other, int both) {
    assertEquals(both, code(one).and(code(other)).value());
    assertEquals(both, code(other).and(code(one)).value());
  }

  private static ExitCode code(int value) {
    return Arrays.stream(ExitCode.values())
        .filter(code -> code.value() == value)
        .findFirst()
        .orElseThrow();
  }
}
