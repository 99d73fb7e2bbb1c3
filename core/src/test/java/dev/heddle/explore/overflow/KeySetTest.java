package dev.heddle.explore.overflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A set of keys is a set, wherever its keys are. */
class KeySetTest {
  private static final int KEYS = 15_000;

  /** Some keys have the same first half, some differ in a bit, and most come again. */
  private static long[] key(Random random) {
    long first =
        switch (random.nextInt(4)) {
          case 0 -> random.nextInt(3);
          case 1 -> 1L << random.nextInt(64);
          default -> new Random(random.nextInt(KEYS)).nextLong();
        };
    return new long[] {first, 1 + random.nextInt(first == 1 ? 2_000 : 3)};
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1000, 100_000, 1 << 30})
  void isASet(long budget) throws IOException {
    try (Overflow overflow = new Overflow(budget)) {
      KeySet keys = new KeySet(overflow);
      Set<List<Long>> expected = new HashSet<>();
      Random random = new Random(budget);
      for (int i = 0; i < 2 * KEYS; i++) {
        long[] key = key(random);
        long[] asked = key(random);
        assertEquals(
            expected.contains(List.of(asked[0], asked[1])), keys.contains(asked[0], asked[1]));
        assertEquals(expected.add(List.of(key[0], key[1])), keys.add(key[0], key[1]));
      }
      assertEquals(expected.size(), keys.size());
      assertEquals(budget < 1 << 30, overflow.fileSize() > 0, "whether there is a file");
      assertSame(expected, copy(keys, overflow));
      long before = overflow.fileSize();
      keys.clear();
      assertEquals(0, keys.size());
      assertTrue(keys.add(1, 1));
      assertEquals(before, overflow.fileSize());
    }
  }

  private static void assertSame(Set<List<Long>> expected, KeySet actual) {
    assertEquals(expected.size(), actual.size());
    expected.forEach(key -> assertTrue(actual.contains(key.get(0), key.get(1))));
    expected.forEach(key -> assertFalse(actual.add(key.get(0), key.get(1))));
  }

  private static KeySet copy(KeySet keys, Overflow overflow) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    keys.write(new DataOutputStream(bytes));
    KeySet copy = new KeySet(overflow);
    copy.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return copy;
  }

  /** In a table that grows while keys come in their order, this would never end. */
  @Test
  void aMillionKeysAreReadInTheirOrder() throws IOException {
    try (Overflow overflow = new Overflow(1 << 30)) {
      KeySet keys = new KeySet(overflow);
      Random random = new Random(1);
      for (int i = 0; i < 1_000_000; i++) {
        assertTrue(keys.add(random.nextLong(), random.nextLong()));
      }
      KeySet copy = copy(keys, overflow);
      assertEquals(1_000_000, copy.size());
      random = new Random(1);
      for (int i = 0; i < 1_000_000; i++) {
        assertTrue(copy.contains(random.nextLong(), random.nextLong()));
      }
    }
  }

  @Test
  void keysInAnotherOrderAreNoKeysOfAFile() {
    ByteBuffer bytes = ByteBuffer.allocate(8 + 2 * 16);
    bytes.putLong(2).putLong(1).putLong(2).putLong(1).putLong(1);
    try (Overflow overflow = new Overflow(0)) {
      KeySet keys = new KeySet(overflow);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.array()));
      assertThrows(IOException.class, () -> keys.read(in));
    }
  }

  /** The room of sets that are given up serves others, so that the file does not grow for ever. */
  @Test
  void roomInTheFileIsUsedAgain() {
    try (Overflow overflow = new Overflow(10_000)) {
      long once = 0;
      for (int round = 0; round < 20; round++) {
        KeySet keys = new KeySet(overflow);
        Random random = new Random(round);
        for (int i = 0; i < 20_000; i++) {
          assertTrue(keys.add(random.nextLong(), random.nextLong()));
        }
        once = round == 0 ? overflow.fileSize() : once;
        keys.giveUp();
        assertThrows(IllegalStateException.class, () -> keys.add(1, 1));
      }
      assertEquals(once, overflow.fileSize());
      assertFalse(overflow.isFull(10_000), "memory has been given back");
    }
  }

  /** Most keys that are not in a set are known not to be without a look into the file. */
  @Test
  void filtersFilter() {
    KeyFilter filter = KeyFilter.of(10_000, 10_000);
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long first = random.nextLong();
      filter.add(first, i);
      assertTrue(filter.mayContain(first, i));
    }
    int wrong = 0;
    for (int i = 0; i < 10_000; i++) {
      wrong += filter.mayContain(random.nextLong(), i) ? 1 : 0;
    }
    assertTrue(wrong < 1_000, wrong + " of 10,000");
  }
}
