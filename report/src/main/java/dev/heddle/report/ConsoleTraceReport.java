package dev.heddle.report;

import dev.heddle.graph.ExecutionGraph;
import dev.heddle.model.Consistency.Inconsistent;
import dev.heddle.model.ExplanationText;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Results of recorded executions for people: a verdict line, and why an inconsistent one is. Why a
 * trace could not be checked goes to the error stream.
 */
public final class ConsoleTraceReport implements TraceReport {
  private static final String INDENT = "  ";

  /** Verdicts are padded to this width, so that names of files stand below each other. */
  private static final int LONGEST_VERDICT = "inconsistent".length();

  private final PrintStream out;
  private final PrintStream errors;
  private final boolean quiet;

  /**
   * @param quiet verdict lines and errors only
   */
  public ConsoleTraceReport(PrintStream out, PrintStream errors, boolean quiet) {
    this.out = out;
    this.errors = errors;
    this.quiet = quiet;
  }

  @Override
  public void add(TraceResult result) {
    out.println(verdictLine(result));
    TraceConclusion conclusion = result.conclusion();
    if (conclusion instanceof TraceConclusion.Decided decided
        && decided.consistency() instanceof Inconsistent no
        && !quiet) {
      ExplanationText.of(decided.graph(), no.explanation())
          .forEach(line -> out.println(INDENT + PlainText.line(line)));
    } else if (conclusion instanceof TraceConclusion.Failed failed) {
      if (failed.failure() instanceof Conclusion.Crashed crashed) {
        DefectNotice.print(errors, "while checking " + result.file(), crashed, true);
      } else {
        errors.println("heddle: " + PlainText.lines(conclusion.reason()));
      }
    }
    out.flush();
    errors.flush();
  }

  /** Such as {@code consistent trace.txt 274 events RC20 0.31 s}, with wider gaps. */
  private static String verdictLine(TraceResult result) {
    TraceConclusion conclusion = result.conclusion();
    StringBuilder line = new StringBuilder(conclusion.label());
    line.append(" ".repeat(Math.max(0, LONGEST_VERDICT - line.length())));
    line.append(INDENT).append(PlainText.line(result.file()));
    if (conclusion instanceof TraceConclusion.Decided decided) {
      ExecutionGraph graph = decided.graph();
      line.append(INDENT).append(Quantity.of(graph.events(), "event"));
      line.append(INDENT).append(result.model().toUpperCase(Locale.ROOT));
      line.append(INDENT).append(Quantity.seconds(result.cost().total()));
    } else if (conclusion instanceof TraceConclusion.Inconclusive inconclusive) {
      line.append(INDENT).append(inconclusive.reason());
    }
    return line.toString();
  }
}
