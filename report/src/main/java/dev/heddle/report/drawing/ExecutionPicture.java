package dev.heddle.report.drawing;

import dev.heddle.program.Location;
import dev.heddle.report.StepText;
import dev.heddle.report.document.XmlText;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One execution as SVG: a column for each thread, a row for each step, and a curve for each arrow.
 * A curve bends to the side on which it meets no box if both ends are in the same column.
 */
final class ExecutionPicture {
  private static final int MARGIN = 12;
  private static final int ROW = 26;
  private static final int BOX = 20;
  private static final int TITLE = 28;
  private static final int HEAD = 24;
  private static final int NUMBERS = 44;
  private static final int GAP = 48;
  private static final int LINES = 72;

  /** Fonts differ; this is a little more than the usual width of a character. */
  private static final double CHARACTER = 7.4;

  private static final int LONGEST_CELL = 60;

  private record Box(int thread, String text, String line, boolean fails) {}

  private final Violation violation;
  private final int top;
  private final List<Box> boxes = new ArrayList<>();
  private final Map<Integer, Integer> left = new HashMap<>();
  private final Map<Integer, Integer> widths = new HashMap<>();
  private final int width;

  /**
   * @param top where the picture begins within the drawing
   */
  ExecutionPicture(Violation violation, int top) {
    this.violation = violation;
    this.top = top;
    for (Step step : violation.trace()) {
      addBox(step.thread(), StepText.of(step), step.location(), step.fails());
    }
    for (Violation.Wait wait : violation.waits()) {
      addBox(wait.thread(), StepText.of(wait), wait.location(), true);
    }
    int end = MARGIN + NUMBERS;
    for (int thread : Violations.threads(violation)) {
      int cell =
          boxes.stream()
              .filter(box -> box.thread == thread)
              .mapToInt(box -> pixels(box.text) + 12)
              .max()
              .orElse(0);
      left.put(thread, end);
      widths.put(thread, Math.max(cell, pixels(Violations.name(violation, thread))));
      end += widths.get(thread) + GAP;
    }
    width = Math.max(end + LINES, MARGIN + pixels(Violations.title(violation))) + MARGIN;
  }

  private void addBox(int thread, String text, Location location, boolean fails) {
    String cell = text.length() <= LONGEST_CELL ? text : text.substring(0, LONGEST_CELL) + "…";
    boxes.add(new Box(thread, cell, Violations.line(location), fails));
  }

  private static int pixels(String text) {
    return (int) Math.ceil(text.length() * CHARACTER);
  }

  int width() {
    return width;
  }

  int height() {
    return MARGIN + TITLE + HEAD + boxes.size() * ROW + MARGIN;
  }

  void appendTo(StringBuilder svg) {
    appendText(svg, MARGIN, top + MARGIN + 14, "title", Violations.title(violation));
    int head = top + MARGIN + TITLE + 14;
    for (int thread : Violations.threads(violation)) {
      int centre = left.get(thread) + widths.get(thread) / 2;
      appendText(svg, left.get(thread), head, "head", Violations.name(violation, thread));
      svg.append("<line class=\"lane\" x1=\"").append(centre).append("\" x2=\"").append(centre);
      svg.append("\" y1=\"").append(head + 8).append("\" y2=\"").append(top + height() - MARGIN);
      svg.append("\"/>\n");
    }
    // Arrows come first: where one passes a column in between, its boxes stay readable.
    for (Arrow arrow : Arrows.of(violation)) {
      append(svg, arrow);
    }
    for (int row = 0; row < boxes.size(); row++) {
      append(svg, row, boxes.get(row));
    }
  }

  private int middle(int row) {
    return top + MARGIN + TITLE + HEAD + row * ROW + ROW / 2;
  }

  private void append(StringBuilder svg, int row, Box box) {
    int y = middle(row);
    boolean isStep = row < violation.trace().size();
    appendText(svg, MARGIN, y + 4, "faint", isStep ? Integer.toString(row + 1) : "!");
    svg.append("<rect class=\"").append(box.fails ? "fails" : "step").append("\" rx=\"4\" x=\"");
    svg.append(left.get(box.thread)).append("\" y=\"").append(y - BOX / 2).append("\" width=\"");
    svg.append(widths.get(box.thread)).append("\" height=\"").append(BOX).append("\"/>\n");
    appendText(svg, left.get(box.thread) + 6, y + 4, "cell", box.text);
    if (!box.line.isEmpty()) {
      appendText(svg, width - LINES, y + 4, "faint", "line " + box.line);
    }
  }

  private void append(StringBuilder svg, Arrow arrow) {
    int from = boxes.get(arrow.from()).thread;
    int to = boxes.get(arrow.to()).thread;
    boolean rightwards = left.get(from) <= left.get(to);
    boolean entersLeft = left.get(from) < left.get(to);
    int x1 = left.get(from) + (rightwards ? widths.get(from) : 0);
    int x2 = left.get(to) + (entersLeft ? 0 : widths.get(to));
    int y1 = middle(arrow.from()) + 3;
    int y2 = middle(arrow.to()) - 3;
    int bend = Math.min(GAP - 10, 16 + (arrow.to() - arrow.from()));
    int control1 = x1 + (rightwards ? bend : -bend);
    int control2 = x2 + (entersLeft ? -bend : bend);
    svg.append("<path class=\"").append(arrow.kind().label()).append("\" marker-end=\"url(#");
    svg.append(arrow.kind().label()).append(")\" d=\"M").append(x1).append(' ').append(y1);
    svg.append(" C").append(control1).append(' ').append(y1).append(' ').append(control2);
    svg.append(' ').append(y2).append(' ').append(x2).append(' ').append(y2).append("\"/>\n");
  }

  private static void appendText(StringBuilder svg, int x, int y, String style, String text) {
    svg.append("<text class=\"").append(style).append("\" x=\"").append(x).append("\" y=\"");
    svg.append(y).append("\">").append(XmlText.of(text)).append("</text>\n");
  }
}
