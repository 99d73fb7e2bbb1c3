package dev.heddle.model.cat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Finds model files: those of the user, next to each other, and those that Heddle ships. */
final class CatFiles {
  /** The models that Heddle ships, by name. */
  static final List<String> MODELS =
      List.of(
          "sc", "tso", "pso", "ra", "sra", "wra", "rc20", "rc11", "relaxed", "power", "armv8",
          "riscv");

  /**
   * Files that published models include and that compute in the language what the search does
   * anyway: they choose the coherence order. Heddle's own take their place.
   */
  private static final Set<String> REPLACED =
      Set.of("cos.cat", "stdlib.cat", "cross.cat", "coscat.cat");

  /**
   * @param folder where to look for what it includes, or null
   */
  record Source(String file, String text, Path folder) {}

  private CatFiles() {}

  static Source shipped(String name) {
    String text = resource(name + ".cat");
    if (text == null) {
      throw new IllegalArgumentException("no model " + name);
    }
    return new Source(name + ".cat", text, null);
  }

  static Source read(Path path) throws CatException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new CatException(path.toString(), "a folder, a device or a pipe, and not a file");
    }
    try {
      return new Source(path.toString(), Files.readString(path), path.toAbsolutePath().getParent());
    } catch (NoSuchFileException e) {
      throw new CatException(path.toString(), "no such file");
    } catch (MalformedInputException e) {
      throw new CatException(path.toString(), "not a text file");
    } catch (IOException e) {
      throw new CatException(path.toString(), "cannot be read: " + e.getMessage());
    }
  }

  static Source included(SourcePlace from, String name, Path folder) throws CatException {
    String shipped = REPLACED.contains(name) || folder == null ? resource(name) : null;
    if (shipped != null) {
      return new Source(name, shipped, folder);
    }
    try {
      if (folder != null && Files.isRegularFile(folder.resolve(name))) {
        return read(folder.resolve(name));
      }
    } catch (InvalidPathException e) {
      throw new CatException(from, "'" + name + "' is not a file name");
    }
    shipped = resource(name);
    if (shipped == null) {
      throw new CatException(from, "cannot find " + name + (folder == null ? "" : " in " + folder));
    }
    return new Source(name, shipped, folder);
  }

  private static String resource(String name) {
    if (!name.matches("[a-z0-9-]+\\.cat")) {
      return null;
    }
    try (InputStream in = CatFiles.class.getResourceAsStream(name)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
