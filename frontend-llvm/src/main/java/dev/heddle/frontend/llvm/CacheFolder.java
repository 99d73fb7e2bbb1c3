package dev.heddle.frontend.llvm;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder of the user's machine in which unpacked files stay from one run to the next.
 *
 * <p>An entry is a folder whose name determines its content. It is filled under another name and
 * renamed when complete, so that no lock is needed; of two processes that fill one at the same
 * time, one wins and both use it. An entry that was damaged later is known by its {@link Manifest},
 * and filled again.
 */
final class CacheFolder {
  /** Between the key and what tells those apart who fill its entry. */
  private static final String INFIX = ".filling-";

  /** A file in a folder that is being filled; who fills it holds its lock. */
  private static final String OWNER = "owner";

  private final Path root;

  private CacheFolder(Path root) {
    this.root = root;
  }

  /** The one that {@code -Dheddle.cache=…} names, or the platform's customary place. */
  static CacheFolder ofUser() {
    String chosen = System.getProperty("heddle.cache");
    return at(chosen != null ? Path.of(chosen) : customaryPlace().resolve("heddle"));
  }

  Path root() {
    return root;
  }

  static CacheFolder at(Path root) {
    return new CacheFolder(root);
  }

  private static Path customaryPlace() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return customaryPlace(system, System.getenv(), System.getProperty("user.home", "."));
  }

  /**
   * @param userHome what Java takes for the user's folder: that of the list of users, which does
   *     not know everybody in a container
   */
  static Path customaryPlace(String system, Map<String, String> environment, String userHome) {
    String chosen = environment.getOrDefault("HOME", "");
    boolean isWindows = system.startsWith("windows");
    Path home = Path.of(isWindows || chosen.isEmpty() ? userHome : chosen);
    if (isWindows) {
      String local = environment.get("LOCALAPPDATA");
      return local != null ? Path.of(local) : home.resolve("AppData").resolve("Local");
    }
    if (system.startsWith("mac")) {
      return home.resolve("Library").resolve("Caches");
    }
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    return xdg.isEmpty() ? home.resolve(".cache") : Path.of(xdg);
  }

  /** Puts the files of an entry into an empty folder. */
  interface Content {
    void fill(Path folder) throws IOException;
  }

  /** Where the entry {@code key} is, if it is there. */
  Path place(String key) {
    return root.resolve(key + "-" + Manifest.FORMAT);
  }

  /** The folder of the entry {@code key}, or null if it is not there or damaged. */
  Path existing(String key) {
    Path entry = place(key);
    return Files.isDirectory(entry) && Manifest.holds(entry) ? entry : null;
  }

  /** Makes the entry {@code key} and gives its folder. */
  Path fill(String key, Content content) throws IOException {
    Path entry = place(key);
    Files.createDirectories(root);
    deleteRemains(key);
    Path unfinished = Files.createTempDirectory(root, key + INFIX);
    try (FileChannel owner = FileChannel.open(unfinished.resolve(OWNER), CREATE, WRITE)) {
      lock(owner);
      content.fill(unfinished);
      Files.delete(unfinished.resolve(OWNER));
      Manifest.write(unfinished);
      if (existing(key) == null) {
        putAside(entry, key);
        Files.move(unfinished, entry, StandardCopyOption.ATOMIC_MOVE);
      } else {
        delete(unfinished);
      }
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      delete(unfinished);
    } catch (IOException | RuntimeException e) {
      delete(unfinished);
      if (existing(key) == null) {
        throw e;
      }
    }
    return entry;
  }

  /** Holds until the channel is closed. Some file systems have no locks; remains stay there. */
  private static boolean lock(FileChannel owner) {
    try {
      return owner.lock().isValid();
    } catch (IOException e) {
      return false;
    }
  }

  /** Makes room for an entry whose folder is damaged. Processes that use its files keep them. */
  private void putAside(Path entry, String key) throws IOException {
    if (Files.isDirectory(entry)) {
      Path aside = Files.createTempDirectory(root, key + INFIX);
      Files.move(entry, aside.resolve("damaged"), StandardCopyOption.ATOMIC_MOVE);
      delete(aside);
    }
  }

  /** Deletes what processes have left that were killed while they filled this entry. */
  private void deleteRemains(String key) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root, key + INFIX + "*")) {
      for (Path folder : folders) {
        if (isAbandoned(folder)) {
          delete(folder);
        }
      }
    }
  }

  /** Whether nobody fills a folder any more: the system ends the locks of a process with it. */
  private static boolean isAbandoned(Path folder) throws IOException {
    Path owner = folder.resolve(OWNER);
    if (!Files.exists(owner)) {
      // It is about to begin or to end, unless that was long ago.
      return Files.exists(folder)
          && Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minusSeconds(60));
    }
    try (FileChannel channel = FileChannel.open(owner, WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException | IOException e) {
      // Another thread of this process has it; or nobody can tell, and it had better stay.
      return false;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
