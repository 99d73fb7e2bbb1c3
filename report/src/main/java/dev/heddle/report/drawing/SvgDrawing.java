package dev.heddle.report.drawing;

import dev.heddle.report.CheckResult;
import dev.heddle.report.document.Document;
import dev.heddle.report.document.XmlText;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;

/** Pictures that every browser shows: one for each violation, one below the other. */
public final class SvgDrawing implements Document {
  private static final String STYLE =
      """
      <style>
        svg { font: 12px ui-monospace, monospace; color: #1d2329; background: #ffffff }
        text { fill: currentColor }
        .title, .head { font-weight: bold }
        .faint { fill: #6a737d }
        .lane { stroke: #d0d7de; stroke-dasharray: 2 3 }
        .step { fill: #f6f8fa; stroke: #afb8c1 }
        .fails { fill: #ffebe9; stroke: #cf222e; stroke-width: 2 }
        .rf { stroke: #0969da; fill: none; stroke-width: 1.5 }
        .sync { stroke: #6a737d; fill: none; stroke-width: 1.2; stroke-dasharray: 4 3 }
        .tip-rf { fill: #0969da }
        .tip-sync { fill: #6a737d }
        .mo { stroke: #8a5a00; fill: none; stroke-width: 1.5 }
        .tip-mo { fill: #8a5a00 }
        .fr { stroke: #bc4c00; fill: none; stroke-width: 1.5 }
        .tip-fr { fill: #bc4c00 }
        @media (prefers-color-scheme: dark) {
          svg { color: #e6edf3; background: #0d1117 }
          .faint { fill: #8b949e }
          .lane { stroke: #30363d }
          .step { fill: #161b22; stroke: #484f58 }
          .fails { fill: #3c1618; stroke: #f85149 }
          .rf { stroke: #58a6ff }
          .tip-rf { fill: #58a6ff }
          .sync { stroke: #8b949e }
          .tip-sync { fill: #8b949e }
          .mo { stroke: #d29922 }
          .tip-mo { fill: #d29922 }
          .fr { stroke: #f0883e }
          .tip-fr { fill: #f0883e }
        }
      </style>
      """;

  @Override
  public String text(List<CheckResult> results) {
    List<ExecutionPicture> pictures = new ArrayList<>();
    int width = 240;
    int height = 0;
    for (Violation violation : Violations.of(results)) {
      ExecutionPicture picture = new ExecutionPicture(violation, height);
      pictures.add(picture);
      width = Math.max(width, picture.width());
      height += picture.height();
    }
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"").append(width);
    svg.append("\" height=\"").append(Math.max(40, height)).append("\" viewBox=\"0 0 ");
    svg.append(width).append(' ').append(Math.max(40, height)).append("\">\n");
    svg.append("<title>").append(XmlText.of(title(results))).append("</title>\n").append(STYLE);
    svg.append("<defs>\n");
    for (Arrow.Kind kind : Arrow.Kind.values()) {
      svg.append("<marker id=\"").append(kind.label()).append("\" viewBox=\"0 0 8 8\" refX=\"7\"");
      svg.append(" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"");
      svg.append("tip-").append(kind.label()).append("\" d=\"M0 0L8 4L0 8z\"/></marker>\n");
    }
    svg.append("</defs>\n");
    pictures.forEach(picture -> picture.appendTo(svg));
    if (pictures.isEmpty()) {
      svg.append("<text x=\"12\" y=\"24\">no violation</text>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private static String title(List<CheckResult> results) {
    List<String> titles = Violations.of(results).stream().map(Violations::title).toList();
    return titles.isEmpty() ? "no violation" : String.join("; ", titles);
  }
}
