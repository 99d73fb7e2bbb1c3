package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.bench.Selection.UnknownBenchmarkException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final List<Table> TABLES =
      List.of(
          new Table(
              "first",
              List.of("optimal", "rf"),
              List.of(
                  row("lastzero", "9", Map.of("optimal", 10L, "rf", 10L)),
                  row("lastzero", "11", Map.of("optimal", 20L, "rf", 12L)),
                  row("readers", "3", Map.of("rf", 5L)))),
          new Table(
              "second", List.of("optimal"), List.of(row("big0", "-", Map.of("optimal", 7L)))));

  private static Row row(String benchmark, String n, Map<String, Long> published) {
    return new Row(benchmark, n, published);
  }

  private static Selection select(String algorithm, long maxCount, String... names)
      throws UnknownBenchmarkException {
    return Selection.of(TABLES, List.of(names), algorithm, maxCount);
  }

  private static List<String> labels(List<Row> rows) {
    return rows.stream().map(Row::label).toList();
  }

  @Test
  void allRowsWithASmallEnoughNumber() throws UnknownBenchmarkException {
    Selection optimal = select("optimal", 15);
    assertEquals(List.of("lastzero:9", "big0"), labels(optimal.rows()));
    assertEquals(List.of("lastzero:11"), labels(optimal.leftOut()));
    assertEquals(
        List.of("lastzero:9", "lastzero:11", "readers:3"), labels(select("rf", 15).rows()));
  }

  @Test
  void namesPickInTheirOrder() throws UnknownBenchmarkException {
    Selection selection = select("optimal", 15, "big0", "lastzero");
    assertEquals(List.of("big0", "lastzero:9"), labels(selection.rows()));
    assertEquals(List.of("lastzero:11"), labels(selection.leftOut()));
  }

  @Test
  void aSizeIsRunWhateverItTakes() throws UnknownBenchmarkException {
    Selection selection = select("optimal", 15, "lastzero:11,9", "lastzero", "readers:3,4");
    assertEquals(
        List.of("lastzero:11", "lastzero:9", "readers:3", "readers:4"), labels(selection.rows()));
    assertEquals(List.of(), selection.leftOut());
    assertEquals(Map.of(), selection.rows().get(3).published());
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
