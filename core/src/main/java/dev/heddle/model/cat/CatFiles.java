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
import java.util.Map;

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
  private static final Map<String, String> REPLACED =
      Map.of(
          "stdlib.cat", "stdlib.cat",
          "cos.cat", "cos.cat",
          "coscat.cat", "cos.cat",
          "cos-opt.cat", "cos.cat",
          "cos-ok-opt.cat", "cos.cat",
          "cos-no-opt.cat", "cos.cat");

  /** Bytes; far more than any model has. */
  private static final long LARGEST = 16 << 20;

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
      if (Files.size(path) > LARGEST) {
        throw new CatException(path.toString(), "too large for a model");
      }
      return new Source(path.toString(), Files.readString(path), path.toAbsolutePath().getParent());
    } catch (NoSuchFileException e) {
      throw new CatException(path.toString(), "no such file");
    } catch (MalformedInputException e) {
      throw new CatException(path.toString(), "not a text file");
    } catch (IOException e) {
      throw new CatException(path.toString(), "cannot be read: " + e.getMessage());
    }
  }

  /** The annotations that belong to a model: a file of its name that ends in .bell, or null. */
  static Source annotations(Path model) throws CatException {
    Path file = model.getFileName();
    if (file == null || !file.toString().endsWith(".cat")) {
      return null;
    }
    Path bell = model.resolveSibling(file.toString().replaceAll("\\.cat$", ".bell"));
    return Files.isRegularFile(bell) ? read(bell) : null;
  }

  static Source included(SourcePlace from, String name, Path folder) throws CatException {
    String own = REPLACED.get(name);
    String shipped = own != null || folder == null ? resource(own == null ? name : own) : null;
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
