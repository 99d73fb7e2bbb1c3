package dev.heddle.cli;

import dev.heddle.frontend.litmus.LitmusException;
import dev.heddle.frontend.litmus.LitmusReader;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.axiomatic.SearchStoppedException;
import dev.heddle.model.axiomatic.TooLargeException;
import dev.heddle.model.cat.CatEvaluationException;
import dev.heddle.model.cat.CatException;
import dev.heddle.report.Conclusion;
import dev.heddle.report.ProgressLine;
import dev.heddle.report.litmus.ExecutionFigure;
import dev.heddle.report.litmus.LitmusReport;
import dev.heddle.report.litmus.LitmusResult;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.TypeConversionException;

/**
 * Judges tests, several at a time if wanted, and reports them in order. A test that fails in
 * whatever way does not keep the others from being judged.
 */
final class LitmusRuns implements Interruption.Interruptible {
  /** More pictures of one test than anybody looks at. */
  private static final int MAX_FIGURES = 100;

  private static final String TIMEOUT = "the time limit is reached";

  private final List<LitmusFiles.Input> inputs;
  private final LitmusModels models;
  private final LitmusEngine engine;
  private final boolean crossCheck;
  private final int unroll;
  private final long timeout;
  private final int jobs;
  private final Shown show;
  private final List<LitmusReport> reports;
  private final AtomicInteger done = new AtomicInteger();
  private volatile String stopReason;

  // An interruption arrives on another thread: what follows is guarded by this.
  private int reported;
  private boolean over;
  private ExitCode exitCode = ExitCode.NO_VIOLATION;

  LitmusRuns(
      List<LitmusFiles.Input> inputs,
      LitmusModels models,
      LitmusOptions options,
      List<LitmusReport> reports) {
    this.inputs = inputs;
    this.models = models;
    this.engine = options.crossCheck() ? LitmusEngine.CANDIDATES : options.engine();
    this.crossCheck = options.crossCheck();
    this.unroll = options.unroll();
    this.timeout = options.timeout();
    this.jobs = options.jobs();
    this.show = options.show();
    this.reports = reports;
  }

  /**
   * @param terminal where to show progress, or null
   */
  ExitCode run(PrintStream terminal) {
    ProgressLine line =
        terminal == null
            ? null
            : ProgressLine.start(terminal, () -> done.get() + " of " + inputs.size() + " tests");
    try {
      if (jobs == 1) {
        inputs.forEach(input -> report(judge(input)));
      } else {
        runTogether();
      }
    } finally {
      if (line != null) {
        line.close();
      }
    }
    synchronized (this) {
      over = true;
      return exitCode;
    }
  }

  private void runTogether() {
    ExecutorService workers = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<LitmusResult>> results =
          inputs.stream().map(input -> workers.submit(() -> judge(input))).toList();
      for (Future<LitmusResult> result : results) {
        report(result.get());
      }
    } catch (InterruptedException | CancellationException e) {
      Thread.currentThread().interrupt();
      stopReason = Interruption.REASON;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      workers.shutdown();
    }
  }

  @Override
  public void stop(String reason) {
    stopReason = reason;
  }

  @Override
  public synchronized ExitCode abandon(String reason) {
    stopReason = reason;
    for (int i = reported; i < inputs.size() && !over; i++) {
      add(LitmusResult.stopped(inputs.get(i).name(), models.name(null), null, reason, 0));
    }
    over = true;
    return exitCode;
  }

  private LitmusResult judge(LitmusFiles.Input input) {
    long start = System.nanoTime();
    String file = input.name();
    LitmusTest test = null;
    String model = models.name(null);
    try {
      if (stopReason != null) {
        return LitmusResult.stopped(file, model, null, stopReason, 0);
      }
      if (input.problem() != null) {
        return failed(file, model, null, input.problem(), start);
      }
      test = LitmusReader.read(file, LitmusFiles.read(input.path()));
      model = models.name(test.architecture());
      BooleanSupplier stopped =
          () -> stopReason != null || (timeout > 0 && System.nanoTime() - start > timeout);
      List<ExecutionFigure> figures = new ArrayList<>();
      LitmusOutcome outcome =
          engine.outcome(test, models, unroll, stopped, listener(test, figures));
      if (crossCheck) {
        new LitmusCrossCheck(test, outcome, unroll, stopped).run(models);
      }
      return LitmusResult.answered(file, model, test, outcome, figures, System.nanoTime() - start);
    } catch (IOException e) {
      return failed(file, model, null, "cannot read " + file + ": " + OutputFile.reason(e), start);
    } catch (LitmusException | CatException e) {
      return failed(file, model, test, e.getMessage(), start);
    } catch (TooLargeException | CatEvaluationException | TypeConversionException e) {
      return failed(file, model, test, file + ": " + e.getMessage(), start);
    } catch (SearchStoppedException e) {
      String reason = stopReason == null ? TIMEOUT : stopReason;
      return LitmusResult.stopped(file, model, test, reason, System.nanoTime() - start);
    } catch (OutOfMemoryError e) {
      String reason = "memory ran out; give more, as in HEDDLE_JAVA_OPTS=-Xmx16g";
      return LitmusResult.stopped(file, model, test, reason, System.nanoTime() - start);
    } catch (RuntimeException | StackOverflowError e) {
      return LitmusResult.failed(file, model, test, Crash.of(e), System.nanoTime() - start);
    } finally {
      done.incrementAndGet();
    }
  }

  private LitmusRun.Listener listener(LitmusTest test, List<ExecutionFigure> figures) {
    if (show == Shown.NONE) {
      return null;
    }
    return (execution, judge, state, holds) -> {
      if (show.includes(holds) && figures.size() < MAX_FIGURES) {
        figures.add(ExecutionFigure.of(test, execution, judge.shown(), state));
      }
    };
  }

  private static LitmusResult failed(
      String file, String model, LitmusTest test, String message, long start) {
    Conclusion failure = new Conclusion.Uncheckable(message);
    return LitmusResult.failed(file, model, test, failure, System.nanoTime() - start);
  }

  private synchronized void report(LitmusResult result) {
    if (!over) {
      add(result);
    }
  }

  private void add(LitmusResult result) {
    reported++;
    if (result.failure() != null) {
      exitCode = exitCode.and(ExitCode.of(result.failure()));
    } else if (result.outcome() == null) {
      exitCode = exitCode.and(ExitCode.INCONCLUSIVE);
    }
    reports.forEach(report -> report.add(result));
  }
}
