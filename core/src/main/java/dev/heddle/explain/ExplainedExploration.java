package dev.heddle.explain;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.machine.Replayer;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Another exploration, whose violations it makes understandable. What is explored may be a reduced
 * program; its executions are mostly ones of the original, too, and are told as such, unless they
 * end in waiting that only the reduced program knows, or it has tried something less often.
 */
public final class ExplainedExploration implements Exploration {
  /** So long, in nanoseconds, and so far is it looked for whether interleavings fail, too. */
  private static final long PATIENCE = 1_000_000_000L;

  private static final long MAX_EXECUTIONS = 100_000;

  private final Exploration exploration;
  private final UnaryOperator<Program> reduction;
  private final Replayer replayer;
  private final Exploration sequential;

  /** An exploration under sequential consistency. */
  public ExplainedExploration(Exploration exploration) {
    this(exploration, program -> program, Replayer.ON_ONE_MEMORY, null);
  }

  /**
   * @param replayer follows the executions that the exploration visits
   * @param sequential explores the same program under sequential consistency, to tell what only
   *     weak memory does; null if nothing is weak
   */
  public ExplainedExploration(
      Exploration exploration,
      UnaryOperator<Program> reduction,
      Replayer replayer,
      Exploration sequential) {
    this.exploration = exploration;
    this.reduction = reduction;
    this.replayer = replayer;
    this.sequential = sequential;
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
      Replayer leading = replayer.leadingTo(found.kind());
      Violation original =
          found.kind().isWaiting()
              ? null
              : new Counterexample(program, limits.unroll(), leading).retell(found);
      Violation violation =
          original == null
              ? new Counterexample(reduced, limits.unroll(), leading).explain(found)
              : original;
      explained.add(
          violation.weakness() == null ? violation : compared(violation, reduced, limits));
    }
    return outcome.withViolations(explained);
  }

  /** Whether a violation that no interleaving shows like this has others that do. */
  private Violation compared(Violation violation, Program reduced, Limits limits) {
    if (sequential == null || violation.kind() == FailureKind.DATA_RACE) {
      return violation;
    }
    Limits patience = limits.withKeepGoing().withTime(PATIENCE).withExecutions(MAX_EXECUTIONS);
    Outcome outcome = sequential.explore(reduced, patience, new Progress());
    boolean exists =
        outcome.violations().stream()
            .anyMatch(
                other ->
                    other.kind() == violation.kind()
                        && other.location().equals(violation.location()));
    boolean isWhole = outcome.reason() == null && outcome.verdict() != Verdict.INCONCLUSIVE;
    Boolean answer = exists ? Boolean.TRUE : isWhole ? Boolean.FALSE : null;
    return violation.withWeakness(violation.weakness().existing(answer));
  }
}
