package dev.heddle.cli;

import dev.heddle.explore.rsmc.RelaxedLitmusRun;
import dev.heddle.litmus.Architecture;
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
    if (this != CANDIDATES && listener == null && isOfProcessor(test, models)) {
      RelaxedLitmusRun run = RelaxedLitmusRun.of(test, unroll, stopped);
      if (run != null) {
        return run.outcome();
      }
    }
    if (this == RSMC) {
      throw new TypeConversionException(
          "--engine rsmc takes PPC tests under -m power and AArch64 tests under -m arm;"
              + " use --engine candidates");
    }
    return LitmusRun.of(test, models.of(test), unroll, stopped, listener);
  }

  /** Whether the model is that of the processor that the test is for, and RSMC knows it. */
  static boolean isOfProcessor(LitmusTest test, LitmusModels models) {
    Architecture architecture = test.architecture();
    return (architecture == Architecture.PPC || architecture == Architecture.AARCH64)
        && architecture.model().equals(models.name(architecture));
  }
}
