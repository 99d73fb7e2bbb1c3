package dev.heddle.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The benchmark programs: one C file each, which needs nothing but the standard headers. */
public final class Programs implements AutoCloseable {
  private final Path folder;

  private Programs(Path folder) {
    this.folder = folder;
  }

  /** Makes a folder for programs; closing removes it. */
  public static Programs unpacked() throws IOException {
    return new Programs(Files.createTempDirectory("heddle-bench"));
  }

  static boolean exists(String benchmark) {
    return benchmark.matches("[a-z0-9-]+")
        && Programs.class.getResource(resource(benchmark)) != null;
  }

  /** A file that holds the program of {@code benchmark}. */
  public Path file(String benchmark) throws IOException {
    Path file = folder.resolve(benchmark + ".c");
    if (!Files.exists(file)) {
      try (InputStream program = Programs.class.getResourceAsStream(resource(benchmark))) {
        if (program == null) {
          throw new IllegalArgumentException("there is no benchmark " + benchmark);
        }
        Files.copy(program, file);
      }
    }
    return file;
  }

  /** Where other files of a run may go. */
  public Path folder() {
    return folder;
  }

  private static String resource(String benchmark) {
    return "programs/" + benchmark + ".c";
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
