package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Checkpointing;
import dev.heddle.explore.Estimate;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.frontend.llvm.CompilationUnit;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Program;
import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.EstimateText;
import dev.heddle.report.ProgressDisplay;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The check of one input: reads it, explores it, and draws a conclusion, whatever happens. */
final class InputCheck {
  private final Toolbox toolbox;
  private final CheckRun.Setup setup;
  private final Input input;

  /** Where to save a violating execution, or null. */
  private final WitnessFile witness;

  /** Where to save what is left to explore, or null. */
  private final CheckpointFile checkpoint;

  /** How to show progress, or null. */
  private final ProgressDisplay progressDisplay;

  private final long start = System.nanoTime();
  private final Progress progress = new Progress();

  /** What was found out about the loops. */
  private final List<LoopFinding> loops = new CopyOnWriteArrayList<>();

  private volatile Algorithm algorithm;
  private volatile long loaded;

  private volatile Program program;

  // What follows is guarded by this.
  private ProgressDisplay.Shown progressShown;
  private boolean over;

  /** The thread that waits for a compiler, or null. */
  private Thread reader;

  InputCheck(
      Toolbox toolbox,
      CheckRun.Setup setup,
      Input input,
      WitnessFile witness,
      CheckpointFile checkpoint,
      ProgressDisplay progressDisplay) {
    this.toolbox = toolbox;
    this.setup = setup;
    this.input = input;
    this.witness = witness;
    this.checkpoint = checkpoint;
    this.progressDisplay = progressDisplay;
    this.algorithm = setup.algorithm().resolve(setup.model());
  }

  long elapsed() {
    return System.nanoTime() - start;
  }

  /** Asks the check to end soon. */
  synchronized void stop(String reason) {
    progress.stop(reason);
    if (reader != null) {
      reader.interrupt();
    }
  }

  /** The result on behalf of a check that does not come to an end in time. */
  synchronized CheckResult givenUp(String reason) {
    over = true;
    hideProgress();
    Outcome found = progress.found();
    if (found == null) {
      return result(inconclusive(reason));
    }
    Outcome judged = setup.property().judge(found);
    save(judged);
    return result(new Conclusion.Explored(judged));
  }

  /** Checks the input. */
  CheckResult run() {
    if (!input.isCheckable()) {
      return result(new Conclusion.Uncheckable(input.problem()));
    }
    try {
      program = load();
      loaded = System.nanoTime();
      Outcome outcome = estimated(setup.property().judge(explore()));
      if (checkpoint != null && isOver(outcome)) {
        checkpoint.exploredAll();
      }
      save(outcome);
      return result(new Conclusion.Explored(outcome));
    } catch (InputException e) {
      // A compiler that was told to stop, or got the user's Ctrl-C, is no fault of the input.
      String reason = progress.stopReason();
      return result(
          reason == null ? new Conclusion.Uncheckable(e.getMessage()) : inconclusive(reason));
    } catch (MachineException | NoReadsFromException e) {
      String name = input.name();
      String message = e.getMessage();
      return result(
          new Conclusion.Uncheckable(message.startsWith(name) ? message : name + ": " + message));
    } catch (Checkpointing.DamagedException e) {
      return result(new Conclusion.Uncheckable(input.name() + ": " + e.getMessage()));
    } catch (OutOfMemoryError e) {
      return result(inconclusive("out of memory"));
    } catch (RuntimeException | Error e) {
      boolean isMisled = checkpoint != null && checkpoint.isResumed();
      return result(isMisled ? misled(Crash.of(e)) : Crash.of(e));
    }
  }

  /**
   * A state whose hash is right may still be made up, and then it leads anywhere: threads that are
   * not there, branches that nobody came to.
   */
  private Conclusion misled(Conclusion.Crashed crash) {
    return new Conclusion.Uncheckable(
        input.name()
            + ": the checkpoint does not tell of executions of this program; if nobody has changed"
            + " it, please report this as a defect of Heddle: "
            + crash.message());
  }

