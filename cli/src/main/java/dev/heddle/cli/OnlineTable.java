package dev.heddle.cli;

import dev.heddle.bench.Programs;
import dev.heddle.bench.consistency.OnlineRow;
import dev.heddle.bench.consistency.OnlineRuns;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.graph.RandomExploration;
import dev.heddle.frontend.llvm.Environment;
import dev.heddle.frontend.llvm.InputException;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** {@code heddle bench --table online}: compiles programs for {@link OnlineRuns}. */
final class OnlineTable {
  private static final Limits ONE_RUN = new Limits(0, true, 1, 0);

  private final Toolbox toolbox;
  private final OnlineRuns runs;

  OnlineTable(Toolbox toolbox, PrintStream out) {
    this.toolbox = toolbox;
    this.runs = new OnlineRuns(out);
  }

  /** Runs the benchmarks with these names, or all. */
  void run(List<String> names) throws IOException, InputException {
    List<OnlineRow> rows = OnlineRuns.rows(names);
    runs.header();
    try (Programs programs = Programs.unpacked()) {
      for (OnlineRow row : rows) {
        Program program = load(programs, row);
        runs.row(
            row,
            program,
            plan ->
                new RandomExploration(MemoryModel.RC20, true, plan)
                    .explore(program, ONE_RUN, new Progress())
                    .sampling()
                    .events());
      }
    }
    runs.mean();
  }

  private Program load(Programs programs, OnlineRow row) throws IOException, InputException {
    List<String> arguments = List.of("-DTHREADS=" + (row.threads() - 1), "-DDATA=" + row.data());
    Program program =
        toolbox.load(programs.onlineFile(row.program()), arguments, Environment.USUAL);
    return TestCommand.REDUCTIONS.apply(program);
  }
}
