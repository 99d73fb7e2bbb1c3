package dev.heddle.explore;

import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;

/**
 * Optimal-DPOR: explores exactly one execution per Mazurkiewicz trace, and never starts one that
 * turns out to be redundant.
 *
 * <p>Abdulla, Aronsson, Jonsson, Sagonas: <em>Source sets: a foundation for optimal dynamic partial
 * order reduction</em>, J. ACM 64(4), 2017, Algorithm 2; blocking operations as in Jonsson, Lång,
 * Sagonas: <em>Awaiting for Godot</em>, FMCAD 2022, Algorithm 1.
 *
 * <p>Guarantees, for a terminating program: every maximal execution is equivalent to an explored
 * one (complete), no two explored ones are equivalent, and none is cut short by a sleep set
 * (optimal).
 *
 * <p>Deviations:
 *
 * <ol>
 *   <li>The recursion is a loop; the execution is the stack.
 *   <li>A race is reversed in the first execution that contains it. In a later one that shares the
 *       prefix up to the race's second event, only the events after the common prefix have their
 *       races looked at.
 *   <li>The branch of a wakeup tree under exploration leaves the tree when it is entered. It never
 *       matters to an insertion: the first event of a race is no weak initial of its reversal.
 * </ol>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>E</td><td>{@code machine}'s events</td></tr>
 * <tr><td>sleep(E)</td><td>{@code sleep}, by the length of E</td></tr>
 * <tr><td>wut(E)</td><td>{@code wut}, by the length of E</td></tr>
 * <tr><td>v</td><td>{@code v}</td></tr>
 * </table>
 */
public final class OptimalExploration implements Exploration {
  private final ExecutionListener listener;

  public OptimalExploration() {
    this(ExecutionListener.NONE);
  }

  /** An exploration that shows every execution to a listener. */
  public OptimalExploration(ExecutionListener listener) {
    this.listener = listener;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code = CodeGenerator.generate(program, limits.unroll());
    return new Search(new Machine(code), new Tally(limits, progress), listener).run();
  }

  private static final class Search {
    private final Machine machine;
    private final Tally tally;
    private final ExecutionListener listener;
    private final HappensBefore happensBefore;
    private final SleepSets sleep = new SleepSets();
    private final WakeupTrees wut = new WakeupTrees();
    private final EventSequence v = new EventSequence();

    /** Events from here on were not in the execution before. */
    private int fresh;

    Search(Machine machine, Tally tally, ExecutionListener listener) {
      this.machine = machine;
      this.tally = tally;
      this.listener = listener;
      this.happensBefore = new HappensBefore(machine);
    }

    /** Explore(⟨⟩). */
    Outcome run() {
      do {
        extend();
        listener.maximal(machine, happensBefore);
        if (!tally.count(machine)) {
          break;
        }
        detectRaces();
      } while (backtrack());
      return tally.outcome();
    }

    /** Follows the wakeup tree to a leaf, and from there runs until no thread is enabled. */
    private void extend() {
      int p = -1;
      while (true) {
        int depth = machine.length();
        if (!wut.isEmpty(depth)) {
          p = wut.take(depth);
          assert machine.isEnabled(p) : "a wakeup sequence is blocked";
        } else {
          p = choose(p);
          if (p < 0) {
            return;
          }
          assert sleep.isEmpty(depth) : "an execution is redundant";
          wut.clear(depth + 1);
        }
        machine.step(p);
        happensBefore.append();
        sleep.descend(depth, p, machine.footprint(depth));
      }
    }

    /** Any enabled thread: the one that ran last, so that threads are switched rarely. */
    private int choose(int last) {
      if (last >= 0 && machine.isEnabled(last)) {
        return last;
      }
      for (int t = 0; t < machine.threads(); t++) {
        if (machine.isEnabled(t)) {
          return t;
        }
      }
      return -1;
    }

    /** foreach e ≾ e′ in E, and for each blocked thread. */
    private void detectRaces() {
      int length = machine.length();
      for (int e = fresh; e < length; e++) {
        for (int race = happensBefore.racesBegin(e); race < happensBefore.racesEnd(e); race++) {
          reverse(happensBefore.raceFirst(race), e);
        }
      }
      for (int t = 0; t < machine.threads(); t++) {
        if (machine.isBlocked(t)) {
          long footprint = machine.pendingFootprint(t);
          int e = footprint == Footprint.NONE ? -1 : happensBefore.blockedRace(t, footprint);
          if (e >= 0) {
            notdep(e);
            v.add(t, footprint);
            insertUnlessRedundant(e);
          }
        }
      }
    }

    /** v := notdep(e, E).ê′. */
    private void reverse(int e, int second) {
      notdep(e);
      long footprint =
          machine.isConditional(second)
              ? machine.footprintGiven(second, happensBefore.contentWithout(e, second))
              : machine.footprint(second);
      v.add(machine.thread(second), footprint);
      insertUnlessRedundant(e);
    }

    /** The events after e that do not happen after it. */
    private void notdep(int e) {
      v.clear();
      int length = machine.length();
      for (int i = e + 1; i < length; i++) {
        if (!happensBefore.before(e, i)) {
          v.add(machine.thread(i), machine.footprint(i));
        }
      }
    }

    /** if sleep(E′) ∩ WI(v) = ∅ then insert(v, E′), where E′ = pre(E, e). */
    private void insertUnlessRedundant(int e) {
      if (!sleep.meetsWeakInitials(e, v)) {
        wut.insert(e, v);
      }
    }

    /** Goes back to the deepest prefix from which something is left to explore. */
    private boolean backtrack() {
      while (machine.length() > 0) {
        int depth = machine.length() - 1;
        int p = machine.thread(depth);
        long footprint = machine.footprint(depth);
        happensBefore.removeLast();
        machine.undo();
        if (!wut.isEmpty(depth)) {
          sleep.add(depth, p, footprint);
          fresh = depth;
          machine.trim();
          return true;
        }
      }
      return false;
    }
  }
}
