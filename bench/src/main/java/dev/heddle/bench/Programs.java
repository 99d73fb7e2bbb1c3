package dev.heddle.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The benchmark programs: one C file each, which needs nothing but the standard headers and those
 * that come with it.
 */
public final class Programs implements AutoCloseable {
  /** What programs include, from the folder that they are in. */
  static final List<String> HEADERS =
      List.of("futex.h", "owners.h", "power.h", "threads.h", "wait.h");

  private static final String RESOURCES = "programs/";

  /** Programs for runs that are cut, in a folder of their own. */
  private static final String ONLINE = "online/";

  private final Path folder;

  private Programs(Path folder) {
    this.folder = folder;
  }

  /** Makes a folder for programs; closing removes it. */
  public static Programs unpacked() throws IOException {
    Programs programs = new Programs(Files.createTempDirectory("heddle-bench"));
    for (String header : HEADERS) {
      programs.unpack(header);
    }
    return programs;
  }

  static boolean exists(String benchmark) {
    return benchmark.matches("[a-z0-9-]+")
        && Programs.class.getResource(RESOURCES + name(benchmark)) != null;
  }

  /** A file that holds the program of {@code benchmark}. */
  public Path file(String benchmark) throws IOException {
    if (!exists(benchmark)) {
      throw new IllegalArgumentException("there is no benchmark " + benchmark);
    }
    return unpack(name(benchmark));
  }

  /** A file that holds the program of a benchmark of online testing. */
  public Path onlineFile(String benchmark) throws IOException {
    unpack(folder.resolve("rounds.h"), ONLINE + "rounds.h");
    return unpack(folder.resolve("online-" + name(benchmark)), ONLINE + name(benchmark));
  }

  private Path unpack(String name) throws IOException {
    return unpack(folder.resolve(name), name);
  }

  private static Path unpack(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      try (InputStream content = Programs.class.getResourceAsStream(RESOURCES + name)) {
        Files.copy(content, file);
      }
    }
    return file;
  }

  /** Where other files of a run may go. */
  public Path folder() {
    return folder;
  }

  private static String name(String benchmark) {
    return benchmark + ".c";
  }

  @Override
  public void close() {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
