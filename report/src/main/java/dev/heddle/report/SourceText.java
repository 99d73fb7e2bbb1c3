package dev.heddle.report;

import dev.heddle.program.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The lines of source files, to quote from. A file that cannot be read has no lines: a report is
 * still useful without quotes (a bitcode file can come from another machine).
 *
 * <p>The names of the files come from the checked program, which can name any file as its source,
 * and reports are passed on to others. So nothing is quoted but files that are named like sources.
 */
public final class SourceText {
  private static final int LARGEST = 16 << 20;

  private static final Pattern SOURCE =
      Pattern.compile(
          ".*\\.(c|h|i|ii|cc|cpp|cxx|c\\+\\+|hh|hpp|hxx|h\\+\\+|inc|inl|ipp|tpp|def|S|s|ll|litmus)",
          Pattern.DOTALL);

  private final Map<String, List<String>> linesOfFile = new HashMap<>();

  /** The line at {@code location} without its indentation, or the empty string. */
  public String at(Location location) {
    if (!location.isKnown()) {
      return "";
    }
    List<String> lines = lines(location.file());
    return location.line() > lines.size()
        ? ""
        : PlainText.line(lines.get(location.line() - 1)).strip();
  }

  /** All lines of a file as they are; none if it cannot be quoted from. */
  public List<String> lines(String file) {
    return linesOfFile.computeIfAbsent(file, SourceText::read);
  }

  private static List<String> read(String file) {
    try {
      Path path = Path.of(file);
      if (!SOURCE.matcher(file).matches()
          || !SOURCE.matcher(path.toRealPath().toString()).matches()) {
        return List.of();
      }
      // Decodes leniently: a stray byte in a comment must not cost the whole file.
      return new String(WholeFile.read(path, LARGEST), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException | InvalidPathException e) {
      return List.of();
    }
  }
}
