package dev.heddle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The options for the compiler that a file may ask for. A file can come from anybody, and a
 * compiler can be told to run code or to write files. So this is a list of what is allowed, and not
 * of what is forbidden: macros, the standard, the level of optimisation, checks of integers, and
 * headers from the folder of the program. All else is left to the user.
 */
final class HarmlessOptions {
  private static final Pattern JOINED =
      Pattern.compile(
          "-[DU][^\\p{Cntrl}]+|-std=[A-Za-z0-9+:]+|-O[0-3sgz]?"
              + "|-fno-wrapv|-fsanitize(-trap)?=(signed-integer-overflow|shift)");

  /** Real, as all paths that are compared with it: neither {@code ..} nor links lead out of it. */
  private final Path sourceFolder;

  private final List<Path> includeFolders = new ArrayList<>();
  private final List<String> headers = new ArrayList<>();

  private HarmlessOptions(Path sourceFolder) {
    this.sourceFolder = sourceFolder;
  }

  /**
   * The first of {@code options}, with its value, that is not known to be harmless; null if there
   * is none.
   *
   * @throws IOException if {@code source} is not there
   */
  static String firstOther(List<String> options, Path source) throws IOException {
    return new HarmlessOptions(source.toRealPath().getParent()).firstOther(options.iterator());
  }

  private String firstOther(Iterator<String> options) {
    while (options.hasNext()) {
      String option = options.next();
      boolean isHarmless =
          switch (option) {
            case "-D", "-U", "-I", "-include" -> {
              String value = options.hasNext() ? options.next() : "";
              boolean isAccepted = accepts(option, value);
              option += " " + value;
              yield isAccepted;
            }
            default ->
                option.startsWith("-I") ? accepts("-I", option.substring(2)) : isJoined(option);
          };
      if (!isHarmless) {
        return option;
      }
    }
    // Folders that are named behind a header count as well.
    return headers.stream()
        .filter(header -> !isHarmless(header))
        .findFirst()
        .map(header -> "-include " + header)
        .orElse(null);
  }

  private static boolean isJoined(String option) {
    return JOINED.matcher(option).matches();
  }

  private boolean accepts(String option, String value) {
    // The compiler would put a file's content in the place of @file, wherever that stands.
    if (value.isEmpty() || value.startsWith("@") || value.startsWith("-")) {
      return false;
    }
    return switch (option) {
      case "-I" -> acceptsFolder(value);
      case "-include" -> headers.add(value);
      default -> isJoined(option + value);
    };
  }

  private boolean acceptsFolder(String name) {
    Path folder = path(name);
    return folder != null && isInside(folder) && includeFolders.add(folder);
  }

  /**
   * The compiler looks for a header here and then in the folders, so that each file of that name
   * counts. If there is none, it can only be one of Heddle's own.
   */
  private boolean isHarmless(String header) {
    Path name = path(header);
    if (name == null) {
      return false;
    }
    List<Path> found =
        Stream.concat(Stream.of(name), includeFolders.stream().map(folder -> folder.resolve(name)))
            .filter(Files::exists)
            .toList();
    boolean leadsOut =
        name.isAbsolute()
            || StreamSupport.stream(name.spliterator(), false)
                .anyMatch(part -> part.toString().equals(".."));
    return found.isEmpty() ? !leadsOut : found.stream().allMatch(this::isInside);
  }

  private boolean isInside(Path path) {
    try {
      return path.toRealPath().startsWith(sourceFolder);
    } catch (IOException e) {
      return false;
    }
  }

  /** The path of that name, or null if no path has it. */
  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
