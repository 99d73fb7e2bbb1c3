package dev.heddle.report.litmus;

/** The colours of relations, as those who know herd's pictures expect them. */
final class FigureColors {
  private FigureColors() {}

  static String of(String relation) {
    return switch (relation) {
      case "po" -> "#24292f";
      case "rf" -> "#cf222e";
      case "co" -> "#0550ae";
      case "fr" -> "#e06c00";
      case "addr", "data", "ctrl" -> "#8250df";
      case "rmw" -> "#57606a";
      default -> "#1a7f37";
    };
  }
}
