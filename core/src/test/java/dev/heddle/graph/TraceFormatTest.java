package dev.heddle.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text and the binary form say the same, plain and compressed. */
class TraceFormatTest {
  private static final String SAMPLE =
      """
      # a lock and a flag
      a: main W rel x
      b: main W rlx lock      # unlocked

      u: t1 U acq_rel lock b
         t1 R acq x init
         t1 F sc
      c: t2 F acq_rel
         t2 R rlx x a
         t2 F sc
      v: t2 U rlx lock u
      w: t2 W plain data
         t2 R plain data w
      po b c
      """;

  private static ExecutionGraph parse(String text) throws IOException {
    return Traces.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(ExecutionGraph graph) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Traces.writeText(graph, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void textIsReadEventByEvent() throws IOException {
    ExecutionGraph graph = parse(SAMPLE);
    assertEquals(11, graph.events());
    assertEquals(3, graph.threads());
    assertEquals(EventLabel.WRITE | EventLabel.RELEASE, graph.label(0));
    assertEquals(EventLabel.RMW | EventLabel.ACQUIRE_RELEASE, graph.label(2));
    assertEquals(1, graph.source(2));
    assertEquals(ExecutionGraph.INITIAL, graph.source(3));
    assertEquals(ExecutionGraph.NONE, graph.location(5));
    assertEquals(4, graph.source(7), "the second SC fence follows the first");
    assertEquals(1, graph.orderEdges());
    assertEquals(1, graph.orderFrom(0));
    assertEquals(5, graph.orderTo(0));
    assertTrue(graph.hasOrderBefore(5) && graph.hasOrderAfter(1));
    assertEquals("main", graph.names().thread(graph.thread(0)));
    assertEquals("lock", graph.names().location(graph.location(2)));
    assertEquals("u (thread t1: rmw acq_rel lock)", graph.describe(2));
    assertEquals("line 6 (thread t1: read acq x)", graph.describe(3));
    assertEquals("line 7 (thread t1: fence sc)", graph.describe(4));
    assertEquals(EventLabel.WRITE | EventLabel.PLAIN, graph.label(9));
    assertTrue(EventLabel.isPlain(graph.label(10)) && !EventLabel.isPlain(graph.label(8)));
    assertEquals("line 13 (thread t2: read plain data)", graph.describe(10));
    assertEquals("the initial write of x", graph.describe(~graph.location(0)));
    assertNull(graph.causalityCycle());
  }

  @Test
  void everyFormReadsBackTheSame(@TempDir Path directory) throws IOException {
    ExecutionGraph graph = parse(SAMPLE);
    String expected = text(graph);
    for (String name : new String[] {"t.txt", "t.txt.gz", "t.bin", "t.bin.gz"}) {
      Path file = directory.resolve(name);
      Traces.write(graph, file);
      ExecutionGraph copy = Traces.read(file);
      if (name.startsWith("t.txt")) {
        assertEquals(expected, text(copy), name);
      } else {
        assertSameEvents(graph, copy);
      }
    }
    byte[] gzip = Files.readAllBytes(directory.resolve("t.txt.gz"));
    assertEquals((byte) 0x1f, gzip[0]);
    byte[] binary = Files.readAllBytes(directory.resolve("t.bin"));
    assertEquals("HDLT", new String(binary, 0, 4, StandardCharsets.US_ASCII));
    assertTrue(binary.length < expected.length());
  }

  private static void assertSameEvents(ExecutionGraph expected, ExecutionGraph actual) {
    assertEquals(expected.events(), actual.events());
    for (int e = 0; e < expected.events(); e++) {
      assertEquals(expected.label(e), actual.label(e));
      assertEquals(
          expected.names().thread(expected.thread(e)), actual.names().thread(actual.thread(e)));
      assertEquals(expected.source(e), actual.source(e));
      assertEquals(expected.location(e), actual.location(e));
    }
    assertEquals(expected.orderEdges(), actual.orderEdges());
  }

  @Test
  void binaryWithoutLabelsBecomesTextWithLabels() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Traces.writeBinary(parse(SAMPLE), out);
    ExecutionGraph copy = Traces.read(new ByteArrayInputStream(out.toByteArray()));
    ExecutionGraph again = parse(text(copy));
    assertSameEvents(copy, again);
  }

  @Test
  void byteOrderMarkAndForeignLineEndsAreNoPartOfNames() throws IOException {
    ExecutionGraph graph = parse("\ufeffa:\t1 w REL x \r\n\r\n  1  R acq x a # seen\r\n1 W rlx y");
    assertEquals(3, graph.events());
    assertEquals(1, graph.threads());
    assertEquals(2, graph.locations());
    assertEquals(0, graph.source(1));
  }

  @Test
  void readsMayComeBeforeTheirWrites() throws IOException {
    ExecutionGraph graph = parse("1 R acq x a\n2 W rlx y\na: 2 W rel x\n1 W rlx z\n");
    assertNull(graph.causalityCycle());
    assertArrayEquals(
        new int[] {1, 2, 0, 3},
        new int[] {
          graph.recordedIndex(0),
          graph.recordedIndex(1),
          graph.recordedIndex(2),
          graph.recordedIndex(3)
        });
    assertEquals(1, graph.source(2));
    assertEquals("a: 2 W rel x", text(graph).lines().toList().get(2), "written as recorded");
  }

  @Test
  void cycleOfProgramOrderAndReadsFromIsKept() throws IOException {
    ExecutionGraph graph = parse("1 R rlx x b\na: 1 W rlx y\n2 R rlx y a\nb: 2 W rlx x\n");
    int[] cycle = graph.causalityCycle();
    assertNotNull(cycle);
    assertEquals(4, cycle.length);
    for (int i = 0; i < 4; i++) {
      int from = cycle[i];
      int to = cycle[(i + 1) % 4];
      boolean po = graph.thread(from) == graph.thread(to) && from < to;
      assertTrue(po || graph.source(to) == from, "step " + i);
    }
  }

  @Test
  void longLinesAndManyNamesAreRead() throws IOException {
    StringBuilder text = new StringBuilder();
    String name = "x".repeat(100_000);
    text.append("first: 1 W rlx ")
        .append(name)
        .append(" # ")
        .append("c".repeat(70_000))
        .append('\n');
    for (int i = 0; i < 5000; i++) {
      text.append('w').append(i).append(": t").append(i % 7).append(" W rlx y").append(i % 99);
      text.append('\n');
    }
    text.append("1 R rlx ").append(name).append(" first");
    ExecutionGraph graph = parse(text.toString());
    assertEquals(5002, graph.events());
    assertEquals(0, graph.source(5001));
    assertEquals(100, graph.locations());
    assertEquals("w4999", graph.names().label(5000));
    assertEquals(5002, graph.names().line(5001));
  }
}
