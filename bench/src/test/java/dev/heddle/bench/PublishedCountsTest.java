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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Heddle explores as many executions as others published, or fewer where its reductions do more;
 * how many is known, too. Rows that are too large to run with every build are for {@code heddle
 * bench --max-count}.
 */
class PublishedCountsTest {
  private static final long MAX_COUNT = 50_000;

  /** Most of these are there four times. */
  private static final long MAX_COUNT_OF_REDUCTIONS = 10_000;

  private static final String OPTIMAL = "optimal";
  private static final String RF = "rf";

  /** What our reductions leave where that is less than was published. */
  private static final Map<String, Count> FEWER =
      Map.ofEntries(
          fewer("qspinlock:2 await", "6+0"),
          fewer("qspinlock:2 ifaa", "6+0"),
          fewer("qspinlock:3 plp", "330+504"),
          fewer("qspinlock:3 await", "330+144"),
          fewer("qspinlock:3 ifaa", "330+144"),
          fewer("mcslock:3 plp", "66+102"),
          fewer("mcslock:3 await", "66+0"),
          fewer("mcslock:3 ifaa", "66+0"),
          fewer("ms-queue:3 plp", "75+284"),
          fewer("ms-queue:3 await", "75+284"),
          fewer("ms-queue:3 ifaa", "75+284"),
          fewer("seqlock:3 await", "9+23"),
          fewer("seqlock:3 ifaa", "9+23"),
          fewer("seqlock:4 await", "88+454"),
          fewer("seqlock:4 ifaa", "88+454"),
          fewer("mpmc-queue:3 await", "166+247"),
          fewer("mpmc-queue:3 ifaa", "76+175"),
          fewer("safestack:211 await", "2690+764"),
          fewer("safestack:211 ifaa", "962+530"));

  private static Map.Entry<String, Count> fewer(String instance, String count) {
    return Map.entry(instance, Count.parse(count));
  }

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

  @TestFactory
  Stream<DynamicTest> oneExecutionPerReadsFromClass() throws Exception {
    List<Instance> instances = new ArrayList<>();
    for (String name : Table.NAMES) {
      Table table = Table.named(name);
      if (table.variants().stream().allMatch(Variant::isPlain)) {
        Selection.Wish wish = new Selection.Wish(RF, false, MAX_COUNT);
        instances.addAll(Selection.of(List.of(table), List.of(), wish).instances());
      }
    }
    assertTrue(instances.size() > 50, "only " + instances.size() + " rows have a number for rf");
    Programs programs = Programs.unpacked();
    return instances.stream()
        .map(
            instance ->
                dynamicTest(instance.label(), () -> assertClassesAsPublished(instance, programs)))
        .onClose(programs::close);
  }

  private static void assertClassesAsPublished(Instance instance, Programs programs)
      throws Exception {
    Outcome outcome = explore(new ReadsFromExploration(), instance, programs);
    Count published = instance.published(RF).orElseThrow();
    assertTrue(published.is(outcome.complete(), outcome.blocked()), outcome::toString);
  }

  /** For these programs, there are as many reads-from classes as traces of the reduced program. */
  @TestFactory
  Stream<DynamicTest> asManyClassesAsTraces() throws Exception {
    Selection.Wish wish = new Selection.Wish(RF, false, MAX_COUNT_OF_REDUCTIONS);
    Selection selection = Selection.of(List.of(Table.named("await")), List.of(), wish);
    Programs programs = Programs.unpacked();
    return selection.instances().stream()
        .map(instance -> dynamicTest(instance.label(), () -> assertAsMany(instance, programs)))
        .onClose(programs::close);
  }

  private static void assertAsMany(Instance instance, Programs programs) throws Exception {
    Outcome outcome = explore(new ReadsFromExploration(), instance, programs);
    String yardstick = instance.variant().yardstick();
    Count published = instance.row().published(yardstick).orElseThrow();
    Count expected = FEWER.getOrDefault(instance.row().label() + " " + yardstick, published);
    assertTrue(expected.is(outcome.complete(), outcome.blocked()), outcome::toString);
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
    Count expected = FEWER.getOrDefault(instance.label(), published);
    assertTrue(expected.is(outcome.complete(), outcome.blocked()), outcome::toString);
  }
}
