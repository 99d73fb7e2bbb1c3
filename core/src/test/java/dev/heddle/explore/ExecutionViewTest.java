package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.execution.ReplaySchedule;
import dev.heddle.explore.readsfrom.NoReadsFromException;
import dev.heddle.explore.readsfrom.ReadsFromExploration;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MachineReplay;
import dev.heddle.machine.OperationKind;
import dev.heddle.machine.Replay;
import dev.heddle.machine.ThreadNode;
import dev.heddle.program.Program;
import dev.heddle.verdict.Violation.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What executions say of themselves is right, on random programs. */
final class ExecutionViewTest {
  private static final long EXECUTIONS = 50;

  private long reads;
  private long executions;

  @Test
  void sourcesExplainWhatReadsSee() {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 4000) / 20;
    for (long seed = 1; seed <= programs; seed++) {
      Program program = RandomProgram.of(seed);
      Limits limits = new Limits(0, true, EXECUTIONS, 0);
      Code code = CodeGenerator.generate(program, 0);
      new OptimalExploration((machine, happensBefore) -> check(machine, code))
          .explore(program, limits, new Progress());
      try {
        new ReadsFromExploration(1, machine -> check(machine, code))
            .explore(program, limits, new Progress());
      } catch (NoReadsFromException e) {
        assertTrue(e.getMessage().endsWith("use --algorithm optimal"), e.getMessage());
      }
    }
    assertTrue(reads > executions / 8, "hardly anything is read");
  }

  private void check(ExecutionView execution, Code code) {
    executions++;
    for (int place = 0; place < execution.length(); place++) {
      int event = execution.event(place);
      assertEquals(place, execution.place(event));
      checkSource(execution, event);
    }
    checkReplay(execution, code);
  }

  private void checkSource(ExecutionView execution, int event) {
    ThreadNode node = execution.operation(event);
    int source = execution.source(event);
    assertEquals(!node.kind().reads(), source == ExecutionView.NOTHING);
    if (source < 0) {
      return;
    }
    assertTrue(execution.place(source) < execution.place(event), "a source comes later");
    assertTrue(execution.writes(source), "a source has not written");
    ThreadNode write = execution.operation(source);
    boolean isSame = write.address() == node.address() && write.bytes() == node.bytes();
    if (isSame && node.kind() == OperationKind.LOAD && !execution.fails(event)) {
      assertEquals(execution.written(source), execution.observed(event));
      reads++;
    }
    if (isSame && execution.writes(event) && node.kind().givesContent()) {
      assertEquals(execution.written(source), execution.overwritten(event));
    }
  }

  /** The schedule and the sources lead to the same execution; other sources do not. */
  private static void checkReplay(ExecutionView execution, Code code) {
    List<Choice> schedule = ReplaySchedule.of(execution);
    List<Integer> sources = ReplaySchedule.sources(execution);
    Replay replay = new MachineReplay(code);
    for (int i = 0; i < schedule.size(); i++) {
      Choice choice = schedule.get(i);
      int source = sources.get(i);
      int wrong = source == ExecutionView.NOTHING ? ExecutionView.INITIAL : ExecutionView.NOTHING;
      assertFalse(replay.step(choice.thread(), choice.alternative(), wrong));
      assertTrue(replay.step(choice.thread(), choice.alternative(), source));
      int event = execution.event(i);
      assertEquals(execution.observed(event), replay.execution().observed(i));
      assertEquals(execution.writes(event), replay.execution().writes(i));
    }
    assertEquals(execution.isComplete(), replay.execution().isComplete());
    assertEquals(execution.hasFailedThread(), replay.execution().hasFailedThread());
  }
}
