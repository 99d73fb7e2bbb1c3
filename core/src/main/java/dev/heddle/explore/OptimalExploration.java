package dev.heddle.explore;

import dev.heddle.execution.DataRaces;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.machine.ThreadNumbers;
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
 *   <li>If the way in which a reversal is found redundant or inserted follows from the prefix up to
 *       the second event of the race, the race is settled: it is not looked at again as long as the
 *       executions share this prefix, for the answer would be the same. What is inserted then ends
 *       with that event, which is enough: no sleeping thread is a weak initial of it.
 *   <li>The branch of a wakeup tree under exploration leaves the tree when it is entered. It never
 *       matters to an insertion: the first event of a race is no weak initial of its reversal.
 * </ol>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>E</td><td>{@code machine}'s events</td></tr>
 * <tr><td>sleep(E)</td><td>{@code sleep}, by the length of E</td></tr>
 * <tr><td>wut(E)</td><td>{@code wut}, by the length of E</td></tr>
 * <tr><td>v</td><td>{@code reversal}</td></tr>
 * </table>
 */
public final class OptimalExploration implements Exploration {
  /** How many of the latest events invariants are checked for: their pairs are many. */
  private static final int CHECKED_EVENTS = 50;

  private final ExecutionListener listener;
  private final boolean checksRaces;

  public OptimalExploration() {
    this(ExecutionListener.NONE);
  }

  /** An exploration that shows every execution to a listener. */
  public OptimalExploration(ExecutionListener listener) {
    this(listener, false);
  }

  /**
   * @param checksRaces whether data races are violations
   */
  public OptimalExploration(ExecutionListener listener, boolean checksRaces) {
    this.listener = listener;
    this.checksRaces = checksRaces;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Code code =
        checksRaces
            ? CodeGenerator.generateWithFences(program, limits.unroll())
            : CodeGenerator.generate(program, limits.unroll());
    Tally tally = new Tally(limits, progress);
    Checkpointing checkpointing = progress.checkpointing();
    boolean isResumed = checkpointing != null && checkpointing.isResumed();
    OptimalState before = isResumed ? OptimalState.read(checkpointing.resumed(), tally) : null;
    ThreadNumbers numbers = isResumed ? before.numbers() : new ThreadNumbers();
    Search search = new Search(new Machine(code, numbers), tally, listener, checksRaces);
    return tally.of(() -> search.run(before, checkpointing, numbers));
  }

  private static final class Search {
    private final Machine machine;
    private final Tally tally;
    private final Counter counter;
    private final ExecutionListener listener;

    /** Looks for data races; null if nobody wants to know. */
    private final DataRaces dataRaces;

    private final HappensBefore happensBefore;
    private final SleepSets sleep = new SleepSets();
    private final WakeupTrees wut = new WakeupTrees();
    private final Reversal reversal;
    private final AwaitRaces awaitRaces;
    private final RaceList unsettled = new RaceList();
    private final DoneBranches done = new DoneBranches();

    /** Events from here on were not in the execution before. */
    private int fresh;

    /** Whether every operation that this execution could go on with has a race to expect. */
    private boolean drained;

    Search(Machine machine, Tally tally, ExecutionListener listener, boolean checksRaces) {
      this.machine = machine;
      this.tally = tally;
      this.counter = tally.counter();
      this.listener = listener;
      this.dataRaces = checksRaces ? new DataRaces(machine) : null;
      this.happensBefore = new HappensBefore(machine);
      this.reversal = new Reversal(machine, happensBefore);
      this.awaitRaces = new AwaitRaces(machine, happensBefore);
      counter.watch(this::explored);
    }

    /** The share of the tree that is explored with the current execution. */
    private double explored() {
      TreeSize.Path path = new TreeSize.Path();
      int next = 0;
      for (int depth = 0; depth < machine.length(); depth++) {
        boolean wasLeft = next < done.size() && done.depth(next) == depth;
        int left = wasLeft ? done.count(next++) : 0;
        if (left > 0 || !wut.isEmpty(depth)) {
          path.enter(left, wut.branches(depth));
        }
      }
      return path.withLeaf();
    }

    /**
     * Explore(⟨⟩), or from where a state was written.
     *
     * @param before the state to go on from; null for the beginning
     * @param checkpointing where to leave states; null if nobody wants them
     */
    void run(OptimalState before, Checkpointing checkpointing, ThreadNumbers numbers) {
      boolean isLeft =
          before == null
              || before.restore(new OptimalState.Resumed(machine, happensBefore, sleep, wut, done));
      long saved = System.nanoTime();
      while (isLeft) {
        extend();
        assert checkInvariants();
        listener.maximal(machine, happensBefore);
        boolean goesOn = counter.count(machine, dataRaces);
        if (!goesOn && (checkpointing == null || !tally.isStopped())) {
          return;
        }
        detectRaces();
        isLeft = backtrack();
        if (checkpointing != null
            && (!goesOn || System.nanoTime() - saved >= checkpointing.interval())) {
          boolean goesOnLater = isLeft;
          tally.save(
              checkpointing,
              out ->
                  OptimalState.write(out, tally, numbers, machine, sleep, wut, done, goesOnLater));
          saved = System.nanoTime();
        }
        if (!goesOn) {
          return;
        }
      }
    }

