package dev.heddle.cli;

import dev.heddle.bench.Instance;
import dev.heddle.bench.Reduction;
import dev.heddle.bench.Subprocess;
import dev.heddle.report.CheckSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks each benchmark with {@code heddle check} in a process of its own, as a user would: the
 * time includes the start of the virtual machine, and memory is that of this check alone.
 */
final class CheckInNewProcess implements BenchRun.Checker {
  private final List<String> heddle;
  private final Subprocess subprocess;

  /**
   * Makes one.
   *
   * @param heddle the command that starts Heddle
   */
  CheckInNewProcess(List<String> heddle, Subprocess subprocess) {
    this.heddle = heddle;
    this.subprocess = subprocess;
  }

  @Override
  public CheckSummary check(Path program, Instance instance, BenchRun.Setup setup, Path folder)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(heddle);
    command.addAll(List.of("check", "--json", "--model", instance.variant().model()));
    command.addAll(List.of("--algorithm", instance.variant().algorithm()));
    Reduction.without(instance.variant().reductions())
        .forEach(reduction -> command.add(reduction.switchOff()));
    if (instance.row().unroll() > 0) {
      command.addAll(List.of("--unroll", Integer.toString(instance.row().unroll())));
    }
    if (setup.nanoseconds() > 0) {
      command.addAll(List.of("--timeout", Math.max(1, setup.nanoseconds() / 1_000_000) + "ms"));
    }
    command.addAll(instance.definitions());
    command.add(program.toString());
    // The process keeps to the time limit by itself, and then still tells how far it got.
    Subprocess.Result ended = subprocess.run(command, folder, 0);
    if (!ended.finished()) {
      throw new IOException(Interruption.REASON);
    }
    CheckSummary summary;
    try {
      summary = CheckSummary.parse(ended.output());
    } catch (IOException e) {
      throw new IOException("heddle check gave no result: " + ended.errors().strip(), e);
    }
    return summary.withSeconds(ended.seconds());
  }

  /** Nothing to do: whoever stops the run stops its processes. */
  @Override
  public void stop(String reason) {}
}
