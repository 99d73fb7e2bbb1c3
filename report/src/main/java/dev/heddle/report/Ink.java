package dev.heddle.report;

import dev.heddle.verdict.Verdict;

/** Colours of a terminal; leaves text as it is when there are none. */
public enum Ink {
  PLAIN(false),
  COLOURED(true);

  private static final String RESET = "\033[0m";

  private final boolean coloured;

  Ink(boolean coloured) {
    this.coloured = coloured;
  }

  String verdict(Conclusion conclusion) {
    return conclusion instanceof Conclusion.Explored explored
        ? paint(colourOf(explored.outcome().verdict()), conclusion.label())
        : alarm(conclusion.label());
  }

  String alarm(String text) {
    return paint("\033[1;31m", text);
  }

  String strong(String text) {
    return paint("\033[1m", text);
  }

  String faint(String text) {
    return paint("\033[2m", text);
  }

  private static String colourOf(Verdict verdict) {
    return switch (verdict) {
      case SAFE -> "\033[1;32m";
      case BOUNDED -> "\033[32m";
      case TESTED -> "\033[36m";
      case VIOLATION -> "\033[1;31m";
      case INCONCLUSIVE -> "\033[33m";
    };
  }

  private String paint(String colour, String text) {
    return coloured && !text.isEmpty() ? colour + text + RESET : text;
  }
}
