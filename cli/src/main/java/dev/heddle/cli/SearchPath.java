package dev.heddle.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The folders in which a shell would look for a command. */
record SearchPath(List<Path> folders) {
  static SearchPath ofUser() {
    String path = System.getenv("PATH");
    return parse(path == null ? "" : path);
  }

  static SearchPath parse(String path) {
    List<Path> folders = new ArrayList<>();
    for (String folder : List.of(path.split(File.pathSeparator, -1))) {
      try {
        folders.add(Path.of(folder));
      } catch (InvalidPathException e) {
        // A shell finds nothing there either.
      }
    }
    return new SearchPath(List.copyOf(folders));
  }

  Optional<Path> find(String command) {
    return folders.stream()
        .map(folder -> folder.resolve(command).toAbsolutePath())
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
