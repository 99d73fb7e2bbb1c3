package dev.heddle.cli;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.MalformedTraceException;
import dev.heddle.model.Consistency;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.UnsupportedEventException;
import dev.heddle.report.Conclusion;
import dev.heddle.report.Cost;
import dev.heddle.report.TraceConclusion;
import dev.heddle.report.TraceProgress;
import dev.heddle.report.TraceReport;
import dev.heddle.report.TraceResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;

/**
 * Checks traces one after the other and reports each. A trace that fails in whatever way does not
 * keep the others from being checked.
 */
final class ConsistencyRun implements Interruption.Interruptible {
  private final MemoryModel model;
  private final List<String> files;

  /** Where to write the modification order, or null. */
  private final String witnessFile;

  private final List<TraceReport> reports;

  /** Where to show progress, or null. */
  private final PrintStream progressTerminal;

  // An interruption arrives on another thread: what follows is guarded by this.
  private int current = -1;
  private long started;
  private String stopReason;
  private boolean over;
  private TraceProgress progress;
  private ExitCode exitCode = ExitCode.NO_VIOLATION;

  ConsistencyRun(
      MemoryModel model,
      List<String> files,
      String witnessFile,
      List<TraceReport> reports,
      PrintStream progressTerminal) {
    this.model = model;
    this.files = files;
    this.witnessFile = witnessFile;
    this.reports = reports;
    this.progressTerminal = progressTerminal;
  }

  ExitCode run() {
    while (startNext()) {
      check(files.get(current));
    }
    return end(null);
  }

  @Override
  public synchronized void stop(String reason) {
    stopReason = reason;
  }

  @Override
  public synchronized ExitCode abandon(String reason) {
    stopReason = reason;
    return end(reason);
  }

  private synchronized boolean startNext() {
    if (stopReason != null || current + 1 == files.size()) {
      return false;
    }
    current++;
    started = System.nanoTime();
    progress = TraceProgress.start(progressTerminal, files.get(current));
    return true;
  }

  private void check(String file) {
    long readUntil = 0;
    TraceConclusion conclusion;
    try {
      ExecutionGraph graph = TraceFiles.read(file, progress, this::isStopped);
      readUntil = System.nanoTime();
      progress.checking(graph.events());
      Consistency answer = ConsistencyChecker.of(model).check(graph);
      if (witnessFile != null && answer instanceof Consistent yes) {
        TraceFiles.writeWitness(witnessFile, file, model, graph, yes.witness());
      }
      conclusion = new TraceConclusion.Decided(graph, answer);
    } catch (MalformedTraceException | UnsupportedEventException e) {
      conclusion = uncheckable(file + ": " + e.getMessage());
    } catch (TraceProgress.StoppedException e) {
      conclusion = new TraceConclusion.Inconclusive(stopReason());
    } catch (TraceFiles.UnwritableException e) {
      conclusion = uncheckable(e.getMessage());
    } catch (IOException | InvalidPathException e) {
      conclusion = uncheckable("cannot read " + file + ": " + OutputFile.reason(e));
    } catch (OutOfMemoryError e) {
      conclusion =
          new TraceConclusion.Inconclusive(
              "memory ran out; give more, as in HEDDLE_JAVA_OPTS=-Xmx16g");
    } catch (RuntimeException | StackOverflowError e) {
      conclusion = new TraceConclusion.Failed(Crash.of(e));
    }
    conclude(file, conclusion, readUntil);
  }

  private static TraceConclusion uncheckable(String message) {
    return new TraceConclusion.Failed(new Conclusion.Uncheckable(message));
  }

  private synchronized void conclude(String file, TraceConclusion conclusion, long readUntil) {
    if (!over) {
      long now = System.nanoTime();
      long read = (readUntil == 0 ? now : readUntil) - started;
      progress.close();
      Cost cost =
          new Cost(now - started, read, now - started - read, ProcessMemory.peakMebibytes());
      report(file, conclusion, cost);
    }
  }

  private void report(String file, TraceConclusion conclusion, Cost cost) {
    exitCode = exitCode.and(code(conclusion));
    TraceResult result = new TraceResult(file, model.id(), conclusion, cost);
    reports.forEach(report -> report.add(result));
  }

  private static ExitCode code(TraceConclusion conclusion) {
    if (conclusion instanceof TraceConclusion.Decided decided) {
      return decided.consistency().isConsistent() ? ExitCode.NO_VIOLATION : ExitCode.VIOLATION;
    }
    return conclusion instanceof TraceConclusion.Failed failed
        ? ExitCode.of(failed.failure())
        : ExitCode.INCONCLUSIVE;
  }

  /**
   * Reports what nobody looked at, so that no input is missing from the output.
   *
   * @param abandoned why the current trace is given up, or null if it has its result
   */
  private synchronized ExitCode end(String abandoned) {
    if (!over) {
      over = true;
      if (progress != null) {
        progress.close();
      }
      int next = abandoned == null || current < 0 ? current + 1 : current;
      for (String file : files.subList(next, files.size())) {
        report(file, new TraceConclusion.Inconclusive(stopReason), new Cost(0, 0, 0, 0));
      }
    }
    return exitCode;
  }

  private synchronized boolean isStopped() {
    return stopReason != null;
  }

  private synchronized String stopReason() {
    return stopReason;
  }
}
