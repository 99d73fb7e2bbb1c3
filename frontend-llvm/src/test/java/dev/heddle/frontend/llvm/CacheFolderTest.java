package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {
  @Test
  void anEntryAppearsWhenItIsWhole(@TempDir Path root) throws Exception {
    CacheFolder cache = CacheFolder.at(root.resolve("new"));
    assertNull(cache.existing("key"));
    Path entry =
        cache.fill(
            "key",
            folder -> {
              assertNull(cache.existing("key"));
              Files.writeString(folder.resolve("file"), "text");
            });
    assertEquals(entry, cache.existing("key"));
    assertEquals("text", Files.readString(entry.resolve("file")));
  }

  @Test
  void theFirstOfTwoWins(@TempDir Path root) throws Exception {
    CacheFolder cache = CacheFolder.at(root);
    Path entry =
        cache.fill(
            "key",
            folder -> {
              Files.writeString(folder.resolve("file"), "second");
              cache.fill("key", other -> Files.writeString(other.resolve("file"), "first"));
            });
    assertEquals("first", Files.readString(entry.resolve("file")));
    assertEquals(1, count(root));
  }

  @Test
  void aFailureLeavesNothing(@TempDir Path root) throws Exception {
    CacheFolder cache = CacheFolder.at(root);
    assertThrows(
        IOException.class,
        () ->
            cache.fill(
                "key",
                folder -> {
                  Files.writeString(folder.resolve("file"), "half");
                  throw new IOException("disk full");
                }));
    assertNull(cache.existing("key"));
    assertEquals(0, count(root));
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
