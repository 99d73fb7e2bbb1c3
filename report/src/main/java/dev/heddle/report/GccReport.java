package dev.heddle.report;

import dev.heddle.program.Location;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Step;
import java.io.PrintStream;
import java.util.List;

/**
 * Results as compilers print theirs: {@code file:line:column: error: …}, which editors jump to. The
 * steps of a violation follow it as notes.
 */
public final class GccReport implements Report {
  private final PrintStream out;
  private final boolean steps;

  /**
   * @param steps whether to tell what leads to a violation
   */
  public GccReport(PrintStream out, boolean steps) {
    this.out = out;
    this.steps = steps;
  }

  @Override
  public void add(CheckResult result) {
    if (result.conclusion() instanceof Conclusion.Explored explored) {
      print(result, explored.outcome());
    } else {
      // A message of the compiler has its own lines of this form behind the first one.
      String reason = result.conclusion().reason();
      String prefix = result.file() + ": ";
      String told = reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason;
      out.println(PlainText.line(result.file()) + ": error: " + told);
    }
    out.flush();
  }

  @Override
  public void addUnchecked(List<CheckResult> results) {
    results.forEach(this::add);
  }

  @Override
  public void finish() {
    out.flush();
  }

  private void print(CheckResult result, Outcome outcome) {
    for (Violation violation : outcome.violations()) {
      print(result.file(), violation);
    }
    Location whole = new Location(result.file(), 0, 0);
    for (String warning : outcome.warnings()) {
      // A warning begins with its own place.
      String[] parts = warning.split(": ", 2);
      boolean isPlaced = parts.length == 2 && parts[0].matches(".*:[0-9]+");
      out.println(
          isPlaced
              ? PlainText.line(parts[0] + ": warning: " + parts[1])
              : line(whole, "warning", warning));
    }
    switch (outcome.verdict()) {
      case INCONCLUSIVE -> out.println(line(whole, "error", "inconclusive: " + outcome.reason()));
      case SAFE, BOUNDED, TESTED -> {
        if (steps) {
          String text = outcome.verdict().label() + ": " + counts(outcome) + " under ";
          text += result.modelTitle();
          text += outcome.reason() == null ? "" : "; " + outcome.reason();
          out.println(line(whole, "note", text));
        }
      }
      case VIOLATION -> {
        // Told above.
      }
    }
  }

  private static String counts(Outcome outcome) {
    String blocked = outcome.blocked() == 0 ? "" : " (+" + outcome.blocked() + " blocked)";
    return Quantity.of(outcome.complete(), "execution") + blocked;
  }

  private void print(String file, Violation violation) {
    String label = violation.kind().label();
    Location place =
        violation.location().isKnown() ? violation.location() : new Location(file, 0, 0);
    out.println(line(place, "error", label + ": " + violation.message() + " [" + label + "]"));
    if (!steps) {
      return;
    }
    List<Step> trace = violation.trace();
    for (int i = 0; i < trace.size(); i++) {
      Step step = trace.get(i);
      if (step.distance() >= 0 || step.fails()) {
        String text = "#" + (i + 1) + " " + StepText.thread(step.thread()) + ": ";
        out.println(line(step.location(), "note", text + StepText.of(step)));
      }
    }
    for (Violation.Wait wait : violation.waits()) {
      String text = StepText.thread(wait.thread()) + " " + StepText.of(wait);
      out.println(line(wait.location(), "note", text));
    }
  }

  private static String line(Location location, String severity, String text) {
    String place = location.file();
    if (location.isKnown()) {
      place += ":" + location.line();
      place += location.column() > 0 ? ":" + location.column() : "";
    }
    return PlainText.line((place.isEmpty() ? "" : place + ": ") + severity + ": " + text);
  }
}
