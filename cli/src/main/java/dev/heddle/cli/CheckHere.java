package dev.heddle.cli;

import dev.heddle.bench.Instance;
import dev.heddle.bench.Reduction;
import dev.heddle.bench.Variant;
import dev.heddle.cli.Inputs.Input;
import dev.heddle.explore.Limits;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.model.MemoryModel;
import dev.heddle.report.CheckResult;
import dev.heddle.report.CheckSummary;
import dev.heddle.report.Report;
import dev.heddle.transform.Reductions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks benchmarks in this process, one after the other. */
final class CheckHere implements BenchRun.Checker {
  private final Toolbox toolbox;
  private CheckRun current;
  private String stopReason;

  CheckHere(Toolbox toolbox) {
    this.toolbox = toolbox;
  }

  @Override
  public CheckSummary check(Path program, Instance instance, BenchRun.Setup setup, Path folder) {
    Variant variant = instance.variant();
    Limits limits = new Limits(instance.row().unroll(), false, 0, setup.nanoseconds());
    MemoryModel model = ModelChoice.EXPLORED.convert(variant.model());
    CheckRun.Setup check =
        new CheckRun.Setup(
            model,
            Algorithm.CHOICE.convert(variant.algorithm()),
            1,
            limits,
            null,
            Property.EVERYTHING,
            false,
            reductions(variant.reductions()),
            model.hasRaces(),
            instance.definitions(),
            model.isOfHardware() ? Environment.USUAL.withDependencies() : Environment.USUAL);
    Last last = new Last();
    Input input = new Input(instance.label(), program, null);
    start(new CheckRun(toolbox, check, List.of(input), List.of(last), null, null, null)).run();
    return CheckSummary.of(last.results.get(0));
  }

  private static Reductions reductions(Set<Reduction> names) {
    return new Reductions(
        names.contains(Reduction.PURITY),
        names.contains(Reduction.AWAIT),
        names.contains(Reduction.IFAA));
  }

  private synchronized CheckRun start(CheckRun run) {
    current = run;
    if (stopReason != null) {
      run.stop(stopReason);
    }
    return run;
  }

  @Override
  public synchronized void stop(String reason) {
    stopReason = reason;
    if (current != null) {
      current.stop(reason);
    }
  }

  /** Keeps results, whether or not the run got to them. */
  private static final class Last implements Report {
    private final List<CheckResult> results = new ArrayList<>();

    @Override
    public void add(CheckResult result) {
      results.add(result);
    }

    @Override
    public void addUnchecked(List<CheckResult> unchecked) {
      results.addAll(unchecked);
    }

    @Override
    public void finish() {}
  }
}
