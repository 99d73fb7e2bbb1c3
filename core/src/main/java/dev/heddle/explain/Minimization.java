package dev.heddle.explain;

import dev.heddle.execution.FailureDetection;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.explore.HappensBefore;
import dev.heddle.machine.Code;
import dev.heddle.machine.Footprint;
import dev.heddle.machine.Machine;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Location;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Looks for an execution with the same failure, of the same kind and at the same line, in which
 * threads take turns less often, and among equal ones for a shorter one.
 *
 * <ol>
 *   <li>It drops what does not happen before the failure and reorders independent events, which
 *       changes nothing in what the failing thread sees.
 *   <li>It edits the list of turns: a turn is left out, or joined to the turn of the same thread
 *       before or after it, and the result is kept if the program still fails.
 *   <li>It starts afresh: threads run to their ends one after the other, but for one departure from
 *       that order, then two, and so on (delay bounding; Emmi, Qadeer and Rakamarić, POPL 2011).
 * </ol>
 *
 * <p>The number of attempts is limited, and the clock is not looked at: the same execution always
 * becomes the same.
 */
final class Minimization {
  private static final int MAX_EDITS = 1000;
  private static final int MAX_RUNS = 3000;
  private static final int MAX_STEPS = 400_000;

  // Where a turn can go besides to another one.
  private static final int LEFT_OUT = -1;
  private static final int NONE = -2;

  private final Machine machine;
  private final FailureKind kind;
  private final Location location;
  private int runs;
  private int steps;
  private int longest;

  Minimization(Code code, FailureKind kind, Location location) {
    this.machine = new Machine(code);
    this.kind = kind;
    this.location = location;
  }

  /** A schedule for the same failure; the given one if it does not lead there. */
  List<Choice> minimize(List<Choice> schedule) {
    longest = 2 * schedule.size() + 100;
    try {
      List<Choice> best = run(schedule);
      if (best == null) {
        return schedule;
      }
      best = reorder(best);
      for (List<Choice> better = edit(best); better != null; better = edit(best)) {
        best = reorder(better);
      }
      best = startAfresh(best);
      run(best);
      return ReplaySchedule.of(machine);
    } catch (MachineException beyondLimits) {
      // An attempt has left what the machine can do; the execution that was found is one it can.
      return schedule;
    }
  }

  static int switches(List<Choice> schedule) {
    int count = 0;
    for (int i = 1; i < schedule.size(); i++) {
      if (schedule.get(i).thread() != schedule.get(i - 1).thread()) {
        count++;
      }
    }
    return count;
  }

  private static boolean isBetter(List<Choice> a, List<Choice> b) {
    int difference = switches(a) - switches(b);
    return difference < 0 || (difference == 0 && a.size() < b.size());
  }

  // ---- Running ------------------------------------------------------------------------------

  /**
   * Follows a schedule as far as it goes, leaving out steps that are not possible, and then runs on
   * without need to change threads.
   *
   * @return what was run, if it ends in the failure; else null
   */
  private List<Choice> run(List<Choice> wanted) {
    runs++;
    rewind(wanted);
    boolean failed = hasFailed();
    for (int i = machine.length(); i < wanted.size() && !failed; i++) {
      failed = step(wanted.get(i)) && hasFailed();
    }
    if (!failed && !isFound()) {
      runOn();
    }
    return isFound() ? executed() : null;
  }

  /** Undoes what is not at the beginning of the schedule. */
  private void rewind(List<Choice> wanted) {
    int common = 0;
    while (common < Math.min(machine.length(), wanted.size())
        && choice(common).equals(wanted.get(common))) {
      common++;
    }
    while (machine.length() > common) {
      machine.undo();
    }
  }

  private Choice choice(int event) {
    return new Choice(machine.thread(event), Footprint.alternative(machine.footprint(event)));
  }

  private boolean step(Choice choice) {
    if (choice.thread() >= machine.threads() || !machine.isEnabled(choice.thread())) {
      return false;
    }
    steps++;
    machine.step(choice.thread(), choice.alternative());
    if (choice.alternative() >= machine.alternatives(machine.length() - 1)) {
      machine.undo();
      return false;
    }
    return true;
  }

  private void runOn() {
    int t = machine.length() == 0 ? 0 : machine.thread(machine.length() - 1);
    while (machine.length() < longest && !hasFailed()) {
      if (!machine.isEnabled(t)) {
        t = 0;
        while (t < machine.threads() && !machine.isEnabled(t)) {
          t++;
        }
        if (t == machine.threads()) {
          return;
        }
      }
      step(new Choice(t, 0));
    }
  }

