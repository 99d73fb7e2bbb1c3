package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.CodeGenerator;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.MemoryModel;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is explored, the checkers of recorded executions accept. */
class RecordedExecutionsTest {
  private static final int PROGRAMS = 200;
  private static final int MAX_EXECUTIONS = 100;

  @ParameterizedTest
  @CsvSource({"RA, RELEASE_ACQUIRE", "RC20, PLAIN_AS_RELAXED"})
  void exploredExecutionsAreConsistent(MemoryModel model, Ordering ordering) {
    ConsistencyChecker checker = ConsistencyChecker.of(model);
    int checked = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      Program program = RandomWeakProgram.of(seed);
      int[] visited = {0};
      RecordedExecutions.visit(
          program,
          model,
          graph -> {
            assertTrue(checker.check(graph).isConsistent(), () -> ProgramPrinter.print(program));
            return ++visited[0] < MAX_EXECUTIONS;
          });
      if (visited[0] < MAX_EXECUTIONS) {
        assertEquals(
            GraphSearchAgreesWithOracleTest.explore(
                    CodeGenerator.generateWithFences(program, 0),
                    new CoherentModel(ordering, false),
                    false,
                    program.name())
                .size(),
            visited[0],
            () -> ProgramPrinter.print(program));
        checked++;
      }
    }
    assertTrue(checked > PROGRAMS / 2, "too few programs: " + checked);
  }
}
