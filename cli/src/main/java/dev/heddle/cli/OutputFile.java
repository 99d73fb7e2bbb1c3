package dev.heddle.cli;

import dev.heddle.cli.Inputs.Input;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Files that a run writes. What can be wrong with them is found before it, as far as possible. */
final class OutputFile {
  private OutputFile() {}

  /** Why a file cannot be written, in words for the user. */
  static final class UnwritableException extends Exception {
    UnwritableException(String file, String reason) {
      super("cannot write " + file + ": " + reason);
    }
  }

  /**
   * Writes a whole file at once, or leaves the one that is there alone. Halves of pairs, which no
   * encoding has, become question marks.
   */
  static void write(String name, String text) throws IOException {
    try (UnfinishedFile file = UnfinishedFile.at(Path.of(name))) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
      file.finish();
    }
  }

  /** Why a file cannot be read or written. */
  static String reason(Exception e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file or folder";
    }
    return e instanceof AccessDeniedException
        ? "permission denied; name another file"
        : e.getMessage();
  }

  /** Where those inputs are that can be read. */
  static List<Path> paths(List<Input> inputs) {
    return inputs.stream().filter(Input::isCheckable).map(Input::path).toList();
  }

  /** Makes sure, as far as one can without writing, that a file can be written. */
  static void require(String option, String name, List<Path> inputs) throws UnwritableException {
    try {
      Path file = Path.of(name);
      Path folder = file.toAbsolutePath().getParent();
      if (name.isEmpty()) {
        throw new UnwritableException("''", "name a file after " + option);
      }
      if (Files.isDirectory(file)) {
        throw new UnwritableException(name, "it is a folder; name a file in it");
      }
      if (folder != null && !Files.isDirectory(folder)) {
        throw new UnwritableException(name, "there is no folder " + folder + "; make it first");
      }
      if (!Files.isWritable(Files.exists(file) ? file : folder)) {
        throw new UnwritableException(name, "permission denied; name another file");
      }
      for (Path input : inputs) {
        if (Files.exists(file) && Files.exists(input) && Files.isSameFile(file, input)) {
          throw new UnwritableException(name, "it is one of the inputs; name another file");
        }
      }
    } catch (InvalidPathException e) {
      throw new UnwritableException(name, e.getReason());
    } catch (IOException e) {
      throw new UnwritableException(name, e.getMessage());
    }
  }
}
