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
    if (this != CANDIDATES
        && listener == null
        && "power".equals(models.name(test.architecture()))) {
      RelaxedLitmusRun run = RelaxedLitmusRun.of(test, unroll, stopped);
      if (run != null) {
        return run.outcome();
      }
    }
    if (this == RSMC) {
      throw new TypeConversionException(
          "--engine rsmc takes PPC tests whose accesses all have one size, under -m power;"
              + " use --engine candidates");
    }
    return LitmusRun.of(test, models.of(test), unroll, stopped, listener);
  }
}
