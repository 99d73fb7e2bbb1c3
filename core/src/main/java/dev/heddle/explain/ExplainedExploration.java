package dev.heddle.explain;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;

/** Another exploration, whose violations it makes understandable. */
public final class ExplainedExploration implements Exploration {
  private final Exploration exploration;

  public ExplainedExploration(Exploration exploration) {
    this.exploration = exploration;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Outcome outcome = exploration.explore(program, limits, progress);
    if (outcome.violations().isEmpty()) {
      return outcome;
    }
    Counterexample counterexample = new Counterexample(program, limits.unroll());
    List<Violation> explained = new ArrayList<>();
    outcome.violations().forEach(found -> explained.add(counterexample.explain(found)));
    return outcome.withViolations(explained);
  }
}
