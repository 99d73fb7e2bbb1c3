package dev.heddle.report.litmus;

import dev.heddle.report.document.XmlText;
import dev.heddle.report.litmus.ExecutionFigure.Arrow;
import dev.heddle.report.litmus.ExecutionFigure.Event;
import dev.heddle.report.litmus.FigurePlaces.Box;
import dev.heddle.report.litmus.FigurePlaces.Curve;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    FigurePlaces places = new FigurePlaces();
    text(12, top + 20, "start", "#24292f", figure.title());
    for (int column = 1; column < figure.columns(); column++) {
      int x = 10 + column * COLUMN + COLUMN / 2;
      text(x, top + 44, "middle", "#57606a", "P" + (column - 1));
      places.addName(new Box(x - 16, top + 32, 32, 16));
    }
    for (Event event : figure.events()) {
      places.addEvent(new Box(x(event) - BOX / 2, y(event, top) - HALF, BOX, 2 * HALF));
    }
    Map<Arrow, Curve> curves = new LinkedHashMap<>();
    for (Arrow arrow : figure.arrows()) {
      Curve curve = curve(figure, arrow, top, places);
      curves.put(arrow, curve);
      draw(curve, FigureColors.of(arrow.relation()));
    }
    for (Event event : figure.events()) {
      int x = x(event);
      int y = y(event, top);
      svg.append("<rect x=\"").append(x - BOX / 2).append("\" y=\"").append(y - HALF);
      svg.append("\" width=\"").append(BOX).append("\" height=\"").append(2 * HALF);
      svg.append("\" rx=\"3\" fill=\"#f6f8fa\" stroke=\"#afb8c1\"/>\n");
      text(x, y + 4, "middle", "#24292f", label(event));
    }
    curves.forEach((arrow, curve) -> name(places.name(curve, arrow.relation()), arrow.relation()));
  }

  private static String label(Event event) {
    return event.column() == 0 ? event.text() : event.name() + ": " + event.text();
  }

  private void text(int x, int y, String anchor, String color, String text) {
    svg.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\" text-anchor=\"");
    svg.append(anchor).append("\" fill=\"").append(color).append("\">");
    svg.append(XmlText.of(text)).append("</text>\n");
  }

  /** The name of an arrow; a white rim keeps lines out of it. */
  private void name(Box place, String relation) {
    svg.append("<text x=\"").append(Math.round(place.left())).append("\" y=\"");
    svg.append(Math.round(place.top() + 10)).append("\" fill=\"");
    svg.append(FigureColors.of(relation)).append("\" stroke=\"#ffffff\" stroke-width=\"3\"");
    svg.append(" paint-order=\"stroke\">").append(XmlText.of(relation)).append("</text>\n");
  }

  /**
   * Between columns a line, around what stands in between; within one, a bow to the side, wider for
   * each relation so that arrows between the same events stay apart.
   */
  private static Curve curve(ExecutionFigure figure, Arrow arrow, int top, FigurePlaces places) {
    Event from = figure.events().get(arrow.from());
    Event to = figure.events().get(arrow.to());
    int down = to.row() > from.row() ? 1 : -1;
    int before = before(figure, arrow);
    int x1 = x(from);
    int y1 = y(from, top);
    int x2 = x(to);
    int y2 = y(to, top);
    if (from.column() == to.column()) {
      y1 += down * HALF;
      y2 -= down * HALF;
      int bend = before == 0 && down > 0 && to.row() == from.row() + 1 ? 0 : 30 + 28 * before;
      return new Curve(x1, y1, x1 + 2.0 * bend, (y1 + y2) / 2.0, x2, y2);
    }
    int right = to.column() > from.column() ? 1 : -1;
    x1 += right * BOX / 2;
    x2 -= right * BOX / 2;
    y1 += 4 * before;
    y2 += 4 * before;
    return places.around(new Curve(x1, y1, (x1 + x2) / 2.0, (y1 + y2) / 2.0, x2, y2));
  }

  private void draw(Curve curve, String color) {
    svg.append("<path d=\"M").append(Math.round(curve.x1())).append(' ');
    svg.append(Math.round(curve.y1())).append('Q').append(Math.round(curve.cx())).append(' ');
    svg.append(Math.round(curve.cy())).append(' ').append(Math.round(curve.x2())).append(' ');
    svg.append(Math.round(curve.y2()));
    svg.append("\" fill=\"none\" stroke=\"").append(color).append("\"/>\n");
    tip(curve, color);
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

  private void tip(Curve curve, String color) {
    double x = curve.x2();
    double y = curve.y2();
    double angle = Math.atan2(y - curve.cy(), x - curve.cx());
    svg.append("<path d=\"M").append(Math.round(x)).append(' ').append(Math.round(y));
    for (double side : new double[] {0.4, -0.4}) {
      svg.append('L').append(Math.round(x - 9 * Math.cos(angle + side))).append(' ');
      svg.append(Math.round(y - 9 * Math.sin(angle + side)));
    }
    svg.append("z\" fill=\"").append(color).append("\"/>\n");
  }
}
