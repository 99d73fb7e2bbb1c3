package dev.heddle.explain;

import dev.heddle.execution.FailureDetection;
import dev.heddle.execution.FailureDetection.Finding;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.explore.Exploration;
import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.program.Program;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.List;

/**
 * Another exploration, which may have found violations by chance: whatever read does not see the
 * newest write to its location in the execution of one, although it could and all would go wrong in
 * the same way, is let see it. What remains stale is what the failure needs.
 *
 * <p>Each stale read is tried, from the first on. The steps behind it are followed as far as they
 * are still possible: with the same source, else with the newest one, and else they are left out.
 * An attempt counts if the same failure is at the same place, and fewer reads are stale. The number
 * of attempts is limited, and the clock is not looked at.
 */
public final class FresherReads implements Exploration {
  private static final int MAX_EVENTS = 2000;
  private static final int MAX_STEPS = 400_000;

  private final Exploration exploration;
  private final Replayer replayer;

  /**
   * @param replayer follows the executions that the exploration visits
   */
  public FresherReads(Exploration exploration, Replayer replayer) {
    this.exploration = exploration;
    this.replayer = replayer;
  }

  @Override
  public Outcome explore(Program program, Limits limits, Progress progress) {
    Outcome outcome = exploration.explore(program, limits, progress);
    if (outcome.violations().isEmpty()) {
      return outcome;
    }
    progress.found(outcome);
    Code code = replayer.code(program, limits.unroll());
    List<Violation> fresher = new ArrayList<>();
    for (Violation violation : outcome.violations()) {
      boolean isToldBySources = violation.sources().size() == violation.schedule().size();
      fresher.add(
          isToldBySources && violation.schedule().size() <= MAX_EVENTS
              ? new Attempts(code, violation).best()
              : violation);
    }
    return outcome.withViolations(fresher);
  }

  /** What is tried for one violation. */
  private final class Attempts {
    private final Code code;
    private final Violation found;
    private int steps;

    Attempts(Code code, Violation found) {
      this.code = code;
      this.found = found;
    }

    Violation best() {
      Violation best = found;
      Replay replay = follow(best, -1);
      List<Integer> stale = stale(replay.execution());
      for (int i = 0; i < stale.size() && steps < MAX_STEPS; ) {
        int tried = stale.get(i);
        Replay attempt = follow(best, tried);
        Violation result = failure(attempt.execution());
        List<Integer> left = stale(attempt.execution());
        if (result == null || left.size() >= stale.size()) {
          i++;
        } else {
          best = result;
          stale = left;
          i = 0;
          while (i < stale.size() && stale.get(i) < tried) {
            i++;
          }
        }
      }
      return best;
    }

    /** The failure of an execution, if it is the one that was found; else null. */
    private Violation failure(ExecutionView execution) {
      FailureDetection detection = new FailureDetection(execution);
      Finding finding = detection.finding();
      boolean isSame =
          finding != null
              && finding.kind() == found.kind()
              && finding.location().equals(found.location());
      return isSame ? detection.report(finding) : null;
    }

    /** Follows an execution, but lets one step, unless it is below 0, read the newest write. */
    private Replay follow(Violation violation, int fresh) {
      List<Choice> schedule = violation.schedule();
      Replay replay = replayer.start(code);
      int[] place = new int[schedule.size()];
      for (int i = 0; i < schedule.size(); i++) {
        steps++;
        Choice choice = schedule.get(i);
        int source = violation.sources().get(i);
        int moved = source < 0 ? source : place[source];
        boolean isLost = source >= 0 && moved < 0;
        place[i] = replay.execution().length();
        boolean isDone =
            i != fresh && !isLost && replay.step(choice.thread(), choice.alternative(), moved);
        if (!isDone && (source == ExecutionView.NOTHING || !stepFresh(replay, choice))) {
          place[i] = -1;
        }
      }
      return replay;
    }

    /** Lets a thread read the newest write that it can. */
    private boolean stepFresh(Replay replay, Choice choice) {
      for (int source = replay.execution().length() - 1; source >= 0; source--) {
        if (replay.execution().writes(source)
            && replay.step(choice.thread(), choice.alternative(), source)) {
          return true;
        }
      }
      return replay.step(choice.thread(), choice.alternative(), ExecutionView.INITIAL);
    }
  }

  /** The places of reads that do not see the newest write to their location. */
  private static List<Integer> stale(ExecutionView execution) {
    List<Integer> sources = ReplaySchedule.sources(execution);
    List<Integer> stale = new ArrayList<>();
    for (int place = 0; place < execution.length(); place++) {
      int event = execution.event(place);
      if (sources.get(place) != ExecutionView.NOTHING) {
        int newest = place - 1;
        while (newest >= 0
            && !(execution.writes(execution.event(newest))
                && execution.overlap(execution.event(newest), event))) {
          newest--;
        }
        if (newest >= 0 && newest > sources.get(place)) {
          stale.add(place);
        }
      }
    }
    return stale;
  }
}
