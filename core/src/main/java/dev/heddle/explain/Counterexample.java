package dev.heddle.explain;

import dev.heddle.explore.FailureDetection;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Influence;
import dev.heddle.machine.Machine;
import dev.heddle.machine.Narration;
import dev.heddle.machine.ReplaySchedule;
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

  /**
   * @param unroll the loop bound with which the violation was found; 0 for none
   */
  public Counterexample(Program program, int unroll) {
    this.program = program;
    this.unroll = unroll;
    this.code = CodeGenerator.generate(program, unroll);
  }

  /** The same failure in an execution that is easy to follow, with all that is known about it. */
  public Violation explain(Violation found) {
    List<Choice> schedule =
        new Minimization(code, found.kind(), found.location()).minimize(found.schedule());
    Violation explained = replay(schedule);
    return explained == null ? found : explained;
  }

  /** What goes wrong in an execution; null if it cannot be followed or nothing does. */
  public Violation replay(List<Choice> schedule) {
    Narration narration = new Narration(code);
    for (Choice choice : schedule) {
      if (!narration.step(choice.thread(), choice.alternative())) {
        return null;
      }
    }
    FailureDetection.Finding finding = new FailureDetection(narration.machine()).finding();
    if (finding == null) {
      return null;
    }
    List<Step> steps = new Relevance(narration, influence(schedule)).steps(finding);
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
        ReplaySchedule.of(narration.machine()));
  }

  /** Null if the threads take too long to try them out. */
  private Influence influence(List<Choice> schedule) {
    // Other values can make a thread compute for ever, so that loops need a bound here.
    int bound = unroll > 0 ? unroll : PATIENCE;
    Machine machine = new Machine(CodeGenerator.generate(program, bound));
    for (Choice choice : schedule) {
      if (!machine.isEnabled(choice.thread())) {
        return null;
      }
      machine.step(choice.thread(), choice.alternative());
    }
    return new Influence(machine);
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
