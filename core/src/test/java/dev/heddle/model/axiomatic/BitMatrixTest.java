package dev.heddle.model.axiomatic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Bit matrices against sets of pairs, in one word per row and in several. */
class BitMatrixTest {
  private final Random random = new Random(7);

  private BitMatrix relation(int size, Set<List<Integer>> pairs) {
    BitMatrix matrix = BitMatrix.relation(size);
    int count = random.nextInt(3 * size);
    for (int i = 0; i < count; i++) {
      int a = random.nextInt(size);
      int b = random.nextInt(size);
      matrix.add(a, b);
      pairs.add(List.of(a, b));
    }
    return matrix;
  }

  private static Set<List<Integer>> pairs(BitMatrix matrix) {
    Set<List<Integer>> pairs = new HashSet<>();
    for (int a = 0; a < matrix.size(); a++) {
      for (int b = matrix.next(a, -1); b >= 0; b = matrix.next(a, b)) {
        pairs.add(List.of(a, b));
      }
    }
    return pairs;
  }

  private static Set<List<Integer>> composed(Set<List<Integer>> a, Set<List<Integer>> b) {
    Set<List<Integer>> result = new HashSet<>();
    for (List<Integer> p : a) {
      for (List<Integer> q : b) {
        if (p.get(1).equals(q.get(0))) {
          result.add(List.of(p.get(0), q.get(1)));
        }
      }
    }
    return result;
  }

  private static Set<List<Integer>> closed(Set<List<Integer>> a) {
    Set<List<Integer>> result = new HashSet<>(a);
    while (result.addAll(composed(result, a))) {
      // grows until nothing is new
    }
    return result;
  }

  private static BitMatrix of(int size, BiConsumer<BitMatrix, BitMatrix> operation, BitMatrix a) {
    BitMatrix result = BitMatrix.relation(size);
    operation.accept(result, a);
    return result;
  }

  @Test
  void operationsAgreeWithSetsOfPairs() {
    int cyclic = 0;
    for (int round = 0; round < 300; round++) {
      int size = round % 3 == 0 ? 60 + random.nextInt(20) : 1 + random.nextInt(12);
      Set<List<Integer>> p = new HashSet<>();
      Set<List<Integer>> q = new HashSet<>();
      BitMatrix a = relation(size, p);
      BitMatrix b = relation(size, q);
      assertEquals(p.size(), a.count());
      BitMatrix result = BitMatrix.relation(size);
      result.composition(a, b);
      assertEquals(composed(p, q), pairs(result));
      Set<List<Integer>> closure = closed(p);
      assertEquals(closure, pairs(of(size, BitMatrix::closure, a)));
      boolean acyclic = closure.stream().noneMatch(pair -> pair.get(0).equals(pair.get(1)));
      assertEquals(acyclic, a.isAcyclic());
      cyclic += acyclic ? 0 : 1;
      checkCycle(a, acyclic);
      Set<List<Integer>> inverse = new HashSet<>();
      p.forEach(pair -> inverse.add(List.of(pair.get(1), pair.get(0))));
      assertEquals(inverse, pairs(of(size, BitMatrix::inverse, a)));
      assertEquals(size * size - p.size(), of(size, BitMatrix::complement, a).count());
      checkSets(size, p, q, a, b);
    }
    assertTrue(cyclic > 50 && cyclic < 250, cyclic + " of 300 are cyclic");
  }

  private static void checkCycle(BitMatrix a, boolean acyclic) {
    if (!acyclic) {
      int[] cycle = a.cycle();
      assertNotNull(cycle);
      for (int i = 0; i < cycle.length; i++) {
        assertTrue(a.get(cycle[i], cycle[(i + 1) % cycle.length]));
      }
    }
  }

  private static void checkSets(
      int size, Set<List<Integer>> p, Set<List<Integer>> q, BitMatrix a, BitMatrix b) {
    Set<List<Integer>> both = new HashSet<>(p);
    both.retainAll(q);
    BitMatrix result = BitMatrix.relation(size);
    result.intersection(a, b);
    assertEquals(both, pairs(result));
    Set<List<Integer>> any = new HashSet<>(p);
    any.addAll(q);
    result.union(a, b);
    assertEquals(any, pairs(result));
    any.removeAll(q);
    result.difference(result, b);
    assertEquals(any, pairs(result));
    BitMatrix domain = BitMatrix.set(size);
    domain.domain(a);
    BitMatrix range = BitMatrix.set(size);
    range.range(a);
    for (int i = 0; i < size; i++) {
      int event = i;
      assertEquals(p.stream().anyMatch(pair -> pair.get(0) == event), domain.has(i));
      assertEquals(p.stream().anyMatch(pair -> pair.get(1) == event), range.has(i));
    }
    result.product(domain, range);
    assertEquals(domain.count() * range.count(), result.count());
  }
}
