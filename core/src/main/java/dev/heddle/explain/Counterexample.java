package dev.heddle.explain;

import static java.util.regex.Matcher.quoteReplacement;

import dev.heddle.execution.FailureDetection;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Program;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import dev.heddle.verdict.Violation.MemoryObject;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import dev.heddle.verdict.Weakness;
import java.util.ArrayList;
import java.util.List;

/** Makes violations understandable, by running their executions again. */
public final class Counterexample {
  /** A thread that is tried out with other values goes through a loop at most this often. */
  private static final int PATIENCE = 1000;

  /** Relations of longer executions take longer to compare than they are worth. */
  private static final int MAX_EVENTS_TO_REORDER = 2000;

  private final Program program;
  private final int unroll;
  private final Code code;
  private final Replayer replayer;

  /** Whether events may change places, so that there may be an execution easier to follow. */
  private final boolean isRescheduled;

  /**
   * Executions under sequential consistency.
   *
   * @param unroll the loop bound with which the violation was found; 0 for none
   */
  public Counterexample(Program program, int unroll) {
    this(program, unroll, Replayer.ON_ONE_MEMORY);
  }

  /**
   * Executions under any model; those that are not on one memory are told as they were found.
   *
   * @param replayer runs them again
   */
  public Counterexample(Program program, int unroll, Replayer replayer) {
    this.program = program;
    this.unroll = unroll;
    this.code = replayer.code(program, unroll);
    this.replayer = replayer;
    this.isRescheduled = replayer.isReschedulable();
  }

  /** The same failure in an execution that is easy to follow, with all that is known about it. */
  public Violation explain(Violation found) {
    Violation explained = retell(found);
    return explained == null ? found : explained;
  }

  /** The same; null if the execution is none of this program. */
  Violation retell(Violation found) {
    return isRescheduled ? replay(minimized(found)) : reordered(found);
  }

  /** The execution without what the failure does not depend on, in another order. */
  private Violation reordered(Violation found) {
    ReplayPlan plan = new ReplayPlan(found.schedule(), found.sources());
    Replay replay = plan.start(replayer, code);
    // No order of the steps is easier to follow if one reads from a later one.
    if (!plan.readsAhead() && plan.follow(replay::step)) {
      ReplayPlan readable = readable(replay.execution(), found);
      Violation easier = readable == null ? null : replay(readable.schedule(), readable.sources());
      if (easier != null
          && easier.kind() == found.kind()
          && easier.location().equals(found.location())) {
        return easier;
      }
    }
    return replay(found.schedule(), found.sources());
  }

  private static ReplayPlan readable(ExecutionView execution, Violation found) {
    if (execution.length() > MAX_EVENTS_TO_REORDER) {
      return null;
    }
    ExecutionRelations relations = new ExecutionRelations(execution, true);
    int last = found.kind().isWaiting() ? -1 : execution.lastOf(found.thread());
    List<Integer> order = new ReadableOrder(execution, relations).of(last);
    return ReplayPlan.of(execution, order);
  }

  private List<Choice> minimized(Violation found) {
    return new Minimization(code, found.kind(), found.location()).minimize(found.schedule());
  }

  /** What goes wrong in an execution whose reads see the latest writes; null if nothing does. */
  public Violation replay(List<Choice> schedule) {
    return replay(schedule, List.of());
  }

  /**
   * What goes wrong in an execution; null if it cannot be followed or nothing does.
   *
   * @param sources what each step reads from, as in {@link Violation#sources}; empty if that
   *     follows from the order of the steps
   */
  public Violation replay(List<Choice> schedule, List<Integer> sources) {
    ReplayPlan plan = new ReplayPlan(schedule, sources);
    Narration narration = new Narration(plan.start(replayer, code));
    if (!plan.follow(narration::step)) {
      return null;
    }
    ExecutionView execution = narration.execution();
    FailureDetection.Finding finding = new FailureDetection(execution).finding();
    if (finding == null) {
      return null;
    }
    WeakBehavior behavior = new WeakBehavior(replayer, code, plan, execution);
    Weakness weakness = behavior.weakness(narration.story().positions());
    List<Step> steps = new Relevance(narration, influence(plan)).steps(finding, weakness);
    boolean isWaiting = finding.kind().isWaiting();
    List<Wait> waits = finding.waiting().stream().map(narration::waiting).toList();
    MemoryObject object = isWaiting ? null : narration.misused(finding.thread());
    return new Violation(
        finding.kind(),
        isWaiting ? message(waits, finding.isCircle()) : message(finding, narration, plan),
        finding.location(),
        finding.thread(),
        steps,
        narration.output(),
        narration.stack(finding.thread()),
        object,
        waits,
        narration.mentioned(),
        narration.threads(),
        ReplaySchedule.of(execution),
        ReplaySchedule.sources(execution),
        weakness);
  }

  /** Null if the threads take too long to try them out. */
  private Influence influence(ReplayPlan plan) {
    // Other values can make a thread compute for ever, so that loops need a bound here.
    int bound = unroll > 0 ? unroll : PATIENCE;
    Replay replay = plan.start(replayer, replayer.code(program, bound));
    return plan.follow(replay::step) ? new Influence(replay.execution()) : null;
  }

  private String message(FailureDetection.Finding finding, Narration narration, ReplayPlan plan) {
    String target = narration.misusedTarget(finding.thread());
    boolean isNamed = !target.isEmpty() && !target.startsWith("0x") && !target.equals("NULL");
    String file = finding.location().file();
    String message = finding.message().replace(" at " + file + ":", " at line ");
    OrderRemedy remedy = new OrderRemedy(replayer, code, plan, narration, file);
    if (finding.kind() == FailureKind.DATA_RACE) {
      String named =
          isNamed
              ? message.replaceFirst("^data race", "data race on " + quoteReplacement(target))
              : message;
      return remedy.ofRace(named);
    }
    String ordering = finding.kind().isOfLives() ? remedy.ordering(finding.kind()) : null;
    return message + (isNamed ? ": " + target : "") + (ordering == null ? "" : "; " + ordering);
  }

  private static String message(List<Wait> waits, boolean isCircle) {
    List<String> names = new ArrayList<>();
    waits.forEach(wait -> names.add(wait.thread() == 0 ? "main" : "thread " + wait.thread()));
    if (isCircle && names.size() == 1) {
      return names.get(0) + " waits for itself";
    }
    String last = names.remove(names.size() - 1);
    String all = names.isEmpty() ? last : String.join(", ", names) + " and " + last;
    if (isCircle) {
      return all + " wait for each other";
    }
    return all + (names.isEmpty() ? " waits" : " wait") + " for what never happens";
  }
}
