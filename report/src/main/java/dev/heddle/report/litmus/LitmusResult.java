package dev.heddle.report.litmus;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.report.Conclusion;
import java.util.List;

/**
 * What came out for one litmus test.
 *
 * @param test null if the file could not be read
 * @param outcome null if there is none
 * @param failure why the test could not be answered; null otherwise
 * @param figures the executions to show
 * @param stopped what ended the search before it was complete; null otherwise
 */
public record LitmusResult(
    String file,
    String model,
    LitmusTest test,
    LitmusOutcome outcome,
    Conclusion failure,
    List<ExecutionFigure> figures,
    String stopped,
    long nanoseconds) {
  public static LitmusResult answered(
      String file,
      String model,
      LitmusTest test,
      LitmusOutcome outcome,
      List<ExecutionFigure> figures,
      long nanoseconds) {
    return new LitmusResult(file, model, test, outcome, null, figures, null, nanoseconds);
  }

  public static LitmusResult failed(
      String file, String model, LitmusTest test, Conclusion failure, long nanoseconds) {
    return new LitmusResult(file, model, test, null, failure, List.of(), null, nanoseconds);
  }

  public static LitmusResult stopped(
      String file, String model, LitmusTest test, String reason, long nanoseconds) {
    return new LitmusResult(file, model, test, null, null, List.of(), reason, nanoseconds);
  }

  boolean isAnswered() {
    return outcome != null;
  }
}
