package dev.heddle.report.litmus;

import dev.heddle.litmus.Condition;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.AxiomaticModel;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.report.Conclusion;
import dev.heddle.report.DefectNotice;
import dev.heddle.report.PlainText;
import java.io.PrintStream;
import java.util.Locale;

/** Results as herd prints them, so that scripts that read its output can read this. */
public final class HerdReport implements LitmusReport {
  private final PrintStream out;
  private final PrintStream errors;
  private final boolean quiet;

  /**
   * @param quiet a line for each test only
   */
  public HerdReport(PrintStream out, PrintStream errors, boolean quiet) {
    this.out = out;
    this.errors = errors;
    this.quiet = quiet;
  }

  @Override
  public void add(LitmusResult result) {
    if (result.failure() instanceof Conclusion.Crashed crashed) {
      DefectNotice.print(errors, "while judging " + result.file(), crashed, true);
    } else if (result.failure() != null) {
      errors.println("heddle: " + PlainText.line(result.failure().reason()));
    } else if (!result.isAnswered()) {
      errors.println(
          "heddle: " + PlainText.line(result.file()) + ": no answer: " + result.stopped());
    } else if (quiet) {
      out.println(observation(result));
    } else {
      whole(result);
    }
    out.flush();
    errors.flush();
  }

  private void whole(LitmusResult result) {
    LitmusTest test = result.test();
    LitmusOutcome outcome = result.outcome();
    Condition condition = test.condition();
    String name = PlainText.line(test.name());
    out.println("Test " + name + " " + condition.quantifier().title());
    out.println("States " + outcome.states().size());
    for (long[] state : outcome.states().keySet()) {
      out.println(PlainText.line(StateText.of(test, state)));
    }
    if (outcome.cut()) {
      out.println("Loop bound reached: executions may be missing; raise --unroll");
    }
    if (outcome.stray()) {
      out.println("Warning: executions that access what is no location were left out");
    }
    boolean undefined = outcome.flags().contains(AxiomaticModel.Judge.UNDEFINED);
    out.println(undefined ? "Undef" : outcome.confirmed() ? "Ok" : "No");
    out.println("Witnesses");
    boolean forall = condition.quantifier() == Condition.Quantifier.FORALL;
    long positive = outcome.positive();
    long negative = outcome.negative();
    out.println("Positive: " + positive + " Negative: " + negative);
    for (String flag : outcome.flags()) {
      out.println("Flag " + flag);
    }
    out.println(
        "Condition "
            + PlainText.line(condition.text())
            + (forall && outcome.states().isEmpty() ? " (no execution)" : ""));
    out.println(observation(result));
    out.println(
        String.format(Locale.ROOT, "Time %s %.2f", name, result.nanoseconds() / 1_000_000_000.0));
    for (ExecutionFigure figure : result.figures()) {
      FigureText.of(figure).forEach(line -> out.println(PlainText.line(line)));
    }
    out.println();
  }

  private static String observation(LitmusResult result) {
    LitmusOutcome outcome = result.outcome();
    return "Observation "
        + PlainText.line(result.test().name())
        + " "
        + outcome.observation()
        + " "
        + outcome.positive()
        + " "
        + outcome.negative();
  }
}
