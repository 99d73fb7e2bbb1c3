package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Limits;
import dev.heddle.explore.rsmc.HardwareMapping;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.model.MemoryModel;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.ProgressDisplay;
import dev.heddle.report.Report;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.List;

/**
 * Checks inputs one after the other and reports each. An input that fails in whatever way does not
 * keep the others from being checked.
 */
final class CheckRun implements Interruption.Interruptible {
  /**
   * How to check.
   *
   * @param limits for each input; the time includes that of the front end
   * @param memory the most that the process may hold, or null
   * @param property what counts as a violation
   * @param mapping what stands for the memory orders of C11 under models of hardware
   * @param checksRaces whether data races are violations
   * @param estimates whether an exploration that is cut short says how large it would have been
   */
  record Setup(
      MemoryModel model,
      Algorithm algorithm,
      int jobs,
      Limits limits,
      MemorySize memory,
      Property property,
      boolean estimates,
      Reductions reductions,
      boolean checksRaces,
      List<String> clangArguments,
      Environment environment,
      HardwareMapping mapping) {
    /** With the usual mapping. */
    Setup(
        MemoryModel model,
        Algorithm algorithm,
        int jobs,
        Limits limits,
        MemorySize memory,
        Property property,
        boolean estimates,
        Reductions reductions,
        boolean checksRaces,
        List<String> clangArguments,
        Environment environment) {
      this(
          model,
          algorithm,
          jobs,
          limits,
          memory,
          property,
          estimates,
          reductions,
          checksRaces,
          clangArguments,
          environment,
          HardwareMapping.C11);
    }

    /**
     * The reductions of the program that executions are told of. Additions that nobody looks at
     * commute on one memory; elsewhere nothing is claimed.
     */
    Reductions toldReductions() {
      boolean ifaa = model == MemoryModel.SC && reductions.ifaa();
      return new Reductions(
          reductions.purity(), reductions.await(), ifaa, checksRaces, reductions.rounds(), false);
    }
  }

  private static final Cost NOTHING = new Cost(0, 0, 0, 0);

  private final Toolbox toolbox;
  private final Setup setup;
  private final List<Input> inputs;
  private final List<Report> reports;

  /** How to show progress, or null. */
  private final ProgressDisplay progressDisplay;

  /** Where to save a violating execution, or null. */
  private final WitnessFile witness;

  /** Where to save what is left to explore, or null. */
  private final CheckpointFile checkpoint;

  // An interruption arrives on another thread: what follows is guarded by this.
  private int current = -1;
  private InputCheck check;
  private String stopReason;
  private boolean over;
  private ExitCode exitCode = ExitCode.NO_VIOLATION;

  CheckRun(
      Toolbox toolbox,
      Setup setup,
      List<Input> inputs,
      List<Report> reports,
      ProgressDisplay progressDisplay,
      WitnessFile witness,
      CheckpointFile checkpoint) {
    this.toolbox = toolbox;
    this.setup = setup;
    this.inputs = inputs;
    this.reports = reports;
    this.progressDisplay = progressDisplay;
    this.witness = witness;
    this.checkpoint = checkpoint;
  }

  ExitCode run() {
    for (InputCheck next = startNext(); next != null; next = startNext()) {
      conclude(new Oversight(next, setup.limits.nanoseconds(), setup.memory).result());
    }
    return end();
  }

  @Override
  public synchronized void stop(String reason) {
    stopReason = reason;
    if (check != null) {
      check.stop(reason);
    }
  }

  @Override
  public synchronized ExitCode abandon(String reason) {
    stopReason = reason;
    if (check != null) {
      conclude(check.givenUp(reason));
    }
    return end();
  }

  /** The next input, or null if there is none or the run has to stop. */
  private synchronized InputCheck startNext() {
    if (stopReason != null || current + 1 == inputs.size()) {
      return null;
    }
    current++;
    check =
        new InputCheck(toolbox, setup, inputs.get(current), witness, checkpoint, progressDisplay);
    return check;
  }

  private synchronized void conclude(CheckResult result) {
    if (!over) {
      check = null;
      exitCode = exitCode.and(ExitCode.of(result.conclusion()));
      reports.forEach(report -> report.add(result));
    }
  }

  private synchronized ExitCode end() {
    if (!over) {
      over = true;
      List<CheckResult> unchecked =
          inputs.subList(current + 1, inputs.size()).stream()
              .map(input -> result(input, notLookedAt()))
              .toList();
      for (CheckResult result : unchecked) {
        exitCode = exitCode.and(ExitCode.of(result.conclusion()));
      }
      reports.forEach(report -> report.addUnchecked(unchecked));
      reports.forEach(Report::finish);
    }
    return exitCode;
  }

  private Conclusion notLookedAt() {
    return new Conclusion.Explored(
        new Outcome(Verdict.INCONCLUSIVE, stopReason, 0, 0, List.of(), List.of()));
  }

  private CheckResult result(Input input, Conclusion conclusion) {
    String algorithm = setup.algorithm.resolve(setup.model).label();
    return new CheckResult(
        input.name(),
        toolbox.name(setup.model),
        algorithm,
        conclusion,
        NOTHING,
        List.of(),
        List.of());
  }
}
