package dev.heddle.cli;

import dev.heddle.bench.InstalledPeer;
import dev.heddle.bench.Instance;
import dev.heddle.bench.Programs;
import dev.heddle.bench.Sheet;
import dev.heddle.bench.Sheet.Comparison;
import dev.heddle.bench.Subprocess;
import dev.heddle.report.CheckSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures instances one after the other and writes a line for each. */
final class BenchRun implements Interruption.Interruptible {
  /**
   * How to measure.
   *
   * @param nanoseconds for each run of a tool; 0 for no limit
   */
  record Setup(long nanoseconds, List<InstalledPeer> peers) {}

  /** Checks one program. */
  interface Checker {
    CheckSummary check(Path program, Instance instance, Setup setup, Path folder)
        throws IOException, InterruptedException;

    /** Makes the check that runs, and later ones, end soon. */
    void stop(String reason);
  }

  private final Setup setup;
  private final List<Instance> instances;
  private final Programs programs;
  private final Subprocess subprocess;
  private final Checker checker;
  private final Terminal terminal;
  private final Sheet sheet;
  private volatile boolean stopped;
  private volatile ExitCode exitCode = ExitCode.NO_VIOLATION;

  BenchRun(
      Setup setup,
      List<Instance> instances,
      Programs programs,
      Subprocess subprocess,
      Checker checker,
      Terminal terminal) {
    this.setup = setup;
    this.instances = instances;
    this.programs = programs;
    this.subprocess = subprocess;
    this.checker = checker;
    this.terminal = terminal;
    this.sheet = new Sheet(terminal.out());
  }

  /** What has been measured so far. */
  Sheet sheet() {
    return sheet;
  }

  ExitCode run() {
    sheet.header(setup.peers.stream().map(InstalledPeer::peer).toList());
    for (Instance instance : instances) {
      if (stopped) {
        add(ExitCode.INCONCLUSIVE);
        break;
      }
      try {
        measure(instance);
      } catch (IOException e) {
        complain(instance, e.getMessage());
        add(stopped ? ExitCode.INCONCLUSIVE : ExitCode.UNCHECKABLE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stopped = true;
        add(ExitCode.INCONCLUSIVE);
      }
      if (terminal.out().checkError()) {
        terminal.complain("cannot write to standard output; results are lost");
        add(ExitCode.UNCHECKABLE);
        break;
      }
    }
    return exitCode;
  }

  private void measure(Instance instance) throws IOException, InterruptedException {
    Path program = programs.file(instance.row().benchmark());
    CheckSummary measured = checker.check(program, instance, setup, programs.folder());
    boolean boundedAsAsked = instance.row().unroll() > 0 && measured.verdict().equals("bounded");
    if (measured.reason() != null && !boundedAsAsked) {
      complain(instance, measured.reason());
    }
    List<InstalledPeer.Result> peers = new ArrayList<>();
    for (InstalledPeer peer : setup.peers) {
      peers.add(run(peer, instance, program));
    }
    Comparison comparison = sheet.row(instance, measured, peers);
    add(comparison == Comparison.DIFFERENT ? ExitCode.VIOLATION : code(measured));
  }

  private InstalledPeer.Result run(InstalledPeer peer, Instance instance, Path program)
      throws InterruptedException {
    InstalledPeer.Result result =
        peer.run(instance, program, subprocess, programs.folder(), setup.nanoseconds);
    if (!result.counted()) {
      complain(instance, peer.peer().label() + ": " + result.problem());
    }
    return result;
  }

  private static ExitCode code(CheckSummary measured) {
    return switch (measured.verdict()) {
      case "safe", "bounded" -> ExitCode.NO_VIOLATION;
      case "violation" -> ExitCode.VIOLATION;
      case "inconclusive" -> ExitCode.INCONCLUSIVE;
      default -> ExitCode.UNCHECKABLE;
    };
  }

  private void add(ExitCode code) {
    exitCode = exitCode.and(code);
  }

  private void complain(Instance instance, String problem) {
    terminal.complain(instance.label() + ": " + problem);
    terminal.err().flush();
  }

  @Override
  public void stop(String reason) {
    stopped = true;
    checker.stop(reason);
    subprocess.stop();
  }

  @Override
  public ExitCode abandon(String reason) {
    return exitCode.and(ExitCode.INCONCLUSIVE);
  }
}