  /** Whether nothing is left to explore; a violation need not be the end. */
  private boolean isOver(Outcome outcome) {
    return switch (outcome.verdict()) {
      case INCONCLUSIVE -> false;
      case VIOLATION -> !setup.limits().keepGoing() || outcome.reason() == null;
      default -> true;
    };
  }

  /** An outcome that says how large the whole probably is, if somebody wants to know. */
  private Outcome estimated(Outcome outcome) {
    Estimate estimate = progress.estimate();
    if (!setup.estimates() || outcome.verdict() != Verdict.INCONCLUSIVE) {
      return outcome;
    }
    String reason =
        estimate == null
            ? outcome.reason() + ", too early for an estimate; give it more time with --timeout"
            : EstimateText.sentence(estimate, outcome.executions(), System.nanoTime() - loaded);
    return outcome.withVerdict(outcome.verdict(), reason);
  }

  private Program load() throws InputException {
    synchronized (this) {
      reader = Thread.currentThread();
    }
    try {
      if (input.units().isEmpty()) {
        return toolbox.load(input.path(), setup.clangArguments(), setup.environment());
      }
      List<CompilationUnit> units = new ArrayList<>();
      input.units().forEach(unit -> units.add(unit.with(setup.clangArguments())));
      return toolbox.load(input.name(), units, input.main(), setup.environment());
    } finally {
      synchronized (this) {
        reader = null;
        Thread.interrupted(); // An interruption that came too late to matter goes no further.
      }
    }
  }

  private synchronized void save(Outcome outcome) {
    if (witness != null && !outcome.violations().isEmpty()) {
      String model = toolbox.name(setup.model());
      witness.save(input, program, model, setup.toldReductions(), outcome);
    }
  }

  private Outcome explore() throws InputException {
    try {
      return explore(algorithm);
    } catch (NoReadsFromException e) {
      // The other algorithm cannot be interrupted and taken up again.
      if (setup.algorithm() != Algorithm.AUTO || checkpoint != null) {
        throw e;
      }
      algorithm = Algorithm.OPTIMAL;
      return explore(algorithm);
    }
  }

  private Outcome explore(Algorithm chosen) throws InputException {
    if (checkpoint != null) {
      progress.keep(checkpoint.of(input, program));
    }
    showProgress();
    try {
      Outcome outcome = explore(chosen, setup.limits());
      if (setup.property().isMissedBy(outcome)) {
        outcome = explore(chosen, setup.limits().withKeepGoing());
      }
      return outcome.within(program.bounds());
    } finally {
      hideProgress();
    }
  }

  private Outcome explore(Algorithm chosen, Limits limits) {
    return toolbox
        .exploration(setup, chosen, this::addLoop)
        .explore(program, limits.after(elapsed()), progress);
  }

  /** A program may be reduced more than once, with the same findings. */
  private void addLoop(LoopFinding finding) {
    if (!loops.contains(finding)) {
      loops.add(finding);
    }
  }

  private synchronized void showProgress() {
    if (progressDisplay != null && !over) {
      progressShown = progressDisplay.start(input.name(), progress);
    }
  }

  private synchronized void hideProgress() {
    if (progressShown != null) {
      progressShown.close();
      progressShown = null;
    }
  }

  private Conclusion inconclusive(String reason) {
    return new Conclusion.Explored(
        estimated(
            new Outcome(
                Verdict.INCONCLUSIVE,
                reason,
                progress.complete(),
                progress.blocked(),
                List.of(),
                List.of())));
  }

  private CheckResult result(Conclusion conclusion) {
    if (checkpoint != null && !(conclusion instanceof Conclusion.Explored)) {
      checkpoint.fail();
    }
    long end = System.nanoTime();
    long frontendEnd = loaded == 0 ? end : loaded;
    Program read = program;
    List<String> assumptions = read == null ? List.of() : read.assumptions();
    Cost cost =
        new Cost(
            end - start,
            frontendEnd - start,
            end - frontendEnd,
            input.isCheckable() ? ProcessMemory.peakMebibytes() : 0,
            (progress.overflow() + (1L << 20) - 1) >> 20);
    return new CheckResult(
        input.name(),
        toolbox.name(setup.model()),
        algorithm.label(),
        conclusion,
        cost,
        assumptions,
        loops);
  }
}
