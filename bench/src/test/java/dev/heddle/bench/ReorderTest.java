package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads-from exploration finds the bug of reorder at once, however many threads there are. */
class ReorderTest {
  private static final Path REORDER =
      Path.of("src/main/resources/dev/heddle/bench/programs/reorder-assert.c");

  @ParameterizedTest
  @CsvSource({"3, 1", "4, 1", "5, 1", "10, 1", "20, 1", "20, 20", "20, 100"})
  void findsTheBugInTheSecondExecution(int n, int readers) throws Exception {
    Program program = LlvmFrontend.load(REORDER, List.of("-DN=" + n, "-DREADERS=" + readers));
    Outcome outcome = new ReadsFromExploration().explore(program, Limits.NONE, new Progress());
    assertEquals(Verdict.VIOLATION, outcome.verdict());
    assertEquals(2, outcome.executions());
  }
}
