package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Program;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.ProgressLine;
import dev.heddle.report.Report;
import dev.heddle.transform.Reductions;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.io.PrintStream;
import java.util.ArrayList;
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
   */
  record Setup(
      Model model,
      Algorithm algorithm,
      int jobs,
      Limits limits,
      Reductions reductions,
      List<String> clangArguments,
      Environment environment) {}

  private static final Cost NOTHING = new Cost(0, 0, 0, 0);

  private final Toolbox toolbox;
  private final Setup setup;
  private final List<Input> inputs;
  private final List<Report> reports;

  /** Where to show progress, or null. */
  private final PrintStream progressTerminal;

  /** Where to save a violating execution, or null. */
  private final WitnessFile witness;

  /** What was found out about the loops of the input under way. */
  private final List<LoopFinding> loops = new ArrayList<>();

  /** What was assumed about the world of the input under way. */
  private List<String> assumptions = List.of();

  // An interruption arrives on another thread: what follows is guarded by this.
  private int current = -1;
  private Progress progress = new Progress();
  private ProgressLine progressLine;
  private long started;
  private String stopReason;
  private boolean over;
  private ExitCode exitCode = ExitCode.NO_VIOLATION;

  CheckRun(
      Toolbox toolbox,
      Setup setup,
      List<Input> inputs,
      List<Report> reports,
      PrintStream progressTerminal,
      WitnessFile witness) {
    this.toolbox = toolbox;
    this.setup = setup;
    this.inputs = inputs;
    this.reports = reports;
    this.progressTerminal = progressTerminal;
    this.witness = witness;
  }

  ExitCode run() {
    for (Input input = startNext(); input != null; input = startNext()) {
      conclude(check(input));
    }
    return end();
  }

  @Override
  public synchronized void stop(String reason) {
    stopReason = reason;
    progress.stop(reason);
  }

  @Override
  public synchronized ExitCode abandon(String reason) {
    if (!over && current >= 0 && current < inputs.size()) {
      stopReason = reason;
      hideProgress();
      Cost cost = new Cost(System.nanoTime() - started, 0, 0, PeakMemory.mebibytes());
      conclude(result(inputs.get(current), inconclusive(reason), cost));
    }
    return end();
  }

  /** The next input, or null if there is none or the run shall stop. */
  private synchronized Input startNext() {
    if (stopReason != null || current + 1 == inputs.size()) {
      return null;
    }
    current++;
    progress = new Progress();
    started = System.nanoTime();
    return inputs.get(current);
  }

  private synchronized void conclude(CheckResult result) {
    if (!over) {
      exitCode = exitCode.and(ExitCode.of(result.conclusion()));
      reports.forEach(report -> report.add(result));
    }
  }

  private synchronized ExitCode end() {
    if (!over) {
      over = true;
      List<CheckResult> unchecked =
          inputs.subList(current + 1, inputs.size()).stream()
              .map(input -> result(input, notLookedAt(), NOTHING))
              .toList();
      for (CheckResult result : unchecked) {
        exitCode = exitCode.and(ExitCode.of(result.conclusion()));
      }
      reports.forEach(report -> report.addUnchecked(unchecked));
      reports.forEach(Report::finish);
    }
    return exitCode;
  }

  private CheckResult check(Input input) {
    if (!input.isCheckable()) {
      return result(input, new Conclusion.Uncheckable(input.problem()), NOTHING);
    }
    Stopwatch stopwatch = new Stopwatch(started);
    Algorithm algorithm = setup.algorithm.resolve(setup.model);
    Conclusion conclusion;
    loops.clear();
    assumptions = List.of();
    try {
      Program program = load(input);
      assumptions = program.assumptions();
      stopwatch.loaded();
      Outcome outcome;
      try {
        outcome = explore(input, program, algorithm, stopwatch);
      } catch (NoReadsFromException e) {
        if (setup.algorithm != Algorithm.AUTO) {
          throw e;
        }
        algorithm = Algorithm.OPTIMAL;
        loops.clear();
        outcome = explore(input, program, algorithm, stopwatch);
      }
      if (witness != null && !outcome.violations().isEmpty()) {
        witness.save(input, program, setup.reductions, outcome.violations().get(0));
      }
      conclusion = new Conclusion.Explored(outcome);
    } catch (Deadline.MissedException e) {
      conclusion = inconclusive(e.getMessage());
    } catch (InputException e) {
      // Ctrl-C reaches the compiler too; its death is then no fault of the input.
      String reason = stopReason();
      conclusion =
          reason == null ? new Conclusion.Uncheckable(e.getMessage()) : inconclusive(reason);
    } catch (MachineException | NoReadsFromException e) {
      String name = input.name();
      String message = e.getMessage();
      conclusion =
          new Conclusion.Uncheckable(message.startsWith(name) ? message : name + ": " + message);
    } catch (OutOfMemoryError e) {
      conclusion = inconclusive("out of memory");
    } catch (RuntimeException | Error e) {
      conclusion = Crash.of(e);
    }
    return result(input, algorithm, conclusion, stopwatch.cost());
  }

  private Program load(Input input) throws InputException, Deadline.MissedException {
    return Deadline.keep(
        setup.limits.nanoseconds(),
        () -> toolbox.load(input.path(), setup.clangArguments, setup.environment));
  }

  private Outcome explore(Input input, Program program, Algorithm algorithm, Stopwatch stopwatch) {
    showProgress(input);
    try {
      return toolbox
          .exploration(
              setup.model, algorithm, setup.jobs, p -> setup.reductions.apply(p, loops::add))
          .explore(program, setup.limits.after(stopwatch.elapsed()), progress)
          .within(program.bounds());
    } finally {
      hideProgress();
    }
  }

  private synchronized void showProgress(Input input) {
    if (progressTerminal != null && !over) {
      progressLine = ProgressLine.start(progressTerminal, input.name(), progress);
    }
  }

  private synchronized void hideProgress() {
    if (progressLine != null) {
      progressLine.close();
      progressLine = null;
    }
  }

  private synchronized String stopReason() {
    return stopReason;
  }

  private Conclusion inconclusive(String reason) {
    return new Conclusion.Explored(
        new Outcome(
            Verdict.INCONCLUSIVE,
            reason,
            progress.complete(),
            progress.blocked(),
            List.of(),
            List.of()));
  }

  private Conclusion notLookedAt() {
    return new Conclusion.Explored(
        new Outcome(Verdict.INCONCLUSIVE, stopReason, 0, 0, List.of(), List.of()));
  }

  private CheckResult result(Input input, Conclusion conclusion, Cost cost) {
    return result(input, setup.algorithm.resolve(setup.model), conclusion, cost);
  }

  private CheckResult result(Input input, Algorithm algorithm, Conclusion conclusion, Cost cost) {
    return new CheckResult(
        input.name(), setup.model.label(), algorithm.label(), conclusion, cost, assumptions, loops);
  }

  /** Tells the phases of a check apart, whichever of them it ends in. */
  private static final class Stopwatch {
    private final long start;
    private long loaded;

    Stopwatch(long start) {
      this.start = start;
    }

    void loaded() {
      loaded = System.nanoTime();
    }

    long elapsed() {
      return System.nanoTime() - start;
    }

    Cost cost() {
      long end = System.nanoTime();
      long frontendEnd = loaded == 0 ? end : loaded;
      return new Cost(end - start, frontendEnd - start, end - frontendEnd, PeakMemory.mebibytes());
    }
  }
}
