package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;

/** Arguments in one text, as a shell reads them: with quotation marks and backslashes. */
final class ArgumentText {
  private ArgumentText() {}

  /** The arguments, or null if a quotation mark is not closed. */
  static List<String> split(String text) {
    List<String> arguments = new ArrayList<>();
    StringBuilder current = null;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (current != null) {
          arguments.add(current.toString());
          current = null;
        }
        continue;
      }
      if (current == null) {
        current = new StringBuilder();
      }
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        current.append(text.charAt(++i));
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else {
        current.append(c);
      }
    }
    if (current != null) {
      arguments.add(current.toString());
    }
    return quote == 0 ? arguments : null;
  }
}
