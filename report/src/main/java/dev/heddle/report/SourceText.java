package dev.heddle.report;

import dev.heddle.program.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of source files, to quote from. A file that cannot be read has no lines: a report is
 * still useful without quotes (a bitcode file can come from another machine).
 */
final class SourceText {
  private final Map<String, List<String>> linesOfFile = new HashMap<>();

  /** The line at {@code location} without its indentation, or the empty string. */
  String at(Location location) {
    if (!location.isKnown()) {
      return "";
    }
    List<String> lines = linesOfFile.computeIfAbsent(location.file(), SourceText::read);
    return location.line() > lines.size()
        ? ""
        : PlainText.line(lines.get(location.line() - 1)).strip();
  }

  private static List<String> read(String file) {
    try {
      // Decodes leniently: a stray byte in a comment must not cost the whole file.
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
  }
}
