package dev.heddle.model;

import static dev.heddle.model.MemoryModel.RA;
import static dev.heddle.model.MemoryModel.RC20;
import static dev.heddle.model.MemoryModel.RELAXED;
import static dev.heddle.model.MemoryModel.SRA;
import static dev.heddle.model.MemoryModel.WRA;
import static dev.heddle.model.TestTraces.consistentIn;
import static dev.heddle.model.TestTraces.event;
import static dev.heddle.model.TestTraces.parse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Consistent;
import dev.heddle.model.Consistency.Inconsistent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The examples of "Optimal Reads-From Consistency Checking for C11-Style Memory Models", rebuilt
 * from the captions and the text that speaks of them.
 */
class PaperFiguresTest {
  private static final Set<MemoryModel> ALL = EnumSet.copyOf(MemoryModel.ofTraces());

  /** The writes of a location in the witness of a model, by label. */
  private static List<String> witness(ExecutionGraph graph, MemoryModel model, String location) {
    Consistent yes = (Consistent) ConsistencyChecker.of(model).check(graph);
    int x = 0;
    while (!graph.names().location(x).equals(location)) {
      x++;
    }
    return java.util.Arrays.stream(yes.witness().byLocation().get(x))
        .mapToObj(e -> graph.names().label(graph.recordedIndex(e)))
        .toList();
  }

  private static void assertBefore(List<String> order, String earlier, String later) {
    assertTrue(
        order.indexOf(earlier) < order.indexOf(later), () -> earlier + " before " + later + order);
  }

  @Test
  void figure1ReadsFromThatHasAModificationOrderAndOneThatHasNone() {
    String program =
        """
        w1: 1 W rel x
            1 R acq y %s
        w2: 2 W rel x
        w3: 2 W rel y
            3 R acq x w1
            3 R acq x %s
        """;
    ExecutionGraph consistent = parse(program.formatted("w3", "w1"));
    assertTrue(consistentIn(consistent).contains(RA));
    ExecutionGraph other = parse(program.formatted("w3", "w2"));
    assertTrue(consistentIn(other).contains(RA));
    assertBefore(witness(other, RA, "x"), "w1", "w2");
    // With w1 after w2 by what thread 1 knows, nobody may read w1 and then w2.
    String inconsistent =
        """
        w2: 2 W rel x
        w3: 2 W rel y
            1 R acq y w3
        w1: 1 W rel x
            3 R acq x w1
            3 R acq x w2
        """;
    assertFalse(consistentIn(inconsistent).contains(RA));
  }

  @Test
  void figure3StoreBufferingIsStrongReleaseAcquireButNotSequentiallyConsistent() {
    assertEquals(
        EnumSet.of(SRA, RA, WRA, RC20, RELAXED),
        consistentIn(
            """
            1 W rel x
            1 R acq y init
            2 W rel y
            2 R acq x init
            """));
  }

  @Test
  void figure3TwoPlusTwoWritesSeparatesReleaseAcquireFromItsStrongVariant() {
    assertEquals(
        EnumSet.of(RA, WRA, RC20, RELAXED),
        consistentIn(
            """
            a: 1 W rel x
            b: 1 W rel y
            c: 2 W rel y
            d: 2 W rel x
               1 R acq y c
               2 R acq x a
            """));
  }

  @Test
  void figure3WeakReleaseAcquireHasNoCoherenceOfUnorderedWrites() {
    assertEquals(
        EnumSet.of(WRA),
        consistentIn(
            """
            a: 1 W rel x
            b: 2 W rel x
               3 R acq x a
               3 R acq x b
               4 R acq x b
               4 R acq x a
            """));
  }

  @Test
  void figure3RelaxedMessagePassingNeedsNoSynchronisation() {
    assertEquals(
        EnumSet.of(RC20, RELAXED),
        consistentIn(
            """
               1 W rlx x
            f: 1 W rlx y
               2 R rlx y f
               2 R rlx x init
            """));
  }

  @Test
  void figure3FencesSynchroniseRelaxedMessagePassing() {
    assertEquals(
        EnumSet.of(RELAXED),
        consistentIn(
            """
               1 W rlx x
               1 F rel
            f: 1 W rlx y
               2 R rlx y f
               2 F acq
               2 R rlx x init
            """));
  }

  @Test
  void figure3AgreesWithEveryModelOnAnInterleaving() {
    assertEquals(
        ALL,
        consistentIn(
            """
            a: 1 W rel x
               2 R acq x a
            b: 2 U acq_rel x a
               1 R acq x b
            """));
  }

