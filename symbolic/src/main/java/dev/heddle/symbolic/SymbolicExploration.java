package dev.heddle.symbolic;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.program.Program;
import dev.heddle.symbolic.solve.Solver;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.UnrolledThread;
import dev.heddle.symbolic.unroll.Unrolling;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Checks all executions up to a loop bound at once, for all values of the inputs. A violation that
 * the solver finds is run on the machine before it is told.
 */
public final class SymbolicExploration implements Exploration {
  private final SymbolicOptions options;
  private final SymbolicListener listener;
  private final UnaryOperator<Program> reduction;

  /**
   * @param reduction makes the program that is checked from the one that is told of
   */
  public SymbolicExploration(
      SymbolicOptions options, SymbolicListener listener, UnaryOperator<Program> reduction) {
    this.options = options;
    this.listener = listener;
    this.reduction = reduction;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    try (Solver solver = new Solver(options.solver())) {
      return explore(program, limits, progress, solver);
    }
  }

  /** The same with a solver that others use before and afterwards. */
  Outcome explore(Program program, Limits limits, Progress progress, Solver solver) {
    Program reduced = reduction.apply(program);
    Terms terms = new Terms();
    solver.clear();
    try (Supervision supervision = new Supervision(solver, limits, progress)) {
      // A given bound counts all passes, as exploration does; one that grows only those that
      // control could have avoided.
      boolean isGiven = limits.unroll() > 0;
      int deepest = isGiven ? limits.unroll() : options.deepest();
      for (int passes = isGiven ? deepest : 1; ; passes = Math.min(deepest, 2 * passes)) {
        Unrolling.Bound bound = new Unrolling.Bound(passes, isGiven);
        Outcome outcome =
            check(
                new BoundedCheck(options, listener, program, reduced, bound, terms, solver),
                passes == deepest,
                supervision);
        if (outcome != null) {
          return outcome;
        }
      }
    }
  }

  /** The outcome with one bound; null if a larger bound is needed, and this is not the last. */
  private static Outcome check(BoundedCheck check, boolean isLast, Supervision supervision) {
    String reason;
    try {
      Outcome violation = check.violation();
      if (violation != null) {
        return violation;
      }
      UnrolledThread.Ending cut = check.cut();
      return cut != null && !isLast ? null : check.withoutViolation(cut);
    } catch (InterruptedException | Unrolling.StoppedException e) {
      reason = supervision.reason() + " (" + check.position() + ")";
    } catch (Solver.UndecidedException e) {
      reason = e.getMessage() + " (" + check.position() + ")";
    }
    return new Outcome(Verdict.INCONCLUSIVE, reason, 0, 0, List.of(), List.of())
        .withDetails(check.statistics());
  }
}
