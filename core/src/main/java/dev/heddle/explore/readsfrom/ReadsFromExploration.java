package dev.heddle.explore.readsfrom;

import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.explore.Tally;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Hypothesis;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import java.util.function.Consumer;

/**
 * ReadsFrom-SMC: explores exactly one execution per reads-from class.
 *
 * <p>Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas: <em>Optimal stateless model checking for
 * reads-from equivalence under sequential consistency</em>, OOPSLA 2019, Algorithm 1 and section 7.
 *
 * <p>Guarantees, for a terminating program: every maximal execution has the reads-from relation of
 * an explored one (complete), and no two explored ones have the same (optimal). Every consistency
 * check ends with a definite answer ({@link WitnessSearch}).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The recursion is a loop; the trace is the stack.
 *   <li>The machine is always in a real execution of the trace. To go to another one it takes back
 *       events to the common prefix and looks up the rest; only new events are computed.
 *   <li>Whether σ ≡ σ′ is decided by 64-bit numbers made from the histories of events, before the
 *       consistency of σ; what was found inconsistent is not tried again either.
 *   <li>Locks branch on who locks next and not on what a lock reads from, so that no lock is tried
 *       in vain. Traces are free of locks that fail.
 *   <li>Other operations that wait ("awaits") read only what lets them go on, or nothing: "waits
 *       for good" is one more source. It is tried only if an execution shows that it may be true or
 *       that the await stands in the way of another source. What then ends with a thread that need
 *       not wait is no execution and is not counted.
 *   <li>Choices of the program branch like sources.
 * </ol>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>E · Ê</td><td>{@code execution}</td></tr>
 * <tr><td>τ</td><td>{@code trace}</td></tr>
 * <tr><td>schedules(τ″)</td><td>{@link Branching}</td></tr>
 * <tr><td>⟨σ, E″⟩</td><td>{@link Schedule}</td></tr>
 * <tr><td>GetWitness</td><td>{@link WitnessSearch}</td></tr>
 * </table>
 */
public final class ReadsFromExploration implements Exploration {
  private final Consumer<Machine> listener;

  public ReadsFromExploration() {
    this(machine -> {});
  }

  /** An exploration that shows every execution to a listener. */
  public ReadsFromExploration(Consumer<Machine> listener) {
    this.listener = listener;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generate(program, limits.unroll());
    Tally tally = new Tally(limits, progress);
    return tally.of(() -> new Search(new Machine(code), tally, listener).run());
  }

  private static final class Search {
    private final Machine machine;
    private final Tally tally;
    private final Consumer<Machine> listener;
    private final Execution execution;
    private final Trace trace = new Trace();
    private final WitnessSearch witnesses = new WitnessSearch();
    private final NewSources newSources;

    /** Where the event is whose source has changed last, or -1. */
    private int branchPlace = -1;

    Search(Machine machine, Tally tally, Consumer<Machine> listener) {
      this.machine = machine;
      this.tally = tally;
      this.listener = listener;
      this.execution = new Execution(machine);
      this.newSources = new NewSources(execution, trace, witnesses);
    }

    /** ReadsFrom-SMC(⟨⟩, ⟨⟩). */
    void run() {
      do {
        newSources.begin(branchPlace);
        extend();
        newSources.end();
        if (endsMaximal()) {
          listener.accept(machine);
          if (!tally.count(machine)) {
            break;
          }
        }
      } while (backtrack());
    }

    /** Lines 2 to 11: extend E to a complete execution E · Ê; τ′ := τ · Ê; find new sources. */
    private void extend() {
      int p = -1;
      while (true) {
        p = choose(p);
        if (p < 0) {
          break;
        }
        tally.look(machine);
        execution.step(p, 0);
        trace.push(p, false);
        newSources.extended();
      }
      for (int t = 0; t < machine.threads(); t++) {
        if (machine.isBlocked(t)
            && trace.waitsAt(t) < 0
            && Hypothesis.isAwait(machine.current(t))) {
          int place = trace.length();
          trace.pushWaiting(t);
          trace.setBranching(place, new Branching(place, false, Branching.WAITING));
        }
      }
    }

    /** Any enabled thread: the one that ran last, so that threads are switched rarely. */
    private int choose(int last) {
      if (last >= 0 && mayRun(last)) {
        return last;
      }
      for (int t = 0; t < machine.threads(); t++) {
        if (mayRun(t)) {
          return t;
        }
      }
      return -1;
    }

    private boolean mayRun(int t) {
      return machine.isEnabled(t) && trace.waitsAt(t) < 0;
    }

    /**
     * Whether all threads that wait for good do wait in some execution of the trace; goes there.
     */
    private boolean endsMaximal() {
      boolean waiting = true;
      for (int t = 0; t < machine.threads(); t++) {
        waiting &= trace.waitsAt(t) < 0 || machine.isBlocked(t);
      }
      if (waiting) {
        return true;
      }
      int[] end = newSources.endWaiting();
      if (end == null) {
        return false;
      }
      goTo(end);
      return true;
    }

    /** Lines 12 to 15: goes back to the latest event that has a schedule left, and takes it. */
    private boolean backtrack() {
      while (trace.length() > 0) {
        Branching branching = trace.branching(trace.length() - 1);
        Schedule schedule = branching == null ? null : branching.take();
        trace.pop();
        if (schedule != null) {
          while (trace.length() > branching.base) {
            trace.pop();
          }
          follow(branching, schedule);
          return true;
        }
      }
      return false;
    }

    /** ReadsFrom-SMC(τ″ · σ, E″). */
    private void follow(Branching branching, Schedule schedule) {
      int[] sigma = schedule.sigma;
      branchPlace = trace.length() + schedule.unmarked;
      for (int i = 0; i < sigma.length; i++) {
        if (sigma[i] < 0) {
          trace.pushWaiting(~sigma[i]);
        } else {
          trace.push(sigma[i], i != schedule.unmarked);
        }
      }
      trace.setBranching(branchPlace, branching);
      goTo(schedule.witness);
      machine.trim();
    }

    /** Leads the machine to another execution; what the two have in common stays. */
    private void goTo(int[] steps) {
      int common = 0;
      int length = Math.min(steps.length, execution.length());
      while (common < length && steps[common] == execution.steps[common]) {
        common++;
      }
      while (execution.length() > common) {
        execution.undo();
      }
      for (int i = common; i < steps.length; i++) {
        assert machine.isEnabled(Schedule.thread(steps[i])) : "a witness is blocked";
        execution.step(Schedule.thread(steps[i]), Schedule.alternative(steps[i]));
      }
    }
  }
}
