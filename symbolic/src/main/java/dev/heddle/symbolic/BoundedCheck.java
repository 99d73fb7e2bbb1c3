package dev.heddle.symbolic;

import dev.heddle.execution.DataRaces;
import dev.heddle.execution.RaceReplayer;
import dev.heddle.execution.RaceWitness;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.explain.Counterexample;
import dev.heddle.machine.Machine;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.Replayer;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.symbolic.encode.Encoding;
import dev.heddle.symbolic.solve.Solver;
import dev.heddle.symbolic.solve.Valuation;
import dev.heddle.symbolic.term.Term;
import dev.heddle.symbolic.term.Terms;
import dev.heddle.symbolic.unroll.UnrolledProgram;
import dev.heddle.symbolic.unroll.UnrolledThread;
import dev.heddle.symbolic.unroll.Unrolling;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import dev.heddle.verdict.Violation;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** Checks a program with one loop bound: unrolls, encodes, asks the solver, and replays. */
final class BoundedCheck {
  /** From so many pairs on, few contexts are tried first. */
  private static final int MANY_PAIRS = 500;

  private static final int FEW = 2;

  private final SymbolicOptions options;
  private final SymbolicListener listener;
  private final Program program;
  private final Program reduced;
  private final Unrolling.Bound bound;
  private final Terms terms;
  private final Solver solver;
  private final Map<String, Object> statistics = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private final long processorStart = processorTime();
  private Phase phase = Phase.UNROLLING;
  private long phaseStart = start;
  private Encoding encoding;

  /**
   * @param program the program that is told of; {@code reduced} is the one that is checked
   * @param terms makes the formulas of all bounds
   */
  BoundedCheck(
      SymbolicOptions options,
      SymbolicListener listener,
      Program program,
      Program reduced,
      Unrolling.Bound bound,
      Terms terms,
      Solver solver) {
    this.options = options;
    this.listener = listener;
    this.program = program;
    this.reduced = reduced;
    this.bound = bound;
    this.terms = terms;
    this.solver = solver;
    statistics.put("bound", bound.passes());
  }

  /** How long the processor has worked for this thread, which is where the solver works, too. */
  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void begin(Phase next) {
    long now = System.nanoTime();
    if (next != phase) {
      statistics.put(phase.label() + "Seconds", (now - phaseStart) / 1e9);
    }
    phase = next;
    phaseStart = now;
    listener.begins(phase, bound.passes());
  }

  /** What is known so far: of the program, of the formula, and how long each phase took. */
  Map<String, Object> statistics() {
    statistics.put("formulaSize", solver.size());
    statistics.put(phase.label() + "Seconds", (System.nanoTime() - phaseStart) / 1e9);
    statistics.put("seconds", (System.nanoTime() - start) / 1e9);
    statistics.put("processorSeconds", (processorTime() - processorStart) / 1e9);
    return statistics;
  }

  /** Where the check is, in words. */
  String position() {
    return "loop bound " + bound.passes() + ", " + phase.label();
  }

  /** Whether something goes wrong within the bound; null if not. */
  Outcome violation() throws InterruptedException, Solver.UndecidedException {
    begin(Phase.UNROLLING);
    UnrolledProgram unrolled = Unrolling.unroll(reduced, terms, bound, solver::isStopped);
    begin(Phase.ENCODING);
    encoding = new Encoding(unrolled, options.encoding(), solver::isStopped);
    statistics.putAll(encoding.statistics());
    solver.hold(encoding.constraints());
    statistics.put("constraints", encoding.constraints().size());
    statistics.put("keptConstraints", solver.kept());
    begin(Phase.SOLVING);
    Valuation found = findViolation();
    if (found == null) {
      return null;
    }
    begin(Phase.REPLAYING);
    return replay(found).withDetails(statistics());
  }

  /** What goes wrong with few contexts is found soon, and most of what goes wrong is such. */
  private Valuation findViolation() throws InterruptedException, Solver.UndecidedException {
    boolean isLarge = encoding.passingPairs() >= MANY_PAIRS;
    Term violation = encoding.violation();
    for (int most = 1; isLarge && !options.encoding().boundsContexts() && most <= FEW; most++) {
      Valuation found = solver.find(terms.and(violation, encoding.hasContexts(most)));
      if (found != null) {
        return found;
      }
    }
    return solver.find(violation);
  }

