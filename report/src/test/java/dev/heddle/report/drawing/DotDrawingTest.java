package dev.heddle.report.drawing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.report.Samples;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.jgrapht.nio.dot.DOTImporter;
import org.junit.jupiter.api.Test;

/** What we write is read back by a parser of the language. */
class DotDrawingTest {
  private final Map<String, String> labels = new HashMap<>();
  private final Set<String> edges = new TreeSet<>();

  private void read(String dot) {
    DirectedPseudograph<String, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
    Map<DefaultEdge, String> kinds = new HashMap<>();
    DOTImporter<String, DefaultEdge> importer = new DOTImporter<>();
    importer.setVertexFactory(name -> name);
    importer.addVertexAttributeConsumer(
        (attribute, value) -> {
          if (attribute.getSecond().equals("label")) {
            labels.put(attribute.getFirst(), value.getValue());
          }
        });
    importer.addEdgeAttributeConsumer(
        (attribute, value) -> {
          if (attribute.getSecond().equals("label")) {
            kinds.put(attribute.getFirst(), value.getValue());
          }
        });
    importer.importGraph(graph, new StringReader(dot));
    for (DefaultEdge edge : graph.edgeSet()) {
      edges.add(
          graph.getEdgeSource(edge)
              + " "
              + kinds.getOrDefault(edge, "po")
              + " "
              + graph.getEdgeTarget(edge));
    }
  }

  private static String draw(Violation... violations) {
    return new DotDrawing()
        .text(List.of(Samples.explored("c.c", Verdict.VIOLATION, null, violations)));
  }

  @Test
  void stepsAndArrows() {
    read(draw(Samples.messagePassing("c.c")));
    assertEquals(5, labels.size());
    assertEquals("#4 read flag = 1 from #3 (line 8)", labels.get("s3"));
    assertEquals(Set.of("s0 po s1", "s3 po s4", "s2 rf s3", "s0 sync s2", "s1 sync s3"), edges);
  }

  @Test
  void threadsThatWaitPointToEachOther() {
    Location place = new Location("c.c", 3, 1);
    Violation deadlock =
        new Violation(
            FailureKind.DEADLOCK,
            "a \"quoted\" \\ message\n",
            place,
            1,
            List.of(
                new Step(0, "create", "thread 1", 1L, Violation.NOTHING, place),
                new Step(1, "lock", "a", null, Violation.NOTHING, place),
                new Step(0, "lock", "b", null, Violation.NOTHING, place)),
            "",
            List.of(),
            null,
            List.of(
                new Wait(0, place, "a", 1, place, List.of()),
                new Wait(1, place, "b", 0, place, List.of())),
            List.of(),
            List.of("main", "run"),
            List.of());
    String dot = draw(deadlock);
    read(dot);
    assertEquals(
        Set.of(
            "s0 sync s1",
            "s0 po s2",
            "s1 po wait1",
            "s2 po wait0",
            "wait0 waits for wait1",
            "wait1 waits for wait0"),
        edges);
    assertTrue(dot.contains("label=\"thread 1: run\""), dot);
  }

  @Test
  void noViolationIsAGraphToo() {
    String dot = new DotDrawing().text(List.of(Samples.explored("c.c", Verdict.SAFE, null)));
    read(dot);
    assertEquals(Set.of(), edges);
    assertEquals("digraph \"no violation\" {\n}\n", dot);
  }

  @Test
  void everyViolationHasItsGraph() {
    String dot = draw(Samples.messagePassing("c.c"), Samples.messagePassing("d.c"));
    assertEquals(2, dot.lines().filter(line -> line.startsWith("digraph ")).count());
  }
}
