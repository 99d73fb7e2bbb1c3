package dev.heddle.cli;

import dev.heddle.program.FailureKind;
import dev.heddle.report.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Property files of SV-COMP: lines such as {@code CHECK( init(main()), LTL(G ! call(reach_error()))
 * )}, which all have to hold.
 */
final class PropertyFile {
  private static final Pattern CHECK =
      Pattern.compile("CHECK\\( *init\\(main\\(\\)\\) *, *LTL\\((?<formula>.*)\\) *\\)");

  private static final int LARGEST = 1 << 20;

  private PropertyFile() {}

  /** Why a file cannot be used, in words for the user. */
  static final class UnusableException extends Exception {
    UnusableException(String message) {
      super(message);
    }
  }

  static Property read(String name) throws UnusableException {
    String text;
    try {
      text = new String(WholeFile.read(Path.of(name), LARGEST), StandardCharsets.UTF_8);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new UnusableException("cannot read " + name + ": no such file");
    } catch (IOException e) {
      throw new UnusableException("cannot read " + name + ": " + OutputFile.reason(e));
    }
    Set<FailureKind> kinds = EnumSet.noneOf(FailureKind.class);
    boolean leaks = false;
    for (String line : text.lines().map(String::strip).toList()) {
      if (!line.isEmpty()) {
        Matcher check = CHECK.matcher(line);
        if (!check.matches()) {
          throw new UnusableException(
              name + ": not a property: '" + line + "'; expected CHECK( init(main()), LTL(...) )");
        }
        leaks |= add(kinds, check.group("formula").replaceAll("\\s+", " ").strip(), name);
      }
    }
    if (kinds.isEmpty() && !leaks) {
      throw new UnusableException(name + ": there is no property in it");
    }
    return new Property(kinds, leaks);
  }

  /** Adds what breaks a formula; true if that is a leak. */
  private static boolean add(Set<FailureKind> kinds, String formula, String name)
      throws UnusableException {
    switch (formula) {
      case "G ! call(reach_error())" -> {
        kinds.add(FailureKind.REACH_ERROR);
        kinds.add(FailureKind.ASSERTION);
      }
      case "G valid-free" -> {
        kinds.add(FailureKind.DOUBLE_FREE);
        kinds.add(FailureKind.INVALID_FREE);
      }
      case "G valid-deref" -> {
        kinds.add(FailureKind.USE_AFTER_FREE);
        kinds.add(FailureKind.OUT_OF_BOUNDS);
        kinds.add(FailureKind.NULL_ACCESS);
        kinds.add(FailureKind.INVALID_ACCESS);
      }
      case "G ! data-race" -> kinds.add(FailureKind.DATA_RACE);
      case "G ! overflow" -> kinds.add(FailureKind.SIGNED_OVERFLOW);
      case "G valid-memtrack" -> {
        return true;
      }
      default ->
          throw new UnusableException(
              name
                  + ": '"
                  + formula
                  + "' is not checked by this version; it checks call(reach_error()), valid-free,"
                  + " valid-deref, valid-memtrack, overflow and data-race");
    }
    return false;
  }
}
