package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void eachInstanceIsOfAProgramAndThereOnce() {
    Set<String> labels = new HashSet<>();
    for (String name : Table.NAMES) {
      for (Row row : Table.named(name).rows()) {
        assertTrue(Programs.exists(row.benchmark()), row.benchmark());
        assertTrue(labels.add(row.label()), row.label());
      }
    }
    assertTrue(labels.size() > 70);
  }

  @Test
  void readsColumnsByName() {
    Table table =
        read("# a comment\nbenchmark\tn\trf\toptimal\nlastzero\t9\t4\t-\nbig0\t-\t-\t5\n");
    assertEquals(List.of("rf", "optimal"), table.variants().stream().map(Variant::name).toList());
    Row lastzero = table.rows().get(0);
    assertEquals(new Row("lastzero", "9", 0, List.of(), Map.of("rf", new Count("4", 4))), lastzero);
    assertEquals("lastzero:9", lastzero.label());
    assertEquals(List.of("-DN=9"), lastzero.definitions());
    assertEquals(Optional.of(new Count("4", 4)), lastzero.published("rf"));
    assertEquals(Optional.empty(), lastzero.published("optimal"));
    Row big0 = table.rows().get(1);
    assertEquals("big0", big0.label());
    assertEquals(List.of(), big0.definitions());
  }

  @Test
  void readsOptions() {
    Table table =
        read(
            """
            benchmark\tn\toptions\tbaseline\tifaa
            safestack\t331\t-u5 -DNO_ASSERT\t-\t2+9
            mutex\t2\t-\t12+2\t10+0
            """);
    Row safestack = table.rows().get(0);
    assertEquals(5, safestack.unroll());
    assertEquals(List.of("-DNO_ASSERT", "-DN=331"), safestack.definitions());
    assertEquals(Map.of("ifaa", new Count("2+9", 11)), safestack.published());
    Row mutex = table.rows().get(1);
    assertEquals(0, mutex.unroll());
    assertEquals(
        List.of("-DN=2", "-DASSUME"), new Instance(mutex, Variant.named("baseline")).definitions());
  }

  @Test
  void brokenLinesAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> read("benchmark\tn\tplq\nlastzero\t9\t1\n"));
    assertThrows(IllegalArgumentException.class, () -> read("benchmark\tn\trf\nlastzero\t9\n"));
    assertThrows(IllegalArgumentException.class, () -> Table.named("unheard-of"));
  }

  private static Table read(String text) {
    return Table.read("test", new BufferedReader(new StringReader(text)));
  }
}
