package dev.heddle.cli;

import dev.heddle.explore.rsmc.RelaxedLitmusRun;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.TypeConversionException;

/** How the executions of a litmus test are found. */
enum LitmusEngine {
  AUTO,
  CANDIDATES,
  RSMC;

  static final Choice<LitmusEngine> CHOICE =
      new Choice<>("engine", List.of(values()), Choice::label, any -> true);

  /**
   * @param listener wants to see executions, which only the candidates show; null if nobody does
   */
  LitmusOutcome outcome(
      LitmusTest test,
      LitmusModels models,
      int unroll,
      BooleanSupplier stopped,
      LitmusRun.Listener listener)
      throws CatException {
    if (this == RSMC && listener != null) {
      throw new TypeConversionException("--show needs --engine candidates");
    }
    String model = models.name(test.architecture());
    if (this != CANDIDATES && listener == null && model.equals(test.architecture().model())) {
      RelaxedLitmusRun run = RelaxedLitmusRun.of(test, unroll, stopped);
      if (run != null) {
        return run.outcome();
      }
    }
    if (this == RSMC) {
      throw new TypeConversionException(
          "--engine rsmc does not take this test, only PPC tests under power and AArch64 tests under"
              + " armv8, with the limits of docs/litmus.md; use --engine candidates");
    }
    return LitmusRun.of(test, models.of(test.architecture()), unroll, stopped, listener);
  }
}
