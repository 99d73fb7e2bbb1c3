package dev.heddle.report.litmus;

import dev.heddle.report.document.XmlText;
import dev.heddle.report.litmus.ExecutionFigure.Arrow;
import dev.heddle.report.litmus.ExecutionFigure.Event;
import java.util.List;

/** Figures for every browser, one below the other: a column per thread, arrows with their names. */
public final class FigureSvg {
  private static final int COLUMN = 210;
  private static final int ROW = 64;
  private static final int BOX = 150;
  private static final int HALF = 12;
  private static final int TOP = 56;

  private final StringBuilder svg = new StringBuilder();

  private FigureSvg() {}

  public static String of(List<ExecutionFigure> figures) {
    return new FigureSvg().draw(figures);
  }

  private String draw(List<ExecutionFigure> figures) {
    int width = 240;
    int height = 40;
    for (ExecutionFigure figure : figures) {
      width = Math.max(width, figure.columns() * COLUMN + 20);
      height += height(figure);
    }
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"").append(width);
    svg.append("\" height=\"").append(height).append("\" viewBox=\"0 0 ").append(width);
    svg.append(' ').append(height).append("\" font-family=\"monospace\" font-size=\"12\">\n");
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    if (figures.isEmpty()) {
      svg.append("<text x=\"12\" y=\"24\">no execution to show</text>\n");
    }
    int top = 0;
    for (ExecutionFigure figure : figures) {
      append(figure, top);
      top += height(figure);
    }
    return svg.append("</svg>\n").toString();
  }

  private static int height(ExecutionFigure figure) {
    return TOP + figure.rows() * ROW;
  }

  private static int x(Event event) {
    return 10 + event.column() * COLUMN + COLUMN / 2;
  }

  private static int y(Event event, int top) {
    return top + TOP + event.row() * ROW + ROW / 2;
  }

  private void append(ExecutionFigure figure, int top) {
    text(12, top + 20, "start", "#24292f", figure.title());
    for (int column = 1; column < figure.columns(); column++) {
      text(10 + column * COLUMN + COLUMN / 2, top + 44, "middle", "#57606a", "P" + (column - 1));
    }
    for (int i = 0; i < figure.arrows().size(); i++) {
      arrow(figure, figure.arrows().get(i), top);
    }
    for (Event event : figure.events()) {
      int x = x(event);
      int y = y(event, top);
      svg.append("<rect x=\"").append(x - BOX / 2).append("\" y=\"").append(y - HALF);
      svg.append("\" width=\"").append(BOX).append("\" height=\"").append(2 * HALF);
      svg.append("\" rx=\"3\" fill=\"#f6f8fa\" stroke=\"#afb8c1\"/>\n");
      text(x, y + 4, "middle", "#24292f", label(event));
    }
  }

  private static String label(Event event) {
    return event.column() == 0 ? event.text() : event.name() + ": " + event.text();
  }

  private void text(int x, int y, String anchor, String color, String text) {
    svg.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\" text-anchor=\"");
    svg.append(anchor).append("\" fill=\"").append(color).append("\">");
    svg.append(XmlText.of(text)).append("</text>\n");
  }

  /**
   * Between columns a line; within one, a bow to the side, wider for each relation so that arrows
   * between the same events stay apart.
   */
  private void arrow(ExecutionFigure figure, Arrow arrow, int top) {
    Event from = figure.events().get(arrow.from());
    Event to = figure.events().get(arrow.to());
    String color = FigureColors.of(arrow.relation());
    int down = to.row() > from.row() ? 1 : -1;
    int before = before(figure, arrow);
    int x1 = x(from);
    int y1 = y(from, top);
    int x2 = x(to);
    int y2 = y(to, top);
    int bend = 0;
    if (from.column() == to.column()) {
      y1 += down * HALF;
      y2 -= down * HALF;
      bend = before == 0 && down > 0 && to.row() == from.row() + 1 ? 0 : 30 + 28 * before;
    } else {
      int right = to.column() > from.column() ? 1 : -1;
      x1 += right * BOX / 2;
      x2 -= right * BOX / 2;
      y1 += 4 * before;
      y2 += 4 * before;
    }
    int mx = (x1 + x2) / 2 + bend;
    int my = (y1 + y2) / 2;
    svg.append("<path d=\"M").append(x1).append(' ').append(y1).append('Q').append(mx + bend);
    svg.append(' ').append(my).append(' ').append(x2).append(' ').append(y2);
    svg.append("\" fill=\"none\" stroke=\"").append(color).append("\"/>\n");
    tip(mx + bend, my, x2, y2, color);
    text(
        mx + 4,
        my - 3 - 11 * (from.column() == to.column() ? 0 : before),
        "start",
        color,
        arrow.relation());
  }

  /** How many arrows between the same two events come before this one. */
  private static int before(ExecutionFigure figure, Arrow arrow) {
    int count = 0;
    for (Arrow other : figure.arrows()) {
      if (other.equals(arrow)) {
        return count;
      }
      boolean same = other.from() == arrow.from() && other.to() == arrow.to();
      boolean back = other.from() == arrow.to() && other.to() == arrow.from();
      count += same || back ? 1 : 0;
    }
    return count;
  }

  private void tip(int fromX, int fromY, int x, int y, String color) {
    double angle = Math.atan2(y - fromY, x - fromX);
    svg.append("<path d=\"M").append(x).append(' ').append(y);
    for (double side : new double[] {0.4, -0.4}) {
      svg.append('L').append(Math.round(x - 9 * Math.cos(angle + side))).append(' ');
      svg.append(Math.round(y - 9 * Math.sin(angle + side)));
    }
    svg.append("z\" fill=\"").append(color).append("\"/>\n");
  }
}
