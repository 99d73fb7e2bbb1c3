package dev.heddle.report.litmus;

import dev.heddle.report.litmus.ExecutionFigure.Arrow;
import dev.heddle.report.litmus.ExecutionFigure.Event;
import java.util.List;

/** Figures for Graphviz: a graph each, threads as clusters. */
public final class FigureDot {
  private FigureDot() {}

  public static String of(List<ExecutionFigure> figures) {
    StringBuilder dot = new StringBuilder();
    for (int i = 0; i < figures.size(); i++) {
      append(dot, figures.get(i), i);
    }
    return dot.toString();
  }

  private static void append(StringBuilder dot, ExecutionFigure figure, int index) {
    dot.append("digraph execution").append(index).append(" {\n");
    dot.append("  label=").append(quoted(figure.title())).append("; labelloc=t;\n");
    dot.append("  node [shape=none, fontname=\"monospace\"];\n");
    for (int column = 0; column < figure.columns(); column++) {
      if (column > 0) {
        dot.append("  subgraph cluster").append(column - 1).append(" { label=\"P");
        dot.append(column - 1).append("\"; color=\"#d0d7de\";\n");
      }
      for (int i = 0; i < figure.events().size(); i++) {
        Event event = figure.events().get(i);
        if (event.column() == column) {
          dot.append("    e").append(i).append(" [label=");
          dot.append(quoted(event.name() + ": " + event.text())).append("];\n");
        }
      }
      if (column > 0) {
        dot.append("  }\n");
      }
    }
    for (Arrow arrow : figure.arrows()) {
      String color = FigureColors.of(arrow.relation());
      dot.append("  e").append(arrow.from()).append(" -> e").append(arrow.to());
      dot.append(" [label=").append(quoted(arrow.relation()));
      dot.append(", color=\"").append(color).append("\", fontcolor=\"").append(color).append('"');
      dot.append(arrow.relation().equals("po") ? "" : ", constraint=false").append("];\n");
    }
    dot.append("}\n");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
