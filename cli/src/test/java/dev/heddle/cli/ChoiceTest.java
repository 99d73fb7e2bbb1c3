package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.model.MemoryModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChoiceTest {
  @Test
  void namesAreFoundInAnyCase() {
    assertEquals(MemoryModel.SC, ModelChoice.EXPLORED.convert("sc"));
    assertEquals(MemoryModel.SC, ModelChoice.EXPLORED.convert("SC"));
    assertEquals(Algorithm.NAIVE, Algorithm.CHOICE.convert("Naive"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "abc, abc, 0",
    "'', abc, 3",
    "tos, tso, 1",
    "sc, psc, 1",
    "kitten, sitting, 3"
  })
  void distanceCountsEdits(String a, String b, int distance) {
    assertEquals(distance, Choice.distance(a, b));
    assertEquals(distance, Choice.distance(b, a));
  }
}
