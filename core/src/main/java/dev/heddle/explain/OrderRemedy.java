package dev.heddle.explain;

import dev.heddle.execution.RaceText;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.FailureKind;
import dev.heddle.verdict.Weakness.Stronger;
import java.util.List;

/**
 * Says which memory orders would help where an execution ends with an access that does not happen
 * behind another one although it must. They were tried: the same execution is followed with the
 * program's orders changed. Either nothing is wrong with the access then, or what comes before it
 * is not possible any more.
 */
final class OrderRemedy {
  /** In longer executions it would take too long to try orders. */
  private static final int MAX_EVENTS = 2000;

  private final Replayer replayer;
  private final ReplayPlan plan;
  private final Narration narration;

  /** Whose lines go without its name. */
  private final String file;

  private final StrongerOrders orders;

  /**
   * @param plan leads to the execution; its last step is the access
   */
  OrderRemedy(Replayer replayer, Code code, ReplayPlan plan, Narration narration, String file) {
    this.replayer = replayer;
    this.plan = plan;
    this.narration = narration;
    this.file = file;
    ExecutionView execution = narration.execution();
    this.orders = new StrongerOrders(replayer, code, execution);
    for (int place = 0; place < execution.length(); place++) {
      orders.add(execution.event(place));
    }
  }

  /** What is said of a data race, with what would help. */
  String ofRace(String race) {
    if (isTooLong()) {
      return RaceText.withoutRemedy(race, "the execution is too long to try other memory orders");
    }
    List<Integer> positions = narration.story().positions();
    String ordering = ordering(FailureKind.DATA_RACE);
    if (ordering != null) {
      return RaceText.withRemedy(race, ordering);
    }
    List<Stronger> forbidding = orders.find(changed -> !isPossible(changed), positions);
    return forbidding.isEmpty()
        ? RaceText.withoutRemedy(race, "stronger memory orders would not order them")
        : RaceText.withRemedy(
            race, "with " + Stronger.describe(forbidding, file) + " this cannot happen");
  }

  /** What would make a failure of this kind go away, or null if that is not known. */
  String ordering(FailureKind kind) {
    if (isTooLong()) {
      return null;
    }
    List<Stronger> ordering =
        orders.find(changed -> areOrdered(changed, kind), narration.story().positions());
    return ordering.isEmpty() ? null : Stronger.describe(ordering, file) + " would order them";
  }

  private boolean isTooLong() {
    return narration.execution().length() > MAX_EVENTS;
  }

  /** Whether the execution exists up to the access, with which nothing is wrong then. */
  private boolean areOrdered(Code changed, FailureKind kind) {
    Replay replay = replayer.start(changed);
    return plan.withoutLast().follow(replay::step) && !fails(replay, kind);
  }

  private boolean isPossible(Code changed) {
    return plan.withoutLast().follow(replayer.start(changed)::step);
  }

  /** Whether the last step can be taken and goes wrong. */
  private boolean fails(Replay replay, FailureKind kind) {
    if (!plan.onlyLast().follow(replay::step)) {
      return false;
    }
    ThreadNode node = replay.execution().current(plan.last().thread());
    return node.status() == ThreadNode.Status.FAILED && node.failure().kind() == kind;
  }
}
