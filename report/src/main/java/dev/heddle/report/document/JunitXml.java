package dev.heddle.report.document;

import dev.heddle.report.CheckResult;
import dev.heddle.report.Conclusion;
import dev.heddle.report.ConsoleReport;
import dev.heddle.report.Ink;
import dev.heddle.report.Quantity;
import dev.heddle.report.ViolationText;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * The XML that build servers know from JUnit: one test case per input. A violation is a failure.
 * What could not be checked, or not to the end, is an error: a run that knows nothing must not read
 * like one that passed.
 */
public final class JunitXml implements Document {
  private static final ConsoleReport.Style STYLE =
      new ConsoleReport.Style(ConsoleReport.Detail.USUAL, Ink.PLAIN, 120);

  private enum Kind {
    PASSED,
    FAILURE,
    ERROR
  }

  @Override
  public String text(List<CheckResult> results) {
    String counts =
        attribute("tests", results.size())
            + attribute("failures", count(results, Kind.FAILURE))
            + attribute("errors", count(results, Kind.ERROR))
            + attribute("skipped", 0)
            + attribute("time", seconds(results.stream().mapToLong(r -> r.cost().total()).sum()));
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<testsuites").append(counts).append(">\n");
    xml.append("  <testsuite").append(attribute("name", "heddle")).append(counts).append(">\n");
    results.forEach(result -> append(xml, result));
    return xml.append("  </testsuite>\n</testsuites>\n").toString();
  }

  private static long count(List<CheckResult> results, Kind kind) {
    return results.stream().filter(result -> kind(result.conclusion()) == kind).count();
  }

  private static Kind kind(Conclusion conclusion) {
    if (!(conclusion instanceof Conclusion.Explored explored)) {
      return Kind.ERROR;
    }
    return switch (explored.outcome().verdict()) {
      case SAFE, BOUNDED, TESTED -> Kind.PASSED;
      case VIOLATION -> Kind.FAILURE;
      case INCONCLUSIVE -> Kind.ERROR;
    };
  }

  private static void append(StringBuilder xml, CheckResult result) {
    xml.append("    <testcase");
    xml.append(attribute("classname", "heddle." + result.model()));
    xml.append(attribute("name", result.file()));
    xml.append(attribute("time", seconds(result.cost().total()))).append(">\n");
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      append(xml, explored.outcome());
    } else if (result.conclusion() instanceof Conclusion.Crashed crashed) {
      appendProblem(
          xml, "error", "internal-error", result.conclusion().reason(), crashed.details());
    } else {
      String reason = result.conclusion().reason();
      appendProblem(xml, "error", "error", reason.lines().findFirst().orElse(""), reason);
    }
    xml.append("    </testcase>\n");
  }

  private static void append(StringBuilder xml, Outcome outcome) {
    for (Violation violation : outcome.violations()) {
      String message = violation.kind().label() + ": " + violation.message();
      String place = violation.location().isKnown() ? violation.location() + ": " : "";
      appendProblem(
          xml,
          "failure",
          violation.kind().label(),
          place + message,
          String.join("\n", ViolationText.of(violation, STYLE)));
    }
    if (outcome.verdict() == Verdict.INCONCLUSIVE) {
      String reason = "inconclusive: " + outcome.reason();
      appendProblem(xml, "error", "inconclusive", reason, summary(outcome));
    }
    StringBuilder out = new StringBuilder(summary(outcome)).append('\n');
    outcome.warnings().forEach(warning -> out.append("warning: ").append(warning).append('\n'));
    xml.append("      <system-out>").append(XmlText.of(out.toString())).append("</system-out>\n");
  }

  /** Such as {@code bounded: 274 executions (+60 blocked); loops were cut}. */
  private static String summary(Outcome outcome) {
    String text = outcome.verdict().label().toLowerCase(Locale.ROOT);
    text += ": " + Quantity.of(outcome.complete(), "execution");
    text += outcome.blocked() > 0 ? " (+" + outcome.blocked() + " blocked)" : "";
    return outcome.reason() == null ? text : text + "; " + outcome.reason();
  }

  private static void appendProblem(
      StringBuilder xml, String element, String type, String message, String body) {
    xml.append("      <").append(element);
    xml.append(attribute("type", type)).append(attribute("message", message)).append('>');
    xml.append(XmlText.of(body)).append("</").append(element).append(">\n");
  }

  private static String attribute(String name, Object value) {
    return " " + name + "=\"" + XmlText.of(value.toString()) + "\"";
  }

  private static String seconds(long nanoseconds) {
    return BigDecimal.valueOf(nanoseconds / 1_000_000, 3).toPlainString();
  }
}
