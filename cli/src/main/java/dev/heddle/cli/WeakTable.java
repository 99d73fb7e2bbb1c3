package dev.heddle.cli;

import dev.heddle.bench.Programs;
import dev.heddle.bench.consistency.WeakBenchmark;
import dev.heddle.bench.consistency.WeakBenchmark.Instance;
import dev.heddle.explore.graph.RecordedExecutions;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** {@code heddle bench --table weak}: compiles programs for {@link WeakBenchmark}. */
final class WeakTable {
  /** For each of the three explorations of a row, unless --timeout says otherwise. */
  private static final long USUAL_NANOSECONDS = 3_000_000_000L;

  private final Toolbox toolbox;
  private final WeakBenchmark benchmark;

  WeakTable(Toolbox toolbox, PrintStream out, long nanoseconds) {
    this.toolbox = toolbox;
    this.benchmark = new WeakBenchmark(out, nanoseconds == 0 ? USUAL_NANOSECONDS : nanoseconds);
  }

  /** Runs the benchmarks with these names, or all. */
  void run(List<String> names) throws IOException, InputException {
    for (String name : names) {
      if (WeakBenchmark.INSTANCES.stream().noneMatch(row -> row.benchmark().equals(name))) {
        throw new IllegalArgumentException("table weak has no row '" + name + "'");
      }
    }
    benchmark.header();
    try (Programs programs = Programs.unpacked()) {
      for (MemoryModel model : WeakBenchmark.MODELS) {
        for (Instance instance : WeakBenchmark.INSTANCES) {
          if (names.isEmpty() || names.contains(instance.benchmark())) {
            Program program = load(programs, instance);
            benchmark.row(
                instance, model, (m, visitor) -> RecordedExecutions.visit(program, m, visitor));
          }
        }
      }
    }
    benchmark.mean();
  }

  private Program load(Programs programs, Instance instance) throws IOException, InputException {
    List<String> arguments = List.of("-DASSUME", "-DN=" + instance.size());
    Program program =
        toolbox.load(programs.file(instance.benchmark()), arguments, Environment.USUAL);
    return Reductions.ALL.apply(program);
  }
}
