package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.naive.Axioms;
import dev.heddle.model.naive.NaiveInterleavings;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The three phases of GetWitness on example 5.2 of "Optimal Stateless Model Checking for Reads-From
 * Equivalence under Sequential Consistency".
 */
class ThreePhasesTest {
  /** Example 5.2, first step: x4 has to precede x3, which saturation does not see. */
  private static final String HIDDEN_ORDER =
      """
      z1: 2 W rlx z
      y2: 3 W rlx y
      a:  1 R rlx z z1
      b:  1 R rlx y y2
      x3: 1 W rlx x
      x4: 4 W rlx x
      c:  5 R rlx x x4
      z6: 5 W rlx z
      f:  5 R rlx y y2
      e:  6 R rlx x x4
      y5: 6 W rlx y
      d:  6 R rlx z z1
      """;

  /** Second step: the same once more, the other way round, on other variables. */
  private static final String CONTRADICTION =
      """
      u1: 7 W rlx u
      v2: 8 W rlx v
          4 R rlx u u1
          4 R rlx v v2
      """
          + HIDDEN_ORDER
          + """
          9 R rlx x x3
      u6: 9 W rlx u
          9 R rlx v v2
          10 R rlx x x3
      v5: 10 W rlx v
          10 R rlx u u1
      """;

  @Test
  void saturationLeavesTheHiddenOrderOpen() {
    ExecutionGraph graph = TestTraces.parse(HIDDEN_ORDER);
    Saturation order = new Saturation(graph, false);
    assertTrue(order.saturate());
    int x3 = TestTraces.event(graph, "x3");
    int x4 = TestTraces.event(graph, "x4");
    assertFalse(order.isBefore(x3, x4));
    assertFalse(order.isBefore(x4, x3));
  }

  @Test
  void everyPhaseFindsTheHiddenOrder() {
    ExecutionGraph graph = TestTraces.parse(HIDDEN_ORDER);
    assertTrue(NaiveInterleavings.isSequentiallyConsistent(graph));
    int x = graph.location(TestTraces.event(graph, "x3"));
    int[] expected = {TestTraces.event(graph, "x4"), TestTraces.event(graph, "x3")};
    for (ScChecker checker :
        List.of(
            new ScChecker(), new ScChecker(false, false, 1000), new ScChecker(false, false, 0))) {
      Consistency.Consistent yes =
          assertInstanceOf(Consistency.Consistent.class, checker.check(graph));
      org.junit.jupiter.api.Assertions.assertArrayEquals(
          expected, yes.witness().byLocation().get(x));
      Axioms axioms = new Axioms(graph, MemoryModel.SC);
      assertEquals(
          List.of(), axioms.violated(axioms.modificationOrder(yes.witness().byLocation())));
    }
  }

  @Test
  void assumedOrderIsRefutedAndTakenBack() {
    ExecutionGraph graph = TestTraces.parse(HIDDEN_ORDER);
    Saturation order = new Saturation(graph, false);
    assertTrue(order.saturate());
    int x3 = TestTraces.event(graph, "x3");
    int x4 = TestTraces.event(graph, "x4");
    int mark = order.mark();
    int pairMark = order.pairMark();
    assertFalse(order.assume(x3, x4));
    order.undo(mark, pairMark);
    assertFalse(order.isBefore(x3, x4));
    assertTrue(order.assume(x4, x3));
    assertTrue(order.isBefore(x4, x3));
  }

  @Test
  void contradictionBeyondSaturationIsProvedByCases() {
    ExecutionGraph graph = TestTraces.parse(CONTRADICTION);
    assertTrue(new Saturation(graph, false).saturate(), "saturation alone does not see it");
    Inconsistent no = assertInstanceOf(Inconsistent.class, new ScChecker().check(graph));
    assertEquals(2, no.explanation().cases().size());
    new ExplanationVerifier(graph, MemoryModel.SC, new Axioms(graph, MemoryModel.SC))
        .verify(no.explanation());
  }

  @Test
  void completeSearchDecidesWithoutTheOtherPhases() {
    ExecutionGraph graph = TestTraces.parse(CONTRADICTION);
    Inconsistent no =
        assertInstanceOf(Inconsistent.class, new ScChecker(false, false, 0).check(graph));
    assertTrue(no.explanation().cycle().isEmpty() && no.explanation().cases().isEmpty());
    Saturation order = new Saturation(graph, false);
    assertTrue(order.saturate());
    CutSearch search = new CutSearch(order);
    assertFalse(search.search());
    assertTrue(search.deadCuts() > 1);
  }
}
