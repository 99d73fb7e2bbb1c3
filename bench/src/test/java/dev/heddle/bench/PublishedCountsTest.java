package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Heddle explores as many executions as others published. Rows that are too large to run with every
 * build are for {@code heddle bench --max-count}.
 */
class PublishedCountsTest {
  private static final long MAX_COUNT = 50_000;
  private static final String OPTIMAL = "optimal";

  @TestFactory
  Stream<DynamicTest> oneExecutionPerTrace() throws Exception {
    List<Table> tables = Table.NAMES.stream().map(Table::named).toList();
    Selection selection = Selection.of(tables, List.of(), OPTIMAL, MAX_COUNT);
    Programs programs = Programs.unpacked();
    return selection.rows().stream()
        .map(row -> dynamicTest(row.label(), () -> assertAsPublished(row, programs)))
        .onClose(programs::close);
  }

  private static void assertAsPublished(Row row, Programs programs) throws Exception {
    Outcome outcome =
        new OptimalExploration()
            .explore(
                LlvmFrontend.load(programs.file(row.benchmark()), row.definitions()),
                Limits.NONE,
                new Progress());
    assertEquals(Verdict.SAFE, outcome.verdict());
    assertEquals(row.published(OPTIMAL).getAsLong(), outcome.executions());
  }
}
