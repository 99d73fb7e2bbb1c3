package dev.heddle.cli;

import dev.heddle.report.litmus.ExecutionFigure;
import dev.heddle.report.litmus.FigureDot;
import dev.heddle.report.litmus.FigureSvg;
import dev.heddle.report.litmus.LitmusReport;
import dev.heddle.report.litmus.LitmusResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Collects the executions that a run shows, and writes the files that take them at its end. */
final class FigureFiles implements LitmusReport {
  private final String dot;
  private final String svg;
  private final List<ExecutionFigure> figures = new ArrayList<>();

  /**
   * @param dot a file or null
   * @param svg a file or null
   */
  FigureFiles(String dot, String svg) {
    this.dot = dot;
    this.svg = svg;
  }

  @Override
  public void add(LitmusResult result) {
    figures.addAll(result.figures());
  }

  void write() throws OutputFile.UnwritableException {
    if (dot != null) {
      write(dot, FigureDot.of(figures));
    }
    if (svg != null) {
      write(svg, FigureSvg.of(figures));
    }
  }

  private static void write(String name, String text) throws OutputFile.UnwritableException {
    try {
      OutputFile.write(name, text);
    } catch (IOException e) {
      throw new OutputFile.UnwritableException(name, OutputFile.reason(e));
    }
  }
}
