package dev.heddle.explore.overflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.RandomProgram;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The temporary file: it leaves nothing behind, and without it nothing is claimed. */
class OverflowTest {
  private static final Backlog.Form<String> TEXT =
      new Backlog.Form<>() {
        @Override
        public int bytes(String item) {
          return Integer.BYTES + item.length();
        }

        @Override
        public void put(String item, ByteBuffer target) {
          target.putInt(item.length());
          item.chars().forEach(c -> target.put((byte) c));
        }

        @Override
        public String get(ByteBuffer source) {
          StringBuilder item = new StringBuilder();
          for (int left = source.getInt(); left > 0; left--) {
            item.append((char) source.get());
          }
          return item.toString();
        }
      };

  @TempDir Path folder;

  /** What waits can be taken from both ends. */
  @Test
  void backlogHasTwoEnds() {
    try (Overflow overflow = new Overflow(0)) {
      Backlog<String> backlog = new Backlog<>(overflow, TEXT);
      Deque<String> expected = new ArrayDeque<>();
      Random random = new Random(1);
      for (int i = 0; i < 50_000; i++) {
        int what = random.nextInt(100);
        if (what < (i < 25_000 ? 60 : 40)) {
          String item = "item " + random.nextInt(1_000_000);
          expected.addLast(item);
          backlog.add(item);
        } else if (random.nextBoolean()) {
          assertEquals(expected.pollFirst(), backlog.pollFirst());
        } else {
          assertEquals(expected.pollLast(), backlog.pollLast());
        }
        assertEquals(expected.size(), backlog.size());
      }
      assertTrue(overflow.fileSize() > 0);
    }
  }

  @Test
  void theFileHasNoName() throws IOException {
    try (Overflow overflow = new Overflow(0, folder)) {
      KeySet keys = new KeySet(overflow);
      for (int i = 1; i < 100; i++) {
        assertTrue(keys.add(i, i));
      }
      assertTrue(overflow.fileSize() > 0);
      boolean isUnix = !System.getProperty("os.name").startsWith("Windows");
      try (Stream<Path> files = Files.list(folder)) {
        assertEquals(isUnix ? List.of() : List.of("one file"), files.map(f -> "one file").toList());
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void aMissingFolderIsSaid() {
    Path missing = folder.resolve("missing");
    try (Overflow overflow = new Overflow(0, missing)) {
      KeySet keys = new KeySet(overflow);
      OverflowException e =
          assertThrows(
              OverflowException.class,
              () -> {
                for (int i = 1; i < 100; i++) {
                  keys.add(i, i);
                }
              });
      assertTrue(e.getMessage().contains(missing.toString()), e.getMessage());
      assertTrue(e.getMessage().contains("TMPDIR"), e.getMessage());
    }
  }

  /** An exploration that can no longer remember all is inconclusive, by one thread or by two. */
  @Test
  void withoutAFileNothingIsClaimed() {
    String usual = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", folder.resolve("missing").toString());
    try {
      int cut = 0;
      for (long seed = 0; cut < 40; seed++) {
        cut += isCut(RandomProgram.of(seed), 1 + (int) seed % 2) ? 1 : 0;
        assertTrue(seed < 2_000, "only " + cut + " had too little memory");
      }
    } finally {
      System.setProperty("java.io.tmpdir", usual);
    }
  }

  private static boolean isCut(Program program, int jobs) {
    Limits limits = Limits.NONE.withKeepGoing().withTables(1);
    Outcome outcome;
    try {
      outcome = new ReadsFromExploration(jobs).explore(program, limits, new Progress());
    } catch (NoReadsFromException e) {
      return false;
    }
    boolean isCut = outcome.reason() != null && outcome.reason().contains("TMPDIR");
    Verdict cut = outcome.violations().isEmpty() ? Verdict.INCONCLUSIVE : Verdict.VIOLATION;
    assertTrue(!isCut || outcome.verdict() == cut, program.name());
    return isCut;
  }
}