  @Test
  void figure6OnlyTheExecutableEventsExtendACut() {
    ExecutionGraph graph =
        parse(
            """
            wx:   1 W rel x
            w0:   2 W rel z
            rmw1: 2 U acq_rel z w0
            rx:   3 R acq x wx
            w1:   3 W rel y
            r1:   4 R acq y w1
            r3:   6 R acq y w1
            w2:   5 W rel y
            r2:   6 R acq y w2
            rmw2: 1 U acq_rel z rmw1
            wz:   7 W rel z
            """);
    assertTrue(consistentIn(graph).contains(SRA));
    Saturation order = new Saturation(graph, true);
    assertTrue(order.saturate());
    CutSearch search = new CutSearch(order);
    for (String inCut : List.of("wx", "w0", "rmw1")) {
      assertTrue(search.canRun(event(graph, inCut)), inCut);
      search.extend(event(graph, inCut));
    }
    Set<String> executable = new TreeSet<>();
    for (int e : search.heads()) {
      if (e < graph.events() && search.canRun(e)) {
        executable.add(graph.names().label(graph.recordedIndex(e)));
      }
    }
    assertEquals(Set.of("rx", "rmw2"), executable);
  }

  @Test
  void figure7TheLastWriteOfEachThreadStandsForTheOnesBefore() {
    ExecutionGraph graph =
        parse(
            """
            w1: 1 W rel x
            w2: 1 W rel x
            w4: 2 W rel x
            w5: 2 W rel x
            s:  2 W rel y
            w6: 2 W rel x
            w3: 3 W rel x
            r1: 3 R acq x w3
                4 R acq y s
            r2: 4 R acq x w3
            """);
    assertEquals(ALL, consistentIn(graph));
    List<String> order = witness(graph, SRA, "x");
    assertBefore(order, "w4", "w3");
    assertBefore(order, "w5", "w3");
    // w6 does not happen before r2: a reader of w3 that knows it forces w6 before w3.
    ExecutionGraph more =
        parse(
            """
            w4: 2 W rel x
            w5: 2 W rel x
            s:  2 W rel y
            w6: 2 W rel x
            w3: 3 W rel x
                4 R acq y s
            r2: 4 R acq x w3
            r3: 4 R acq x w6
            """);
    assertBefore(witness(more, SRA, "x"), "w3", "w6");
    assertBefore(witness(more, SRA, "x"), "w5", "w3");
  }

  @Test
  void figure8AnOrderingOutOfTheMiddleOfAChainTakesTheWholeChainAlong() {
    ExecutionGraph graph =
        parse(
            """
            w1:   1 W rlx x
            rmw1: 2 U rlx x w1
            rmw2: 3 U rlx x rmw1
            w2:   4 W rlx x
            w3:   5 W rlx x
                  6 R rlx x rmw1
                  6 R rlx x w2
                  7 R rlx x w2
                  7 R rlx x w3
            """);
    for (MemoryModel model : List.of(RC20, RELAXED, RA, SRA)) {
      assertEquals(List.of("w1", "rmw1", "rmw2", "w2", "w3"), witness(graph, model, "x"));
    }
    assertTrue(consistentIn(graph).contains(RC20));
  }

  @Test
  void figure9SynchronisationAddsOrderingsThatRelaxedAccessesDoNot() {
    String shape =
        """
        w1: 1 W %1$s x
        w2: 2 W %1$s x
        w3: 3 W %1$s x
            2 R %2$s x w1
            3 R %2$s x w2
        r:  4 R %2$s x w3
            4 R %2$s x %3$s
        """;
    for (String last : List.of("w3", "w2")) {
      ExecutionGraph strong = parse(shape.formatted("rel", "acq", last));
      ExecutionGraph weak = parse(shape.formatted("rlx", "rlx", last));
      assertEquals(consistentIn(strong).contains(RC20), consistentIn(strong).contains(RA));
      assertTrue(consistentIn(weak).contains(RC20));
    }
    // The reads order w2 before w1 and w3 before w2 under both; then w3 comes before w1 for r too.
    ExecutionGraph chained = parse(shape.formatted("rlx", "rlx", "w1"));
    assertEquals(List.of("w3", "w2", "w1"), witness(chained, RELAXED, "x"));
    assertEquals(List.of("w3", "w2", "w1"), witness(chained, RC20, "x"));
    // Through another location only synchronisation carries the ordering.
    String across =
        """
        w1: 1 W %1$s x
        w2: 1 W %1$s x
        f:  1 W %1$s y
            2 R %2$s y f
            2 R %2$s x w1
        """;
    assertFalse(consistentIn(across.formatted("rel", "acq")).contains(RC20));
    assertTrue(consistentIn(across.formatted("rlx", "rlx")).contains(RC20));
  }

  @Test
  void coherenceGoesThroughRelaxedReadsToo() {
    // rf; po from w to v through the read of thread 1, which does not synchronise: the graph of
    // section 4.4 has writes only and would miss it.
    String text =
        """
        w: 2 W rlx x
           1 R rlx x w
        v: 1 W rlx x
           3 R rlx x v
           3 R rlx x w
        """;
    assertEquals(Set.of(), consistentIn(text));
    Inconsistent no = (Inconsistent) ConsistencyChecker.of(RC20).check(parse(text));
    assertEquals(Axiom.WRITE_COHERENCE, no.explanation().axiom());
  }
}