  private boolean hasFailed() {
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      if (node != null && node.status() == ThreadNode.Status.FAILED) {
        return true;
      }
    }
    return false;
  }

  private boolean isFound() {
    FailureDetection.Finding finding = new FailureDetection(machine).finding();
    return finding != null && finding.kind() == kind && finding.location().equals(location);
  }

  private List<Choice> executed() {
    List<Choice> choices = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      choices.add(choice(e));
    }
    return choices;
  }

  // ---- Equivalent executions ----------------------------------------------------------------

  /** Only what the failure needs, with as few turns as a simple rule achieves. */
  private List<Choice> reorder(List<Choice> best) {
    run(best);
    HappensBefore happensBefore = new HappensBefore(machine);
    List<Choice> choices = executed();
    while (machine.length() > 0) {
      machine.undo();
    }
    for (Choice choice : choices) {
      step(choice);
      happensBefore.append();
    }
    int[] needed = needed(happensBefore, new FailureDetection(machine).finding());
    List<Choice> kept = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      if (happensBefore.index(e) <= needed[machine.thread(e)]) {
        kept.add(choice(e));
      }
    }
    List<Choice> reordered = linearize(happensBefore, needed);
    List<Choice> result = run(kept);
    result = result != null && isBetter(result, best) ? result : best;
    List<Choice> other = run(reordered);
    return other != null && isBetter(other, result) ? other : result;
  }

  /** For each thread how many of its events the failure cannot do without. */
  private int[] needed(HappensBefore happensBefore, FailureDetection.Finding finding) {
    int[] needed = new int[machine.threads()];
    if (finding.kind().isWaiting() && !finding.isCircle()) {
      Arrays.fill(needed, Integer.MAX_VALUE);
      return needed;
    }
    List<Integer> threads = finding.isCircle() ? finding.waiting() : List.of(finding.thread());
    for (int t : threads) {
      int last = machine.spawnedBy(t);
      for (int e = 0; e < machine.length(); e++) {
        last = machine.thread(e) == t ? e : last;
      }
      for (int u = 0; last >= 0 && u < needed.length; u++) {
        needed[u] = Math.max(needed[u], happensBefore.clock(last, u));
      }
    }
    return needed;
  }

  /** The needed events in an order in which a thread goes on as long as it can. */
  private List<Choice> linearize(HappensBefore happensBefore, int[] needed) {
    List<List<Integer>> events = new ArrayList<>();
    for (int t = 0; t < needed.length; t++) {
      events.add(new ArrayList<>());
    }
    int count = 0;
    for (int e = 0; e < machine.length(); e++) {
      if (happensBefore.index(e) <= needed[machine.thread(e)]) {
        events.get(machine.thread(e)).add(e);
        count++;
      }
    }
    int[] done = new int[needed.length];
    List<Choice> order = new ArrayList<>();
    int t = -1;
    while (order.size() < count) {
      if (t < 0 || !isReady(happensBefore, events, done, t)) {
        t = withLongestTurn(happensBefore, events, done);
      }
      order.add(choice(events.get(t).get(done[t]++)));
    }
    return order;
  }

  private boolean isReady(
      HappensBefore happensBefore, List<List<Integer>> events, int[] done, int t) {
    if (done[t] == events.get(t).size()) {
      return false;
    }
    int event = events.get(t).get(done[t]);
    for (int u = 0; u < done.length; u++) {
      if (u != t && happensBefore.clock(event, u) > done[u]) {
        return false;
      }
    }
    return true;
  }

  private int withLongestTurn(HappensBefore happensBefore, List<List<Integer>> events, int[] done) {
    int chosen = -1;
    int most = 0;
    for (int t = 0; t < done.length; t++) {
      int before = done[t];
      while (isReady(happensBefore, events, done, t)) {
        done[t]++;
      }
      int turn = done[t] - before;
      done[t] = before;
      if (turn > most) {
        most = turn;
        chosen = t;
      }
    }
    return chosen;
  }

  // ---- Other executions ---------------------------------------------------------------------

  /** A better execution with one turn less, or null if none is found. */
  private List<Choice> edit(List<Choice> best) {
    List<List<Choice>> turns = turns(best);
    for (int i = turns.size() - 1; i >= 0; i--) {
      int before = sameThread(turns, i, -1);
      int after = sameThread(turns, i, 1);
      for (int target : new int[] {LEFT_OUT, before, after}) {
        if (runs >= MAX_EDITS || steps >= MAX_STEPS / 2) {
          return null;
        }
        if (target != NONE) {
          List<Choice> result = run(moved(turns, i, target));
          if (result != null && isBetter(result, best)) {
            return result;
          }
        }
      }
    }
    return null;
  }

  private static List<List<Choice>> turns(List<Choice> schedule) {
    List<List<Choice>> turns = new ArrayList<>();
    int last = -1;
    for (Choice choice : schedule) {
      if (choice.thread() != last) {
        turns.add(new ArrayList<>());
      }
      turns.get(turns.size() - 1).add(choice);
      last = choice.thread();
    }
    return turns;
  }

  /** The nearest turn of the same thread in a direction, or {@link #NONE}. */
  private static int sameThread(List<List<Choice>> turns, int turn, int direction) {
    int thread = turns.get(turn).get(0).thread();
    for (int i = turn + direction; i >= 0 && i < turns.size(); i += direction) {
      if (turns.get(i).get(0).thread() == thread) {
        return i;
      }
    }
    return NONE;
  }

  /** The schedule with a turn joined to another one of its thread, or left out. */
  private static List<Choice> moved(List<List<Choice>> turns, int turn, int target) {
    List<Choice> schedule = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      if (i == target && target > turn) {
        schedule.addAll(turns.get(turn));
      }
      if (i != turn) {
        schedule.addAll(turns.get(i));
      }
      if (i == target && target < turn) {
        schedule.addAll(turns.get(turn));
      }
    }
    return schedule;
  }

  // ---- Starting afresh ----------------------------------------------------------------------

  /** An execution with few departures from running one thread after the other. */
  private record Trial(List<Choice> executed, int lastDeparture) {}

  private List<Choice> startAfresh(List<Choice> best) {
    BitSet shared = sharedWords(best);
    List<Choice> found = best;
    run(List.of());
    List<Trial> attempts = List.of(new Trial(executed(), -1));
    while (!attempts.isEmpty()) {
      List<Trial> next = new ArrayList<>();
      for (Trial attempt : attempts) {
        for (int i = attempt.lastDeparture + 1; i < attempt.executed.size(); i++) {
          for (int t : others(attempt.executed, i, shared)) {
            if (runs >= MAX_RUNS || steps >= MAX_STEPS) {
              return found;
            }
            List<Choice> wanted = new ArrayList<>(attempt.executed.subList(0, i));
            wanted.add(new Choice(t, 0));
            List<Choice> result = run(wanted);
            next.add(new Trial(executed(), i));
            if (result != null && isBetter(result, found)) {
              found = reorder(result);
            }
          }
        }
      }
      attempts = switches(found) > 1 ? next : List.of();
    }
    return found;
  }

  /** The words of memory that several threads touch, and one of them to write. */
  private BitSet sharedWords(List<Choice> schedule) {
    run(schedule);
    BitSet shared = new BitSet();
    for (int e = 0; e < machine.length(); e++) {
      for (int other = 0; other < e; other++) {
        if (machine.thread(other) != machine.thread(e)
            && Footprint.conflict(machine.footprint(other), machine.footprint(e))) {
          shared.set(Footprint.word(machine.footprint(e)));
          shared.set(Footprint.word(machine.footprint(other)));
        }
      }
    }
    return shared;
  }

  /** The threads that could go instead of the one that did; none where that changes nothing. */
  private List<Integer> others(List<Choice> executed, int at, BitSet shared) {
    rewind(executed.subList(0, at));
    for (int i = machine.length(); i < at; i++) {
      step(executed.get(i));
    }
    int t = executed.get(at).thread();
    boolean isTurn = at > 0 && executed.get(at - 1).thread() != t;
    List<Integer> others = new ArrayList<>();
    for (int other = 0; other < machine.threads(); other++) {
      if (other != t && machine.isEnabled(other)) {
        others.add(other);
      }
    }
    if (!others.isEmpty() && !isTurn && at > 0) {
      step(executed.get(at));
      long touched = machine.footprint(machine.length() - 1);
      machine.undo();
      if (Footprint.touches(touched) && !shared.get(Footprint.word(touched))) {
        return List.of();
      }
    }
    return others;
  }
}
