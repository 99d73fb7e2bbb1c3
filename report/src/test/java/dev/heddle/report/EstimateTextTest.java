package dev.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.explore.Estimate;
import org.junit.jupiter.api.Test;

class EstimateTextTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Estimate THIRD = new Estimate(0.371, 32_000, 25_000, 41_000);

  @Test
  void onALine() {
    assertEquals(
        "37 % of about 32,000 (25,000 to 41,000), 4 s left",
        EstimateText.shortly(THIRD, 12_000, 2 * SECOND));
  }

  @Test
  void asASentence() {
    assertEquals(
        "an estimate only: about 32,000 (25,000 to 41,000) executions, 6 s in all at this rate;"
            + " 37 % is explored",
        EstimateText.sentence(THIRD, 12_000, 2 * SECOND));
  }

  @Test
  void littleIsNotNothing() {
    Estimate little = new Estimate(1e-9, 1_000_000_000_000L, 1_000, 2_000_000_000_000L);
    assertEquals(
        "less than 1 % of about 1,000,000,000,000 (1,000 to 2,000,000,000,000), years left",
        EstimateText.shortly(little, 1_000, SECOND));
  }

  @Test
  void whatNobodyCountsHasNoDigits() {
    Estimate huge = new Estimate(1e-18, Long.MAX_VALUE, 1_000, Long.MAX_VALUE);
    assertEquals(
        "an estimate only: about 10^15 and more (1,000 to 10^15 and more) executions, years in"
            + " all at this rate; less than 1 % is explored",
        EstimateText.sentence(huge, 1_000, SECOND));
  }

  @Test
  void beforeTheFirstExecutionNothingIsLeft() {
    assertEquals(0.0, EstimateText.left(new Estimate(1, 0, 0, 0), 0, SECOND));
  }
}
