package dev.heddle.report.litmus;

import dev.heddle.report.litmus.ExecutionFigure.Arrow;
import dev.heddle.report.litmus.ExecutionFigure.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A figure in letters: a column per thread, and the arrows as lists. */
final class FigureText {
  private FigureText() {}

  static List<String> of(ExecutionFigure figure) {
    List<String> lines = new ArrayList<>();
    lines.add("Execution " + figure.title());
    String[][] cells = new String[figure.rows() + 1][figure.columns()];
    for (int column = 1; column < figure.columns(); column++) {
      cells[0][column] = "P" + (column - 1);
    }
    for (Event event : figure.events()) {
      if (event.column() > 0) {
        cells[event.row() + 1][event.column()] = event.name() + ": " + event.text();
      }
    }
    int[] widths = new int[figure.columns()];
    for (String[] row : cells) {
      for (int column = 0; column < row.length; column++) {
        widths[column] = Math.max(widths[column], row[column] == null ? 0 : row[column].length());
      }
    }
    for (String[] row : cells) {
      StringBuilder line = new StringBuilder();
      for (int column = 1; column < row.length; column++) {
        String cell = row[column] == null ? "" : row[column];
        line.append("  ").append(cell).append(" ".repeat(widths[column] - cell.length()));
      }
      if (!line.toString().isBlank()) {
        lines.add(line.toString().stripTrailing());
      }
    }
    arrows(figure)
        .forEach((relation, pairs) -> lines.add("  " + relation + ": " + String.join(", ", pairs)));
    return lines;
  }

  /** By relation; program order is what the columns show. */
  private static Map<String, List<String>> arrows(ExecutionFigure figure) {
    Map<String, List<String>> arrows = new LinkedHashMap<>();
    for (Arrow arrow : figure.arrows()) {
      if (!arrow.relation().equals("po")) {
        String from = figure.events().get(arrow.from()).name();
        String to = figure.events().get(arrow.to()).name();
        arrows.computeIfAbsent(arrow.relation(), any -> new ArrayList<>()).add(from + "->" + to);
      }
    }
    return arrows;
  }
}
