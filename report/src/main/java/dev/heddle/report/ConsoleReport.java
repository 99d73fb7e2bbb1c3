package dev.heddle.report;

import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Sampling;
import dev.heddle.verdict.Violation;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results for people: one verdict line per input that says what was proved, and for a violation the
 * interleaving that leads to it. Why an input could not be checked goes to the error stream.
 */
public final class ConsoleReport implements Report {
  /** How much to tell. */
  public enum Detail {
    /** Verdict lines and errors. */
    VERDICTS,
    /** Also the first words about each violation, its interleaving, warnings, and a summary. */
    USUAL,
    /** Also where the time went, whole traces, and where an internal error happened. */
    EVERYTHING
  }

  /**
   * How the report looks.
   *
   * @param width characters in a line of an interleaving
   */
  public record Style(Detail detail, Ink ink, int width) {}

  private static final String INDENT = "  ";

  private final PrintStream out;
  private final PrintStream errors;
  private final Style style;
  private final SourceText source = new SourceText();
  private final Map<String, Integer> inputsOfVerdict = new LinkedHashMap<>();

  public ConsoleReport(PrintStream out, PrintStream errors, Style style) {
    this.out = out;
    this.errors = errors;
    this.style = style;
  }

  @Override
  public void add(CheckResult result) {
    inputsOfVerdict.merge(result.conclusion().label(), 1, Integer::sum);
    out.println(verdictLine(result));
    if (style.detail == Detail.EVERYTHING) {
      out.println(INDENT + style.ink.faint(costLine(result)));
      if (result.conclusion() instanceof Conclusion.Explored explored) {
        explored
            .outcome()
            .details()
            .forEach((name, value) -> out.println(INDENT + style.ink.faint(name + ": " + value)));
      }
      for (LoopFinding loop : result.loops()) {
        out.println(INDENT + style.ink.faint(PlainText.line(loopLine(loop))));
      }
    }
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      if (style.detail != Detail.VERDICTS) {
        print(explored.outcome());
        for (String assumption : result.assumptions()) {
          out.println(INDENT + "assumed: " + PlainText.line(assumption));
        }
      }
    } else if (result.conclusion() instanceof Conclusion.Uncheckable uncheckable) {
      errors.println("heddle: " + PlainText.lines(uncheckable.message(), result.file()));
    } else if (result.conclusion() instanceof Conclusion.Crashed crashed) {
      DefectNotice.print(
          errors, "while checking " + result.file(), crashed, style.detail == Detail.EVERYTHING);
    }
    out.flush();
    errors.flush();
  }

  @Override
  public void addUnchecked(List<CheckResult> results) {
    if (results.isEmpty()) {
      return;
    }
    results.forEach(result -> inputsOfVerdict.merge(result.conclusion().label(), 1, Integer::sum));
    errors.println("heddle: " + Quantity.of(results.size(), "input") + " not looked at");
    errors.flush();
  }

  @Override
  public void finish() {
    int inputs = inputsOfVerdict.values().stream().mapToInt(n -> n).sum();
    if (inputs > 1 && style.detail != Detail.VERDICTS) {
      StringBuilder summary = new StringBuilder(Quantity.of(inputs, "input"));
      String separator = ": ";
      for (Map.Entry<String, Integer> entry : inputsOfVerdict.entrySet()) {
        summary.append(separator).append(entry.getValue()).append(' ').append(entry.getKey());
        separator = ", ";
      }
      out.println(summary);
      out.flush();
    }
  }

  /** Such as {@code safe stack.c 274 executions (+60 blocked) SC 0.31 s}, with wider gaps. */
  private String verdictLine(CheckResult result) {
    StringBuilder line = new StringBuilder(style.ink.verdict(result.conclusion()));
    line.append(INDENT).append(PlainText.line(result.file()));
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      Outcome outcome = explored.outcome();
      line.append(INDENT).append(counts(outcome));
      line.append(INDENT).append(result.modelTitle());
      line.append(outcome.isSequential() ? " (SC suffices)" : "");
      line.append(INDENT).append(Quantity.seconds(result.cost().total()));
      String why = why(outcome, result.file());
      line.append(why.isEmpty() ? "" : INDENT).append(PlainText.line(why));
    }
    return line.toString();
  }

  private static String counts(Outcome outcome) {
    if (outcome.sampling() != null) {
      return SamplingText.counts(outcome);
    }
    if (!countsExecutions(outcome)) {
      return "all inputs";
    }
    String blocked = outcome.blocked() > 0 ? " (+" + outcome.blocked() + " blocked)" : "";
    return Quantity.of(outcome.complete(), "execution") + blocked;
  }

  private static boolean countsExecutions(Outcome outcome) {
    return outcome.details().isEmpty() || outcome.executions() > 0;
  }

  /** What bounded or ended the exploration, or what is wrong and where. */
  private static String why(Outcome outcome, String file) {
    if (outcome.reason() != null) {
      return outcome.reason();
    }
    if (outcome.violations().isEmpty()) {
      return "";
    }
    Violation first = outcome.violations().get(0);
    String place =
        !first.location().isKnown()
            ? ""
            : first.location().file().equals(file)
                ? " at line " + first.location().line()
                : " at " + first.location();
    int others = outcome.violations().size() - 1;
    return first.kind().label() + place + (others == 0 ? "" : " and " + others + " more");
  }

  private static String costLine(CheckResult result) {
    Cost cost = result.cost();
    String line = "algorithm " + result.algorithm();
    line += ", front end " + Quantity.seconds(cost.frontend());
    line += ", exploration " + Quantity.seconds(cost.exploration());
    if (result.conclusion() instanceof Conclusion.Explored explored
        && countsExecutions(explored.outcome())) {
      long rate = Quantity.rate(explored.outcome().executions(), cost.exploration());
      line += " (" + Quantity.grouped(rate) + " executions/s)";
    }
    line += ", peak memory " + cost.peakMemoryMiB() + " MiB";
    long file = cost.temporaryFileMiB();
    return file > 0 ? line + ", temporary file " + Quantity.grouped(file) + " MiB" : line;
  }

  private static String loopLine(LoopFinding loop) {
    String what =
        switch (loop.kind()) {
          case PURE -> "an iteration does nothing if ";
          case IMPURE -> "iterations are never left out: ";
          case BOUNDED -> "it tries once in place of several times: ";
          case AWAIT -> "the thread waits there until ";
        };
    return "loop at " + loop.location() + ": " + what + loop.text();
  }

  private void print(Outcome outcome) {
    Sampling sampling = outcome.sampling();
    for (int i = 0; i < outcome.violations().size(); i++) {
      print(outcome.violations().get(i));
      if (sampling != null) {
        out.println(INDENT + SamplingText.occurrence(sampling, i));
      }
    }
    if (sampling != null) {
      out.println(INDENT + SamplingText.coverage(sampling));
    }
    for (String warning : outcome.warnings()) {
      out.println(INDENT + "warning: " + PlainText.line(warning));
    }
  }

  private void print(Violation violation) {
    boolean whole = style.detail == Detail.EVERYTHING;
    new ViolationText(violation, source, style, whole)
        .lines()
        .forEach(line -> out.println(line.isEmpty() ? "" : INDENT + line));
    out.println();
  }
}
