package dev.heddle.symbolic;

import dev.heddle.explain.Counterexample;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.machine.MachineException;
import dev.heddle.program.Program;
import dev.heddle.symbolic.encode.Encoding;
import dev.heddle.symbolic.solve.Solver;
import dev.heddle.symbolic.solve.Valuation;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import dev.heddle.symbolic.unroll.Unrolling;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Program reduced = reduction.apply(program);
    try (Solver solver = new Solver(options.solver());
        Supervision supervision = new Supervision(solver, limits, progress)) {
      try {
        return limits.unroll() > 0
            ? check(program, reduced, new Unrolling.Bound(limits.unroll(), true), solver)
            : deepen(program, reduced, solver);
      } catch (InterruptedException | Unrolling.StoppedException e) {
        return inconclusive(supervision.reason());
      } catch (Solver.UndecidedException e) {
        return inconclusive(e.getMessage());
      }
    }
  }

  private static Outcome inconclusive(String reason) {
    return new Outcome(Verdict.INCONCLUSIVE, reason, 0, 0, List.of(), List.of());
  }

  /** Tries larger bounds until one is not reached. */
  private Outcome deepen(Program program, Program reduced, Solver solver)
      throws InterruptedException, Solver.UndecidedException {
    int bound = 1;
    while (true) {
      Outcome outcome = check(program, reduced, new Unrolling.Bound(bound, false), solver);
      if (outcome.verdict() != Verdict.BOUNDED || bound >= options.deepest()) {
        return outcome;
      }
      bound *= 2;
    }
  }

  private Outcome check(Program program, Program reduced, Unrolling.Bound bound, Solver solver)
      throws InterruptedException, Solver.UndecidedException {
    Map<String, Object> statistics = new LinkedHashMap<>();
    long start = System.nanoTime();
    listener.begins(Phase.UNROLLING, bound.passes());
    UnrolledProgram unrolled = Unrolling.unroll(reduced, new Terms(), bound, solver::isStopped);
    long unrolledAt = System.nanoTime();
    listener.begins(Phase.ENCODING, bound.passes());
    Encoding encoding = new Encoding(unrolled, options.encoding());
    statistics.put("bound", bound.passes());
    statistics.putAll(encoding.statistics());
    solver.clear();
    encoding.constraints().forEach(solver::add);
    long encodedAt = System.nanoTime();
    listener.begins(Phase.SOLVING, bound.passes());
    Valuation found = solver.find(encoding.violation());
    Outcome outcome = found == null ? withoutViolation(encoding, bound, solver) : null;
    long solvedAt = System.nanoTime();
    statistics.put("formulaSize", solver.size());
    if (outcome == null) {
      listener.begins(Phase.REPLAYING, bound.passes());
      outcome = violation(program, reduced, encoding, found, bound);
    }
    statistics.put("seconds", (solvedAt - start) / 1e9);
    statistics.put("unrollingSeconds", (unrolledAt - start) / 1e9);
    statistics.put("encodingSeconds", (encodedAt - unrolledAt) / 1e9);
    statistics.put("solvingSeconds", (solvedAt - encodedAt) / 1e9);
    statistics.put("replayingSeconds", (System.nanoTime() - solvedAt) / 1e9);
    return outcome.withDetails(statistics);
  }

  // ---- What the solver says -----------------------------------------------------------------

  private Outcome withoutViolation(Encoding encoding, Unrolling.Bound bound, Solver solver)
      throws InterruptedException, Solver.UndecidedException {
    Valuation unsupported = solver.find(encoding.unsupported());
    if (unsupported != null) {
      UnrolledThread.Ending ending = reached(encoding, unsupported);
      throw new MachineException(ending.location() + ": " + ending.what());
    }
    boolean isCut = solver.find(encoding.cut()) != null;
    StringBuilder reason = new StringBuilder();
    if (isCut) {
      reason.append("loops were cut after " + bound.passes() + " passes");
    }
    if (options.encoding().boundsContexts()) {
      reason.append(reason.length() > 0 ? "; " : "");
      reason.append("each thread gets the token at most " + options.encoding().mostContexts());
      reason.append(" times");
    }
    return reason.length() == 0
        ? new Outcome(Verdict.SAFE, null, 0, 0, List.of(), List.of())
        : new Outcome(Verdict.BOUNDED, reason.toString(), 0, 0, List.of(), List.of());
  }

  private static UnrolledThread.Ending reached(Encoding encoding, Valuation values) {
    for (UnrolledThread thread : encoding.program().threads()) {
      for (UnrolledThread.Ending ending : thread.unsupported()) {
        if (values.holds(ending.condition())) {
          return ending;
        }
      }
    }
    throw new IllegalStateException("nothing that is not supported is reached");
  }

  private static Outcome violation(
      Program program,
      Program reduced,
      Encoding encoding,
      Valuation values,
      Unrolling.Bound bound) {
    int unroll = bound.countsAll() ? bound.passes() : 0;
    List<Violation.Choice> schedule = WitnessSchedule.of(encoding, values, reduced, unroll);
    Violation violation = new Counterexample(reduced, unroll).replay(schedule);
    if (violation == null) {
      throw new WitnessSchedule.DisagreementException(
          "nothing goes wrong on it; " + expected(encoding, values));
    }
    Program told = violation.kind().isWaiting() ? reduced : program;
    Violation explained = new Counterexample(told, unroll).explain(violation);
    List<String> inputs = InputValues.of(encoding, values);
    return new Outcome(Verdict.VIOLATION, null, 0, 0, List.of(explained), inputs);
  }

  /** What the solver expects to go wrong. */
  private static String expected(Encoding encoding, Valuation values) {
    StringBuilder expected = new StringBuilder("expected");
    for (UnrolledThread thread : encoding.program().threads()) {
      for (UnrolledThread.Ending ending : thread.failures()) {
        if (values.holds(ending.condition())) {
          expected.append(' ').append(ending.what()).append(" at ").append(ending.location());
        }
      }
    }
    return expected.toString();
  }
}
