package dev.heddle.frontend.llvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A folder of the user's machine in which unpacked files stay from one run to the next.
 *
 * <p>An entry is a folder whose name determines its content. It is filled under another name and
 * renamed when complete, so that an entry that exists is whole and no lock is needed; of two
 * processes that fill one at the same time, one wins and both use it.
 */
final class CacheFolder {
  private final Path root;

  private CacheFolder(Path root) {
    this.root = root;
  }

  /** The one that {@code -Dheddle.cache=…} names, or the platform's customary place. */
  static CacheFolder ofUser() {
    String chosen = System.getProperty("heddle.cache");
    return at(chosen != null ? Path.of(chosen) : customaryPlace().resolve("heddle"));
  }

  static CacheFolder at(Path root) {
    return new CacheFolder(root);
  }

  private static Path customaryPlace() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    Path home = Path.of(System.getProperty("user.home", "."));
    if (system.startsWith("windows")) {
      String local = System.getenv("LOCALAPPDATA");
      return local != null ? Path.of(local) : home.resolve("AppData").resolve("Local");
    }
    if (system.startsWith("mac")) {
      return home.resolve("Library").resolve("Caches");
    }
    String xdg = System.getenv("XDG_CACHE_HOME");
    return xdg != null && !xdg.isEmpty() ? Path.of(xdg) : home.resolve(".cache");
  }

  /** Puts the files of an entry into an empty folder. */
  interface Content {
    void fill(Path folder) throws IOException;
  }

  /** The folder of the entry {@code key}, or null if it is not there. */
  Path existing(String key) {
    Path entry = root.resolve(key);
    return Files.isDirectory(entry) ? entry : null;
  }

  /** Makes the entry {@code key} and gives its folder. */
  Path fill(String key, Content content) throws IOException {
    Path entry = root.resolve(key);
    Files.createDirectories(root);
    Path unfinished = Files.createTempDirectory(root, key + ".");
    try {
      content.fill(unfinished);
      Files.move(unfinished, entry, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      delete(unfinished);
    } catch (IOException | RuntimeException e) {
      delete(unfinished);
      if (!Files.isDirectory(entry)) {
        throw e;
      }
    }
    return entry;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