  /** Where a loop or a recursion goes beyond the bound; null if none does. */
  UnrolledThread.Ending cut() throws InterruptedException, Solver.UndecidedException {
    Valuation unsupported = solver.find(encoding.unsupported());
    if (unsupported != null) {
      UnrolledThread.Ending ending = reached(unsupported, UnrolledThread::unsupported);
      throw new MachineException(ending.location() + ": " + ending.what());
    }
    Valuation cut = solver.find(encoding.cut());
    return cut == null ? null : reached(cut, UnrolledThread::cuts);
  }

  /** What it means that nothing goes wrong. */
  Outcome withoutViolation(UnrolledThread.Ending cut)
      throws InterruptedException, Solver.UndecidedException {
    StringJoiner reasons = new StringJoiner("; ");
    String vacuity = vacuity(cut);
    if (vacuity != null) {
      reasons.add(vacuity);
    } else {
      addLimits(cut, reasons);
    }
    if (solver.find(encoding.hiddenRace()) != null) {
      reasons.add(
          "an assumption fails in an atomic section, which may race before that; use heddle check"
              + " --check-races");
    }
    boolean isLimited = reasons.length() > 0;
    Verdict verdict =
        vacuity != null ? Verdict.INCONCLUSIVE : isLimited ? Verdict.BOUNDED : Verdict.SAFE;
    String reason = isLimited ? reasons.toString() : null;
    return new Outcome(verdict, reason, 0, 0, List.of(), List.of()).withDetails(statistics());
  }

  private void addLimits(UnrolledThread.Ending cut, StringJoiner reasons) {
    if (cut != null) {
      reasons.add(cutAt(cut) + "; a larger --unroll N goes further");
    }
    if (options.encoding().boundsContexts()) {
      int most = options.encoding().mostContexts();
      reasons.add("each thread gets the token at most " + most + " times");
    }
  }

  private static String cutAt(UnrolledThread.Ending cut) {
    return cut.what() + " (" + cut.location() + ")";
  }

  /** Why the absence of violations says nothing, and what to do; null if it does. */
  private String vacuity(UnrolledThread.Ending cut)
      throws InterruptedException, Solver.UndecidedException {
    if (solver.find(encoding.succeeded()) != null) {
      return null;
    }
    if (solver.find(encoding.ended()) != null) {
      return "every execution ends with an exit status other than 0; return 0 where all is well";
    }
    String advice =
        cut != null
            ? cutAt(cut) + "; raise --unroll"
            : options.encoding().boundsContexts()
                ? "raise --context-bound"
                : "no input satisfies the assumptions, or a thread never leaves a loop";
    return "no execution came to its end: " + advice;
  }

  private UnrolledThread.Ending reached(
      Valuation values, Function<UnrolledThread, List<UnrolledThread.Ending>> endings) {
    for (UnrolledThread thread : encoding.program().threads()) {
      for (UnrolledThread.Ending ending : endings.apply(thread)) {
        if (values.holds(ending.condition())) {
          return ending;
        }
      }
    }
    throw new IllegalStateException("no thread ends where the solver says that one does");
  }

  private Outcome replay(Valuation values) {
    int unroll = bound.countsAll() ? bound.passes() : 0;
    boolean races = options.encoding().races();
    Replayer replayer = races ? new RaceReplayer() : Replayer.ON_ONE_MEMORY;
    Machine machine =
        WitnessSchedule.follow(encoding, values, replayer.code(reduced, unroll), races);
    List<Violation.Choice> schedule = ReplaySchedule.of(machine);
    DataRaces dataRaces = races ? new DataRaces(machine) : null;
    int second = races ? dataRaces.find() : -1;
    if (second >= 0) {
      replayer = replayer.leadingTo(FailureKind.DATA_RACE);
      schedule = new RaceWitness(machine, dataRaces, second).report().schedule();
    }
    Violation violation = new Counterexample(reduced, unroll, replayer).replay(schedule);
    if (violation == null) {
      throw new WitnessSchedule.DisagreementException(
          "nothing goes wrong on it; " + expected(values));
    }
    Program told = violation.kind().isWaiting() ? reduced : program;
    Violation explained = new Counterexample(told, unroll, replayer).explain(violation);
    List<String> inputs = InputValues.of(encoding, values);
    return new Outcome(Verdict.VIOLATION, null, 0, 0, List.of(explained), inputs);
  }

  /** What the solver expects to go wrong. */
  private String expected(Valuation values) {
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
