package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  /** In a container, a user may have a folder of its own and no name. */
  @Test
  void theUserSaysWhereHomeIs() {
    Map<String, String> home = Map.of("HOME", "/home/me");
    Map<String, String> cache = Map.of("HOME", "/home/me", "XDG_CACHE_HOME", "/cache");
    assertEquals(Path.of("/home/me/.cache"), CacheFolder.customaryPlace("linux", home, "?"));
    assertEquals(Path.of("/cache"), CacheFolder.customaryPlace("linux", cache, "?"));
    assertEquals(Path.of("/a/.cache"), CacheFolder.customaryPlace("linux", Map.of(), "/a"));
    Map<String, String> empty = Map.of("HOME", "", "XDG_CACHE_HOME", "");
    assertEquals(Path.of("/a/.cache"), CacheFolder.customaryPlace("linux", empty, "/a"));
    assertEquals(
        Path.of("/home/me/Library/Caches"), CacheFolder.customaryPlace("mac os x", home, "/a"));
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

  @Test
  void aDamagedEntryIsFilledAgain(@TempDir Path root) throws Exception {
    CacheFolder cache = CacheFolder.at(root);
    byte[] library = new byte[1 << 20];
    Arrays.fill(library, (byte) 7);
    CacheFolder.Content content =
        folder -> {
          Files.createDirectory(folder.resolve("sub"));
          Files.write(folder.resolve("sub/library"), library);
          Files.writeString(folder.resolve("header"), "text");
        };
    Path entry = cache.fill("key", content);
    List<Damage> damages =
        List.of(
            () -> Files.write(entry.resolve("sub/library"), Arrays.copyOf(library, 1000)),
            () -> Files.write(entry.resolve("sub/library"), new byte[1 << 20]),
            () -> Files.write(entry.resolve("sub/library"), new byte[0]),
            () -> Files.delete(entry.resolve("sub/library")),
            () -> Files.writeString(entry.resolve("header"), "next"),
            () -> Files.writeString(entry.resolve(Manifest.NAME), ""),
            () -> Files.writeString(entry.resolve(Manifest.NAME), "x"),
            () -> Files.delete(entry.resolve(Manifest.NAME)));
    for (Damage damage : damages) {
      assertEquals(entry, cache.existing("key"));
      damage.apply();
      assertNull(cache.existing("key"));
      assertEquals(entry, cache.fill("key", content));
      assertEquals(1 << 20, Files.size(entry.resolve("sub/library")));
      assertEquals("text", Files.readString(entry.resolve("header")));
      assertEquals(1, count(root));
    }
  }

  private interface Damage {
    void apply() throws IOException;
  }

  @Test
  void remainsOfTheKilledGoAndThoseOfTheLivingStay(@TempDir Path root) throws Exception {
    CacheFolder cache = CacheFolder.at(root);
    Path killed = Files.createDirectory(root.resolve("key.filling-1"));
    Files.writeString(killed.resolve("owner"), "");
    Files.writeString(killed.resolve("library"), "half");
    Path earlier = Files.createDirectory(root.resolve("key.filling-2"));
    Files.setLastModifiedTime(earlier, FileTime.from(Instant.now().minusSeconds(3600)));
    Path beginning = Files.createDirectory(root.resolve("key.filling-3"));
    Path other = Files.createDirectory(root.resolve("other.filling-4"));
    Path alive = Files.createDirectory(root.resolve("key.filling-5"));
    try (FileChannel owner =
            FileChannel.open(
                alive.resolve("owner"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = owner.lock()) {
      assertTrue(lock.isValid());
      cache.fill("key", folder -> Files.writeString(folder.resolve("file"), "text"));
    }
    assertFalse(Files.exists(killed));
    assertFalse(Files.exists(earlier));
    assertTrue(Files.exists(beginning));
    assertTrue(Files.exists(other));
    assertTrue(Files.exists(alive));
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