    /** Follows the wakeup tree to a leaf, and from there runs until no thread is enabled. */
    private void extend() {
      int p = -1;
      drained = false;
      while (true) {
        int depth = machine.length();
        tally.look(machine);
        int alternative = 0;
        if (!wut.isEmpty(depth)) {
          alternative = wut.alternative(depth);
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
        machine.step(p, alternative);
        happensBefore.append();
        sleep.descend(depth, p, machine.footprint(depth));
      }
    }

    /**
     * Any enabled thread. Operations on memory over which no race is known come first, so that many
     * executions share them; then the thread that ran last goes on as long as it can.
     */
    private int choose(int last) {
      boolean goesOn = last >= 0 && machine.isEnabled(last);
      if (goesOn && (drained || isQuiet(last))) {
        return machine.onlyJoins(last) ? -1 : last;
      }
      int chosen = goesOn ? last : -1;
      int threads = machine.threads();
      for (int i = 1; i <= threads && machine.hasReadyThread(); i++) {
        int t = last + i < threads ? last + i : last + i - threads;
        if (machine.isEnabled(t)) {
          if (drained || isQuiet(t)) {
            return machine.onlyJoins(t) ? -1 : t;
          }
          chosen = chosen < 0 ? t : chosen;
        }
      }
      drained = true;
      return chosen;
    }

    private boolean isQuiet(int t) {
      long footprint = machine.pendingFootprint(t);
      return !Footprint.touches(footprint) || !happensBefore.isContested(Footprint.word(footprint));
    }

    /** foreach e ≾ e′ in E, and for each blocked thread. */
    private void detectRaces() {
      reconsiderRaces();
      int length = machine.length();
      for (int e = fresh; e < length; e++) {
        for (int race = happensBefore.racesBegin(e); race < happensBefore.racesEnd(e); race++) {
          int first = happensBefore.raceFirst(race);
          reversal.of(first, e);
          if (!settle(first)) {
            unsettled.add(first, e);
          }
        }
        if (happensBefore.waitsForSeveral(e) && !settleSeveral(e)) {
          unsettled.add(RaceList.SEVERAL, e);
        }
        if (nextAlternative(e) < machine.alternatives(e)) {
          reversal.ofAlternative(e, nextAlternative(e));
          if (!settle(e)) {
            unsettled.add(e, e);
          }
        }
      }
      for (int t = 0; t < machine.threads() && machine.hasReadyThread(); t++) {
        if (machine.isBlocked(t)) {
          long footprint = machine.pendingFootprint(t);
          if (Footprint.touches(footprint)) {
            happensBefore.blockedRaces(t, footprint);
            for (int r = happensBefore.racesBegin(length);
                r < happensBefore.racesEnd(length);
                r++) {
              reversal.ofBlocked(happensBefore.raceFirst(r), t, footprint);
              settle(happensBefore.raceFirst(r));
            }
            if (happensBefore.waitsForSeveral(length)) {
              for (int[] race : awaitRaces.ofBlocked(t, footprint)) {
                reversal.ofBlocked(race[0], t, footprint);
                settleWithout(race);
              }
            }
          }
        }
      }
    }

    /**
     * The races of an event that waited for independent writes; true if all of them are settled.
     */
    private boolean settleSeveral(int e) {
      boolean settled = true;
      for (int[] race : awaitRaces.of(e)) {
        reversal.of(race[0], e);
        settled &= settleWithout(race);
      }
      return settled;
    }

    private boolean settleWithout(int[] race) {
      for (int i = 1; i < race.length; i++) {
        reversal.leaveOut(race[i]);
      }
      return settle(race[0]);
    }

    private int nextAlternative(int e) {
      return Footprint.alternative(machine.footprint(e)) + 1;
    }

    /** Races of earlier executions that this one contains, too, and that may now have another v. */
    private void reconsiderRaces() {
      unsettled.truncate(fresh);
      int kept = 0;
      for (int i = 0; i < unsettled.size(); i++) {
        int first = unsettled.first(i);
        int second = unsettled.second(i);
        if (first == RaceList.SEVERAL) {
          if (!settleSeveral(second)) {
            unsettled.set(kept++, first, second);
          }
          continue;
        }
        if (first == second) {
          reversal.ofAlternative(first, nextAlternative(first));
        } else {
          reversal.of(first, second);
        }
        if (!settle(first)) {
          unsettled.set(kept++, first, second);
        }
      }
      unsettled.resize(kept);
    }

    /**
     * if sleep(E′) ∩ WI(v) = ∅ then insert(v, E′), where E′ = pre(E, e).
     *
     * @return whether the reversal is covered in all executions with the same prefix up to e′
     */
    private boolean settle(int e) {
      int asleep = sleep.meetsWeakInitials(e, reversal);
      boolean lasting = (asleep & Reversal.LASTING) != 0;
      if ((asleep & Reversal.YES) != 0) {
        return lasting;
      }
      return wut.insert(e, reversal, lasting);
    }

    /** Under {@code assert}: what holds at the end of every execution. */
    private boolean checkInvariants() {
      int length = machine.length();
      for (int e = Math.max(0, length - CHECKED_EVENTS); e < length; e++) {
        for (int later = e + 1; later < length; later++) {
          boolean dependent =
              machine.thread(e) == machine.thread(later)
                  || Footprint.conflict(machine.footprint(e), machine.footprint(later));
          assert !dependent || happensBefore.before(e, later) : e + " before " + later;
          assert !happensBefore.before(later, e) : later + " before " + e;
        }
      }
      assert sleep.isEmpty(length) : "a thread sleeps for good";
      return machine.checkInvariants();
    }

    /** Goes back to the deepest prefix from which something is left to explore. */
    private boolean backtrack() {
      while (machine.length() > 0) {
        int depth = machine.length() - 1;
        int p = machine.thread(depth);
        long footprint = machine.footprint(depth);
        int index = happensBefore.index(depth);
        happensBefore.removeLast();
        machine.undo();
        if (!wut.isEmpty(depth)) {
          sleep.add(depth, p, footprint, index);
          done.leave(depth);
          fresh = depth;
          machine.trim();
          return true;
        }
      }
      return false;
    }
  }
}
