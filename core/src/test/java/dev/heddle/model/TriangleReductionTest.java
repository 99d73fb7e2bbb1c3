package dev.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.graph.EventLabel;
import dev.heddle.graph.ExecutionGraph;
import dev.heddle.graph.ExecutionGraphBuilder;
import dev.heddle.graph.MalformedTraceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Section 4.6: an execution without RMWs for an undirected graph that is consistent in RA, WRA and
 * SRA iff the graph has no triangle.
 */
class TriangleReductionTest {
  /** Events in threads of their own; an hb pair is a write and a read of a fresh location. */
  private static final class Reduction {
    private record Access(boolean isRead, String location, String source) {}

    private final Map<String, Access> events = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, List<String>> before = new HashMap<>();
    private final Map<String, List<String>> after = new HashMap<>();
    private int pairs;

    void write(String name, String location) {
      add(name, new Access(false, location, null));
    }

    void read(String name, String location, String source) {
      add(name, new Access(true, location, source));
    }

    private void add(String name, Access access) {
      events.put(name, access);
      names.add(name);
      before.put(name, new ArrayList<>());
      after.put(name, new ArrayList<>());
    }

    void hb(String earlier, String later) {
      String location = "hb" + pairs++;
      after.get(earlier).add(location);
      before.get(later).add(location);
    }

    /** Threads in an order that has the sources of all reads first. */
    ExecutionGraph build() throws MalformedTraceException {
      ExecutionGraphBuilder graph = new ExecutionGraphBuilder(16);
      Map<String, Integer> writes = new HashMap<>();
      for (String name : names) {
        int t = graph.thread(name);
        for (String location : before.get(name)) {
          graph.read(t, EventLabel.ACQUIRE, graph.location(location), writes.get(location));
        }
        Access access = events.get(name);
        int x = graph.location(access.location());
        if (access.isRead()) {
          graph.read(t, EventLabel.ACQUIRE, x, writes.get(access.source()));
        } else {
          writes.put(name, graph.write(t, EventLabel.RELEASE, x));
        }
        for (String location : after.get(name)) {
          writes.put(location, graph.write(t, EventLabel.RELEASE, graph.location(location)));
        }
      }
      return graph.build();
    }
  }

  private static ExecutionGraph reduce(boolean[][] adjacent) throws MalformedTraceException {
    int n = adjacent.length;
    Reduction r = new Reduction();
    for (int a = 0; a < n; a++) {
      r.write("w" + a, "y" + a);
    }
    forEdges(adjacent, (a, b) -> r.write("w" + a + "^" + b, "y" + a));
    for (int a = 0; a < n; a++) {
      r.write("wjxn" + a, "wj" + a);
    }
    forEdges(adjacent, (a, b) -> r.write("e" + a + "," + b, "e" + a + "," + b));
    for (int a = 0; a < n; a++) {
      r.write("rjxn" + a, "rj" + a);
    }
    forEdges(adjacent, (a, b) -> r.read("r" + b + "^" + a, "y" + b, "w" + b));
    forEdges(
        adjacent,
        (a, b) -> {
          r.hb("w" + a, "w" + a + "^" + b);
          r.hb("w" + a + "^" + b, "wjxn" + b);
          r.hb("wjxn" + b, "e" + a + "," + b);
          r.hb("e" + a + "," + b, "rjxn" + a);
          r.hb("rjxn" + a, "r" + b + "^" + a);
        });
    return r.build();
  }

  private interface Edge {
    void accept(int a, int b);
  }

  private static void forEdges(boolean[][] adjacent, Edge action) {
    for (int a = 0; a < adjacent.length; a++) {
      for (int b = a + 1; b < adjacent.length; b++) {
        if (adjacent[a][b]) {
          action.accept(a, b);
        }
      }
    }
  }

  private static boolean hasTriangle(boolean[][] adjacent) {
    int n = adjacent.length;
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        for (int c = b + 1; c < n; c++) {
          if (adjacent[a][b] && adjacent[b][c] && adjacent[a][c]) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Test
  void executionIsConsistentIffTheGraphHasNoTriangle() throws MalformedTraceException {
    Random random = new Random(7);
    int triangles = 0;
    int graphs = 60;
    for (int i = 0; i < graphs; i++) {
      int n = 3 + random.nextInt(4);
      boolean[][] adjacent = new boolean[n][n];
      double density = 0.2 + 0.5 * random.nextDouble();
      for (int a = 0; a < n; a++) {
        for (int b = a + 1; b < n; b++) {
          adjacent[a][b] = random.nextDouble() < density;
        }
      }
      boolean triangle = hasTriangle(adjacent);
      triangles += triangle ? 1 : 0;
      ExecutionGraph graph = reduce(adjacent);
      for (MemoryModel model : List.of(MemoryModel.RA, MemoryModel.WRA, MemoryModel.SRA)) {
        assertEquals(!triangle, TestTraces.verifiedCheck(graph, model), model.name());
      }
    }
    assertTrue(triangles > 10 && triangles < graphs - 10, "both kinds of graphs: " + triangles);
  }
}
