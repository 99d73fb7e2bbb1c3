package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Inconsistent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a user reads when an execution is inconsistent. */
class ExplanationTextTest {
  private static List<String> explain(String text, MemoryModel model) {
    ExecutionGraph graph = TestTraces.parse(text);
    Inconsistent no =
        assertInstanceOf(Inconsistent.class, ConsistencyChecker.of(model).check(graph));
    return ExplanationText.of(graph, no.explanation());
  }

  @Test
  void coherenceViolationNamesTheReaders() {
    assertEquals(
        List.of(
            "violates write-coherence: modification order agrees with happens-before",
            "  1. a is before b in mo: a -rf-> line 3 -po-> line 4, which reads b",
            "  2. b is before a in mo: b -rf-> line 5 -po-> line 6, which reads a",
            "  contradiction: a -mo-> b -mo-> a",
            "  a (thread 1: write rlx x)",
            "  b (thread 2: write rlx x)",
            "  line 3 (thread 3: read rlx x)",
            "  line 4 (thread 3: read rlx x)",
            "  line 5 (thread 4: read rlx x)",
            "  line 6 (thread 4: read rlx x)"),
        explain(
            "a: 1 W rlx x\nb: 2 W rlx x\n3 R rlx x a\n3 R rlx x b\n4 R rlx x b\n4 R rlx x a\n",
            MemoryModel.RELAXED));
  }

  @Test
  void initialValueThatIsKnownToBeOverwritten() {
    assertEquals(
        List.of(
            "violates write-coherence: modification order agrees with happens-before",
            "  1. a is before init(x) in mo: a -rf-> r -po-> s, which reads init(x)",
            "  contradiction: a -mo-> init(x) -po-> a",
            "  a (thread 1: write rel x)",
            "  r (thread 2: read acq x)",
            "  s (thread 2: read acq x)"),
        explain("a: 1 W rel x\nr: 2 R acq x a\ns: 2 R acq x init\n", MemoryModel.RA));
  }

  @Test
  void twoRmwsOfOneWrite() {
    assertEquals(
        List.of(
            "violates weak-atomicity: no two RMWs read from one write",
            "  two RMWs read one write: a -rf-> u, a -rf-> v",
            "  a (thread 1: write rlx x)",
            "  u (thread 1: rmw rlx x)",
            "  v (thread 2: rmw rlx x)"),
        explain("a: 1 W rlx x\nu: 1 U rlx x a\nv: 2 U rlx x a\n", MemoryModel.WRA));
  }

  @Test
  void storeBufferingUnderSequentialConsistency() {
    List<String> lines =
        explain(
            "a: 1 W rel x\nr: 1 R acq y init\nb: 2 W rel y\ns: 2 R acq x init\n", MemoryModel.SC);
    assertEquals("violates sequential-consistency: po ∪ rf ∪ mo ∪ fr is acyclic", lines.get(0));
    assertEquals("  contradiction: a -po-> r -fr-> b -po-> s -fr-> a", lines.get(1));
  }

  @Test
  void causalityCycle() {
    List<String> lines =
        explain(
            "r: 1 R rlx x b\na: 1 W rlx y\ns: 2 R rlx y a\nb: 2 W rlx x\n", MemoryModel.RELAXED);
    assertEquals("violates po-rf: po ∪ rf is acyclic", lines.get(0));
    assertEquals("  contradiction: r -po-> a -rf-> s -po-> b -rf-> r", lines.get(1));
  }

  @Test
  void happensBeforeInWeakReleaseAcquire() {
    List<String> lines = explain("a: 1 W rel x\nb: 1 W rel x\nr: 1 R acq x a\n", MemoryModel.WRA);
    assertEquals("  1. a happens before b: a -po-> b", lines.get(1));
    assertEquals("  contradiction: b -po-> r -fr-> b", lines.get(2));
  }
}
