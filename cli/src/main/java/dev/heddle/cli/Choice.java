package dev.heddle.cli;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.TypeConversionException;

/**
 * A value picked by name. Tells three mistakes apart: a name that is misspelt, a name of something
 * planned that does not work yet, and a name that makes no sense.
 */
record Choice<T>(String noun, List<T> values, Function<T, String> label, Predicate<T> available) {
  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  Converter<T> converter() {
    return Converter.of(this::convert).among(availableLabels());
  }

  T convert(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (T value : values) {
      if (label.apply(value).equals(wanted)) {
        if (!available.test(value)) {
          throw new TypeConversionException(
              noun
                  + " "
                  + wanted
                  + " is not available yet; available now: "
                  + String.join(", ", availableLabels()));
        }
        return value;
      }
    }
    String known = String.join(", ", values.stream().map(label).toList());
    throw new TypeConversionException(
        "there is no %s '%s'; did you mean %s? (known: %s)"
            .formatted(noun, name, nearest(wanted), known));
  }

  /** The names that can be picked now. */
  List<String> availableLabels() {
    return values.stream().filter(available).map(label).toList();
  }

  private String nearest(String wanted) {
    String nearest = null;
    int distance = Integer.MAX_VALUE;
    for (T value : values) {
      int candidate = distance(wanted, label.apply(value));
      if (candidate < distance) {
        distance = candidate;
        nearest = label.apply(value);
      }
    }
    return nearest;
  }

  /** Single-character insertions, deletions, replacements and swaps of neighbours between both. */
  static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 ? j : i;
        if (i > 0 && j > 0) {
          boolean same = a.charAt(i - 1) == b.charAt(j - 1);
          edits[i][j] =
              Math.min(
                  edits[i - 1][j - 1] + (same ? 0 : 1),
                  1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
          boolean swapped =
              i > 1
                  && j > 1
                  && a.charAt(i - 1) == b.charAt(j - 2)
                  && a.charAt(i - 2) == b.charAt(j - 1);
          if (swapped) {
            edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
          }
        }
      }
    }
    return edits[a.length()][b.length()];
  }
}
