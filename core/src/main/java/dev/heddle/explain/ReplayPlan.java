package dev.heddle.explain;

import dev.heddle.execution.ReplaySchedule;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What leads to an execution again.
 *
 * @param sources what each step reads from, as in {@link Violation#sources}; empty if that follows
 *     from the order of the steps
 */
record ReplayPlan(List<Choice> schedule, List<Integer> sources) {
  /** What leads through events of an execution in another order, which extends po ∪ rf. */
  static ReplayPlan of(ExecutionView execution, List<Integer> places) {
    int[] number = ReplaySchedule.numbers(execution);
    int[] position = new int[execution.length()];
    List<Choice> schedule = new ArrayList<>();
    List<Integer> sources = new ArrayList<>();
    for (int place : places) {
      int event = execution.event(place);
      int source = execution.source(event);
      position[event] = schedule.size();
      schedule.add(new Choice(number[execution.thread(event)], execution.alternative(event)));
      sources.add(source < 0 ? source : position[source]);
    }
    return new ReplayPlan(schedule, sources);
  }

  Choice last() {
    return schedule.get(schedule.size() - 1);
  }

  ReplayPlan withoutLast() {
    return part(0, schedule.size() - 1);
  }

  ReplayPlan onlyLast() {
    return part(schedule.size() - 1, schedule.size());
  }

  private ReplayPlan part(int from, int to) {
    return new ReplayPlan(
        schedule.subList(from, to), sources.isEmpty() ? sources : sources.subList(from, to));
  }

  /** An execution that can be led through the steps. */
  Replay start(Replayer replayer, Code code) {
    Replay replay = replayer.start(code);
    if (readsAhead()) {
      replay.foresee(
          schedule.stream().mapToInt(Choice::thread).toArray(),
          schedule.stream().mapToInt(Choice::alternative).toArray(),
          sources.stream().mapToInt(Integer::intValue).toArray());
    }
    return replay;
  }

  /** Whether a step reads from a later one, as hardware allows it. */
  boolean readsAhead() {
    return IntStream.range(0, sources.size()).anyMatch(step -> sources.get(step) > step);
  }

  /** Something that can be led through an execution step by step. */
  @FunctionalInterface
  interface Follower {
    boolean step(int thread, int alternative, int source);
  }

  /** Whether the follower can go all the way. */
  boolean follow(Follower follower) {
    if (!sources.isEmpty() && sources.size() != schedule.size()) {
      return false;
    }
    for (int i = 0; i < schedule.size(); i++) {
      Choice choice = schedule.get(i);
      int source = sources.isEmpty() ? Replay.BY_ORDER : sources.get(i);
      if (!follower.step(choice.thread(), choice.alternative(), source)) {
        return false;
      }
    }
    return true;
  }
}
