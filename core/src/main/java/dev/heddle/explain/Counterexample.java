package dev.heddle.explain;

import dev.heddle.execution.FailureDetection;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.machine.Code;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.Replay;
import dev.heddle.machine.Replayer;
import dev.heddle.program.Program;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import dev.heddle.verdict.Violation.MemoryObject;
import dev.heddle.verdict.Violation.Step;
import dev.heddle.verdict.Violation.Wait;
import java.util.ArrayList;
import java.util.List;

/** Makes violations understandable, by running their executions again. */
public final class Counterexample {
  /** A thread that is tried out with other values goes through a loop at most this often. */
  private static final int PATIENCE = 1000;

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
    this.isRescheduled = replayer == Replayer.ON_ONE_MEMORY;
  }

  /** The same failure in an execution that is easy to follow, with all that is known about it. */
  public Violation explain(Violation found) {
    Violation explained =
        isRescheduled ? replay(minimized(found)) : replay(found.schedule(), found.sources());
    return explained == null ? found : explained;
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
    Narration narration = new Narration(replayer.start(code));
    if (!follow(schedule, sources, narration::step)) {
      return null;
    }
    ExecutionView execution = narration.execution();
    FailureDetection.Finding finding = new FailureDetection(execution).finding();
    if (finding == null) {
      return null;
    }
    Influence influence = influence(schedule, sources);
    List<Step> steps = new Relevance(narration, influence).steps(finding);
    boolean isWaiting = finding.kind().isWaiting();
    List<Wait> waits = finding.waiting().stream().map(narration::waiting).toList();
    MemoryObject object = isWaiting ? null : narration.misused(finding.thread());
    return new Violation(
        finding.kind(),
        isWaiting ? message(waits, finding.isCircle()) : message(finding, narration),
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
        ReplaySchedule.sources(execution));
  }

  /** Something that can be led through an execution step by step. */
  @FunctionalInterface
  private interface Follower {
    boolean step(int thread, int alternative, int source);
  }

  private static boolean follow(List<Choice> schedule, List<Integer> sources, Follower follower) {
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

  /** Null if the threads take too long to try them out. */
  private Influence influence(List<Choice> schedule, List<Integer> sources) {
    // Other values can make a thread compute for ever, so that loops need a bound here.
    int bound = unroll > 0 ? unroll : PATIENCE;
    Replay replay = replayer.start(replayer.code(program, bound));
    return follow(schedule, sources, replay::step) ? new Influence(replay.execution()) : null;
  }

  private static String message(FailureDetection.Finding finding, Narration narration) {
    String target = narration.misusedTarget(finding.thread());
    boolean isNamed = !target.isEmpty() && !target.startsWith("0x") && !target.equals("NULL");
    return isNamed ? finding.message() + ": " + target : finding.message();
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
