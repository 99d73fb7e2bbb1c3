package dev.heddle.explain;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.machine.Replayer;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Another exploration, whose violations it makes understandable. What is explored may be a reduced
 * program; its executions are ones of the original, too, and are told as such, unless they end in
 * waiting that only the reduced program knows.
 */
public final class ExplainedExploration implements Exploration {
  private final Exploration exploration;
  private final UnaryOperator<Program> reduction;
  private final Replayer replayer;

  /** An exploration under sequential consistency. */
  public ExplainedExploration(Exploration exploration) {
    this(exploration, program -> program, Replayer.ON_ONE_MEMORY);
  }

  /**
   * @param replayer follows the executions that the exploration visits
   */
  public ExplainedExploration(
      Exploration exploration, UnaryOperator<Program> reduction, Replayer replayer) {
    this.exploration = exploration;
    this.reduction = reduction;
    this.replayer = replayer;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Program reduced = reduction.apply(program);
    Outcome outcome = exploration.explore(reduced, limits, progress);
    if (outcome.violations().isEmpty()) {
      return outcome;
    }
    progress.found(outcome);
    List<Violation> explained = new ArrayList<>();
    for (Violation found : outcome.violations()) {
      Program told = found.kind().isWaiting() ? reduced : program;
      explained.add(new Counterexample(told, limits.unroll(), replayer).explain(found));
    }
    return outcome.withViolations(explained);
  }
}
