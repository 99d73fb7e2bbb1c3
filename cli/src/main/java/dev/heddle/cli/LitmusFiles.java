package dev.heddle.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The litmus tests that the arguments of a command stand for. */
final class LitmusFiles {
  private static final int DEEPEST_LIST = 20;

  /** Far more than a test needs; a larger file is none. */
  private static final long LARGEST = 1 << 20;

  /**
   * @param problem why it cannot be read, or null
   */
  record Input(String name, Path path, String problem) {}

  private final List<Input> inputs = new ArrayList<>();

  private LitmusFiles() {}

  /** In the order of the arguments; the files of a folder are sorted by name. */
  static List<Input> of(List<String> arguments) {
    LitmusFiles files = new LitmusFiles();
    for (String argument : arguments) {
      files.add(argument, null, 0);
    }
    return files.inputs;
  }

  private void add(String name, Path base, int depth) {
    boolean isList = name.startsWith("@");
    try {
      // The sign may be part of the list's name, as it is in collections made for herd.
      boolean named = isList && Files.exists(resolve(base, name));
      String written = isList && !named ? name.substring(1) : name;
      Path path = resolve(base, written);
      if (written.isEmpty()) {
        bad(name, "an empty name is not a file; check for an unset variable");
      } else if (!Files.exists(path)) {
        bad(path.toString(), "no such file or folder");
      } else if (isList) {
        addList(path, depth);
      } else if (Files.isDirectory(path)) {
        addFolder(path);
      } else {
        inputs.add(new Input(path.toString(), path, null));
      }
    } catch (InvalidPathException e) {
      bad(name, "not a file name: " + e.getReason());
    }
  }

  private static Path resolve(Path base, String name) {
    return base == null ? Path.of(name) : base.resolve(name);
  }

  private void bad(String name, String problem) {
    inputs.add(new Input(name, null, name + ": " + problem));
  }

  private void addFolder(Path folder) {
    List<Path> found;
    try (Stream<Path> files = Files.walk(folder)) {
      found =
          files
              .filter(file -> file.toString().endsWith(".litmus") && Files.isRegularFile(file))
              .sorted()
              .toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      bad(folder.toString(), "cannot be read: " + e.getMessage());
      return;
    }
    if (found.isEmpty()) {
      bad(folder.toString(), "this folder holds no litmus test (.litmus), at any depth");
    }
    found.forEach(file -> inputs.add(new Input(file.toString(), file, null)));
  }

  /** A list has one name per line, relative to its own folder; {@code #} starts a comment. */
  private void addList(Path list, int depth) {
    if (depth == DEEPEST_LIST) {
      bad(list.toString(), "lists are nested too deeply; does one name itself?");
      return;
    }
    try {
      for (String line : read(list).lines().toList()) {
        String name = line.strip();
        if (!name.isEmpty() && !name.startsWith("#")) {
          add(name, list.toAbsolutePath().getParent(), depth + 1);
        }
      }
    } catch (IOException e) {
      bad(list.toString(), "cannot be read: " + OutputFile.reason(e));
    }
  }

  static String read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("it is not a regular file");
    }
    if (Files.size(file) > LARGEST) {
      throw new IOException("it is too large for a litmus test");
    }
    try {
      return Files.readString(file);
    } catch (MalformedInputException e) {
      throw new IOException("it is not a text in UTF-8", e);
    }
  }
}
