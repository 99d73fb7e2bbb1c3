package dev.heddle.report.page;

import dev.heddle.report.Quantity;
import dev.heddle.report.document.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measurements as a page: for executions and for seconds a plot with a bar for each row and tool,
 * on a logarithmic axis, and below them all numbers as a table. There is no script in it.
 */
public final class BenchPage {
  private static final int LABEL = 190;
  private static final int PLOT = 560;
  private static final int BAR = 14;
  private static final int GAP = 8;
  private static final int TOP = 26;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1f2328; --ground: #fff; --line: #d0d7de }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
        color: var(--text); background: var(--ground) }
      svg { max-width: 100%; height: auto }
      svg text { font-size: 12px; fill: var(--text) }
      svg line { stroke: var(--line) }
      .t0 { fill: #0969da } .t1 { fill: #bc4c00 } .t2 { fill: #1a7f37 } .t3 { fill: #8250df }
      .scroller { overflow-x: auto }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums }
      th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right }
      td:first-child, th:first-child { text-align: left }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e6edf3; --ground: #0d1117; --line: #30363d }
        .t0 { fill: #58a6ff } .t1 { fill: #f0883e } .t2 { fill: #3fb950 } .t3 { fill: #bc8cff }
      }
      """;

  private final List<String> header;
  private final List<List<String>> rows;

  private BenchPage(List<List<String>> lines) {
    this.header = lines.get(0);
    this.rows = lines.subList(1, lines.size());
  }

  /**
   * A page about a sheet.
   *
   * @param lines the names of the columns, then the cells of each row; a plot shows the columns of
   *     one quantity, such as {@code seconds} and {@code genmc_seconds}
   */
  public static String of(List<List<String>> lines) {
    return new BenchPage(lines).page();
  }

  private String page() {
    StringBuilder html = new StringBuilder("<!doctype html>\n<html lang=\"en\">\n<head>\n");
    html.append(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"");
    html.append("default-src 'none'; style-src ").append(PageParts.hash(STYLE)).append("\">\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.append("<title>Heddle: measurements</title>\n<style>").append(STYLE);
    html.append("</style>\n</head>\n<body>\n<h1>Measurements</h1>\n");
    plot("Executions", "complete", html);
    plot("Seconds", "seconds", html);
    table(html);
    return html.append("</body>\n</html>\n").toString();
  }

  // ---- Plots --------------------------------------------------------------------------------

  private void plot(String title, String quantity, StringBuilder html) {
    List<Integer> columns = new ArrayList<>();
    for (int c = 0; c < header.size(); c++) {
      if (header.get(c).equals(quantity) || header.get(c).endsWith("_" + quantity)) {
        columns.add(c);
      }
    }
    Scale scale = scale(columns);
    if (scale == null) {
      return;
    }
    int rowHeight = columns.size() * BAR + GAP;
    int height = TOP + rows.size() * rowHeight;
    html.append("<h2>").append(title).append("</h2>\n");
    legend(columns, quantity, html);
    html.append("<svg viewBox=\"0 0 ").append(LABEL + PLOT + 90).append(' ').append(height);
    html.append("\" role=\"img\" aria-label=\"").append(title).append("\">\n");
    for (int power = scale.least; power <= scale.most; power++) {
      long x = Math.round(scale.place(Math.pow(10, power)));
      html.append("<line x1=\"").append(x).append("\" x2=\"").append(x).append("\" y1=\"");
      html.append(TOP - 6).append("\" y2=\"").append(height).append("\"/>\n");
      text(x, TOP - 10, "middle", powerOfTen(power), html);
    }
    for (int r = 0; r < rows.size(); r++) {
      int y = TOP + r * rowHeight;
      text(LABEL - 8, y + BAR - 3, "end", name(rows.get(r)), html);
      for (int i = 0; i < columns.size(); i++) {
        bar(rows.get(r).get(columns.get(i)), i, y + i * BAR, scale, html);
      }
    }
    html.append("</svg>\n");
  }

  private void legend(List<Integer> columns, String quantity, StringBuilder html) {
    if (columns.size() == 1) {
      return;
    }
    html.append("<p>");
    for (int i = 0; i < columns.size(); i++) {
      String tool =
          header.get(columns.get(i)).replace("_" + quantity, "").replace(quantity, "heddle");
      html.append("<svg width=\"12\" height=\"12\"><rect class=\"t").append(i % 4);
      html.append("\" width=\"12\" height=\"12\"/></svg> ").append(XmlText.of(tool)).append("  ");
    }
    html.append("</p>\n");
  }

  private static void bar(String cell, int tool, int y, Scale scale, StringBuilder html) {
    OptionalDouble value = number(cell);
    if (value.isEmpty()) {
      return;
    }
    long width =
        value.getAsDouble() <= 0 ? 0 : Math.round(scale.place(value.getAsDouble())) - LABEL;
    html.append("<rect class=\"t").append(tool % 4).append("\" x=\"").append(LABEL);
    html.append("\" y=\"").append(y).append("\" width=\"").append(Math.max(1, width));
    html.append("\" height=\"").append(BAR - 2).append("\"/>\n");
    text(LABEL + Math.max(1, width) + 4, y + BAR - 4, "start", cell, html);
  }

  private static void text(long x, int y, String anchor, String text, StringBuilder html) {
    html.append("<text x=\"").append(x).append("\" y=\"").append(y).append("\" text-anchor=\"");
    html.append(anchor).append("\">").append(XmlText.of(text)).append("</text>\n");
  }

  /** Such as {@code 0.01} or {@code 1,000}. */
  private static String powerOfTen(int power) {
    return power < 0
        ? "0." + "0".repeat(-power - 1) + "1"
        : Quantity.grouped(Math.round(Math.pow(10, power)));
  }

  /** From one power of ten to another. */
  private record Scale(int least, int most) {
    double place(double value) {
      double share = (Math.log10(value) - least) / Math.max(1, most - least);
      return LABEL + Math.max(0, share) * PLOT;
    }
  }

  /** Null if there is nothing to plot. */
  private Scale scale(List<Integer> columns) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (List<String> row : rows) {
      for (int column : columns) {
        double value = number(row.get(column)).orElse(0);
        if (value > 0) {
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
    }
    return most == 0
        ? null
        : new Scale((int) Math.floor(Math.log10(least)), (int) Math.ceil(Math.log10(most)));
  }

  private static OptionalDouble number(String cell) {
    return cell.matches("\\d+(\\.\\d+)?")
        ? OptionalDouble.of(Double.parseDouble(cell))
        : OptionalDouble.empty();
  }

  /** Such as {@code readers 13 rf}: what stands in front of the first number that was measured. */
  private String name(List<String> row) {
    int end = Math.max(1, header.indexOf("complete"));
    return String.join(" ", row.subList(0, Math.min(end, row.size())));
  }

  // ---- Numbers ------------------------------------------------------------------------------

  private void table(StringBuilder html) {
    html.append("<h2>All numbers</h2>\n<div class=\"scroller\">\n<table>\n<tr>");
    header.forEach(name -> html.append("<th>").append(XmlText.of(name)).append("</th>"));
    html.append("</tr>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      row.forEach(cell -> html.append("<td>").append(XmlText.of(cell)).append("</td>"));
      html.append("</tr>\n");
    }
    html.append("</table>\n</div>\n");
  }
}
