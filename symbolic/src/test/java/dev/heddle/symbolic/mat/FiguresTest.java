package dev.heddle.symbolic.mat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples and the table of the paper. */
class FiguresTest {
  @Test
  void figure4() {
    ConcurrentGraph graph = Threads.of("W(y) R(x) R(z) W(y)", "R(x) W(z) R(x) W(y)");
    List<Mat> mats = GenMat.generate(graph, 0, 1);
    assertEquals(
        List.of(
            new Mat(0, 2, 4, 5),
            new Mat(3, 3, 6, 7),
            new Mat(3, 3, 4, 7),
            new Mat(0, 0, 6, 7),
            new Mat(1, 3, 6, 7)),
        mats);
    TokenPassing pairs = TokenPassing.of(graph, mats);
    assertEquals(
        Set.of("2b1a", "3a1b", "4a1b", "4b4a", "1a3b", "4b1a", "4a3b", "4b2a"),
        names(graph, pairs, 4));
    assertEquals(32, TokenPassing.basic(graph).size());
  }

  @Test
  void figure7() {
    ConcurrentGraph graph = Threads.of("W(x) W(z) #", "R(y) R(x) #", "W(y) R(z) #");
    Set<String> tp = new TreeSet<>();
    for (int i = 0; i < 3; i++) {
      for (int j = i + 1; j < 3; j++) {
        tp.addAll(names(graph, TokenPassing.of(graph, GenMat.generate(graph, i, j)), 3));
      }
    }
    assertEquals(
        Set.of(
            "1a1b", "2b1a", "3a1b", "3b2a", "3b1a", "3a3b", "1b1c", "1c1b", "3c1b", "3b2c", "3b1c",
            "3c2b", "2a1c", "2c1a", "3a1c", "3c3a", "3c1a", "3a3c"),
        tp);
    Set<String> extra = names(graph, TokenPassing.published(graph), 3);
    extra.removeAll(tp);
    assertEquals(
        Set.of("1a2b", "3a2b", "3b3a", "3b3c", "3c3b", "2c2a", "2a2c", "3c2a", "3a2c"), extra);
    assertEquals(54, TokenPassing.basic(graph).size());
  }

  /** Accesses as the figures call them: a number and a letter for the thread. */
  private static Set<String> names(ConcurrentGraph graph, TokenPassing pairs, int length) {
    Set<String> names = new TreeSet<>();
    for (int a = 0; a < graph.nodes(); a++) {
      for (int b = 0; b < graph.nodes(); b++) {
        if (pairs.allows(a, b)) {
          names.add(name(a, length) + name(b, length));
        }
      }
    }
    assertEquals(pairs.size(), names.size());
    return names;
  }

  private static String name(int node, int length) {
    return (node % length + 1) + "" + (char) ('a' + node / length);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 23, 14",
    "20, 591, 390",
    "100, 14951, 9950",
  })
  void workersThatReadAndWriteEachOthersVariable(int accesses, int pairs, int mats) {
    String first = "R(j) W(i) ".repeat(accesses / 2);
    String second = "R(i) W(j) ".repeat(accesses / 2);
    for (ConcurrentGraph graph : List.of(Threads.of(first, second), Threads.of(second, first))) {
      List<Mat> found = GenMat.generate(graph, 0, 1);
      assertEquals(mats, found.size());
      assertEquals(pairs, TokenPassing.of(graph, found).size());
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 8, 4", "10, 200, 100", "50, 5000, 2500"})
  void workersOfWhichEachCriticalSectionIsOneConflict(int sections, int pairs, int mats) {
    ConcurrentGraph graph = Threads.of("W(m) ".repeat(sections), "W(m) ".repeat(sections));
    List<Mat> found = GenMat.generate(graph, 0, 1);
    assertEquals(mats, found.size());
    assertEquals(pairs, TokenPassing.of(graph, found).size());
  }

  /** Definition 1: only the last accesses of the two transactions depend on each other. */
  @Test
  void transactionsAreMutuallyAtomic() {
    ConcurrentGraph graph = Threads.of("W(y) R(x) R(z) W(y) W(x)", "R(x) W(z) R(x) W(y) W(x)");
    List<Mat> mats = new ArrayList<>(GenMat.generate(graph, 0, 1));
    assertTrue(mats.size() > 5);
    for (Mat m : mats) {
      for (int a = m.firstI(); a <= m.lastI(); a++) {
        for (int b = m.firstJ(); b <= m.lastJ(); b++) {
          assertEquals(a == m.lastI() && b == m.lastJ(), graph.dependent(a, b), m.toString());
        }
      }
    }
  }
}
