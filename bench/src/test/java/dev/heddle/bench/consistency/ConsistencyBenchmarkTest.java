package dev.heddle.bench.consistency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.ConsistencyChecker;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.TraceGenerator;
import dev.heddle.model.TraceShape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsistencyBenchmarkTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ConsistencyBenchmark benchmark =
      new ConsistencyBenchmark(new PrintStream(bytes, true, StandardCharsets.UTF_8));

  @ParameterizedTest
  @CsvSource({"RA, RC20, 0", "RC20, RELAXED, 0.2"})
  void baselineAgreesWithTheFastChecker(MemoryModel model, MemoryModel weaker, double fences) {
    int consistent = 0;
    for (int seed = 1; seed <= 40; seed++) {
      TraceShape shape =
          TraceShape.of(3, 60, 3)
              .withFenceShare(fences)
              .withModel(seed % 2 == 0 ? model : weaker)
              .withViolation(seed % 5 == 0)
              .withSeed(seed);
      ExecutionGraph graph = TraceGenerator.generate(shape);
      boolean expected = ConsistencyChecker.of(model).check(graph).isConsistent();
      assertEquals(expected, WritesBeforeChecker.isConsistent(graph, model), "seed " + seed);
      consistent += expected ? 1 : 0;
    }
    assertTrue(consistent > 5 && consistent < 35, "both answers occur: " + consistent);
  }

  @Test
  void onlineRowsHaveThePublishedShapes() throws IOException {
    benchmark.run(ConsistencyBenchmark.Table.ONLINE, List.of("sigma", "control-flow"));
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\n", -1);
    assertEquals(4, lines.length);
    assertTrue(lines[1].startsWith("control-flow\t52000\t25\t3\t"), lines[1]);
    assertTrue(lines[2].startsWith("sigma\t36000\t10\t9\t"), lines[2]);
  }

  @Test
  void unknownNamesAreRefused() {
    IllegalArgumentException model =
        assertThrows(
            IllegalArgumentException.class,
            () -> benchmark.run(ConsistencyBenchmark.Table.EVENTS, List.of("tso")));
    assertEquals("there is no model 'tso'", model.getMessage());
    IllegalArgumentException row =
        assertThrows(
            IllegalArgumentException.class,
            () -> benchmark.run(ConsistencyBenchmark.Table.ONLINE, List.of("tso")));
    assertTrue(row.getMessage().startsWith("there is no online benchmark 'tso'; there are"));
  }
}
