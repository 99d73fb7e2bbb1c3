package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.program.Program;
import dev.heddle.transform.Reductions;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Heddle explores as many executions as others published, or fewer where reductions are at work.
 * Rows that are too large to run with every build are for {@code heddle bench --max-count}.
 */
class PublishedCountsTest {
  private static final long MAX_COUNT = 50_000;

  /** Most of these are there four times. */
  private static final long MAX_COUNT_OF_REDUCTIONS = 10_000;

  private static final String OPTIMAL = "optimal";

  @TestFactory
  Stream<DynamicTest> oneExecutionPerTrace() throws Exception {
    List<Instance> instances = new ArrayList<>();
    for (String name : Table.NAMES) {
      Table table = Table.named(name);
      boolean plain = table.variants().stream().allMatch(Variant::isPlain);
      long maxCount = plain ? MAX_COUNT : MAX_COUNT_OF_REDUCTIONS;
      Selection.Wish wish = new Selection.Wish(OPTIMAL, false, maxCount);
      instances.addAll(Selection.of(List.of(table), List.of(), wish).instances());
    }
    Programs programs = Programs.unpacked();
    return instances.stream()
        .map(instance -> dynamicTest(instance.label(), () -> assertAsPublished(instance, programs)))
        .onClose(programs::close);
  }

  /** Reads-from classes are coarser than the traces for which there are numbers. */
  @TestFactory
  Stream<DynamicTest> noMoreClassesThanTraces() throws Exception {
    Selection.Wish wish = new Selection.Wish("rf", false, MAX_COUNT_OF_REDUCTIONS);
    Selection selection = Selection.of(List.of(Table.named("await")), List.of(), wish);
    Programs programs = Programs.unpacked();
    return selection.instances().stream()
        .map(instance -> dynamicTest(instance.label(), () -> assertNoMore(instance, programs)))
        .onClose(programs::close);
  }

  private static void assertNoMore(Instance instance, Programs programs) throws Exception {
    Outcome outcome = explore(new ReadsFromExploration(), instance, programs);
    Count published = instance.row().published(instance.variant().yardstick()).orElseThrow();
    assertTrue(outcome.executions() <= published.executions(), outcome::toString);
  }

  private static Reductions reductions(Variant variant) {
    return new Reductions(
        variant.reductions().contains(Reduction.PURITY),
        variant.reductions().contains(Reduction.AWAIT),
        variant.reductions().contains(Reduction.IFAA));
  }

  private static Outcome explore(Exploration exploration, Instance instance, Programs programs)
      throws Exception {
    Row row = instance.row();
    Program program = LlvmFrontend.load(programs.file(row.benchmark()), instance.definitions());
    Program reduced = reductions(instance.variant()).apply(program);
    Outcome outcome =
        exploration.explore(reduced, Limits.NONE.withUnroll(row.unroll()), new Progress());
    assertTrue(
        outcome.verdict() == Verdict.SAFE
            || (outcome.verdict() == Verdict.BOUNDED && row.unroll() > 0),
        outcome::toString);
    return outcome;
  }

  private static void assertAsPublished(Instance instance, Programs programs) throws Exception {
    Outcome outcome = explore(new OptimalExploration(), instance, programs);
    Count published = instance.published(OPTIMAL).orElseThrow();
    if (instance.variant().isReduced()) {
      assertTrue(outcome.executions() <= published.executions(), outcome::toString);
    } else {
      assertTrue(published.is(outcome.complete(), outcome.blocked()), outcome::toString);
    }
  }
}
