package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.bench.Selection.UnknownBenchmarkException;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final List<Table> TABLES =
      List.of(
          table(
              "first",
              """
              benchmark\tn\toptimal\trf
              lastzero\t9\t10\t10
              lastzero\t11\t20\t12
              readers\t3\t-\t5
              """),
          table("second", "benchmark\tn\toptimal\nbig0\t-\t7\n"),
          table(
              "third",
              """
              benchmark\tn\toptions\tbaseline\tplp\tifaa\trf-reduced
              mutex\t2\t-\t12+2\t12+2\t10+0\t-
              mutex\t3\t-\t9486+1236\t6582+1188\t12+1\t-
              safestack\t331\t-u5\t-\t-\t40+90\t-
              """));

  private static Table table(String name, String text) {
    return Table.read(name, new BufferedReader(new StringReader(text)));
  }

  private static Selection select(String algorithm, long maxCount, String... names)
      throws UnknownBenchmarkException {
    return Selection.of(TABLES, List.of(names), new Selection.Wish(algorithm, false, maxCount));
  }

  private static List<String> labels(List<Instance> instances) {
    return instances.stream().map(Instance::label).toList();
  }

  @Test
  void allRowsWithASmallEnoughNumber() throws UnknownBenchmarkException {
    List<Table> plain = TABLES.subList(0, 2);
    Selection optimal = Selection.of(plain, List.of(), new Selection.Wish("optimal", false, 15));
    assertEquals(List.of("lastzero:9", "big0"), labels(optimal.instances()));
    assertEquals(List.of("lastzero:11"), labels(optimal.leftOut()));
    Selection readsFrom = Selection.of(plain, List.of(), new Selection.Wish("rf", true, 15));
    assertEquals(List.of("lastzero:9", "lastzero:11", "readers:3"), labels(readsFrom.instances()));
  }

  @Test
  void namesPickInTheirOrder() throws UnknownBenchmarkException {
    Selection selection = select("optimal", 15, "big0", "lastzero");
    assertEquals(List.of("big0", "lastzero:9"), labels(selection.instances()));
    assertEquals(List.of("lastzero:11"), labels(selection.leftOut()));
  }

  @Test
  void aSizeIsRunWhateverItTakes() throws UnknownBenchmarkException {
    Selection selection = select("optimal", 15, "lastzero:11,9", "lastzero", "readers:3,4");
    assertEquals(
        List.of("lastzero:11", "lastzero:9", "readers:3", "readers:4"),
        labels(selection.instances()));
    assertEquals(List.of(), selection.leftOut());
    assertEquals(Map.of(), selection.instances().get(3).row().published());
  }

  @Test
  void reductionsAreShownSideBySide() throws UnknownBenchmarkException {
    Selection.Wish wish = new Selection.Wish("rf", true, 15);
    Selection selection = Selection.of(TABLES.subList(2, 3), List.of(), wish);
    assertEquals(
        List.of(
            "mutex:2 baseline",
            "mutex:2 plp",
            "mutex:2 ifaa",
            "mutex:2 rf-reduced",
            "mutex:3 ifaa",
            "mutex:3 rf-reduced"),
        labels(selection.instances()));
    assertEquals(
        List.of(
            "mutex:3 baseline", "mutex:3 plp", "safestack:331 ifaa", "safestack:331 rf-reduced"),
        labels(selection.leftOut()));
    assertEquals(
        List.of("lastzero:9", "lastzero:11"),
        labels(Selection.of(TABLES, List.of("lastzero"), wish).instances()));
  }

  @Test
  void anAlgorithmPicksItsReductions() throws UnknownBenchmarkException {
    assertEquals(List.of("mutex:2 rf-reduced"), labels(select("rf", 12, "mutex").instances()));
    assertEquals(
        List.of("mutex:2 baseline", "mutex:2 plp", "mutex:2 ifaa"),
        labels(select("optimal", 1, "mutex:2").instances()));
  }

  @Test
  void whatNobodyFinishedIsTriedWithAllReductions() throws UnknownBenchmarkException {
    assertEquals(
        List.of("safestack:331 ifaa", "mutex:9 ifaa"),
        labels(select("optimal", 1, "safestack:331", "mutex:9").instances()));
  }

  @Test
  void otherAlgorithmsRunToo() throws UnknownBenchmarkException {
    Selection selection = select("naive", 15, "lastzero:9", "dekker:2");
    assertEquals(List.of("lastzero:9", "dekker:2"), labels(selection.instances()));
    assertEquals("naive", selection.instances().get(0).variant().algorithm());
  }

  @Test
  void otherNamesAreRefused() {
    assertRefused("zerolast", "there is no benchmark 'zerolast'; --list shows all");
    assertRefused("../programs/lastzero", "there is no benchmark");
    assertRefused("zerolast:3", "there is no benchmark 'zerolast'");
    assertRefused("lastzero:", "'' is no size of lastzero; write it like lastzero:3,4");
    assertRefused("lastzero:-3", "'-3' is no size of lastzero");
    assertRefused("dekker", "no row of dekker here; name a size, as in: dekker:3");
  }

  private static void assertRefused(String name, String message) {
    UnknownBenchmarkException refused =
        assertThrows(UnknownBenchmarkException.class, () -> select("optimal", 15, name));
    assertTrue(refused.getMessage().startsWith(message), refused.getMessage());
  }
}
