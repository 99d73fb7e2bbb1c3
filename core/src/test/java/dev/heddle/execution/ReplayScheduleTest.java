package dev.heddle.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.NaiveExploration;
import dev.heddle.explore.Progress;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Machine;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayScheduleTest {
  /** Threads that start threads, so that their numbers depend on what was explored before. */
  private static Program family() {
    ProgramBuilder builder = new ProgramBuilder("family.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value grandchild = builder.function("grandchild", body -> body.store(y, body.parameter(), 4));
    Value child =
        builder.function(
            "child",
            body -> {
              body.load(x, 4);
              body.spawn(grandchild, body.parameter());
              body.store(x, Value.of(1), 4);
            });
    builder.function(
        "main",
        body -> {
          body.spawn(child, Value.of(0));
          body.spawn(child, Value.of(1));
        });
    return builder.build();
  }

  private static List<String> events(Machine machine) {
    EventDescription explanation = new EventDescription(machine);
    int[] numbers = ReplaySchedule.numbers(machine);
    List<String> events = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      events.add(
          numbers[machine.thread(e)] + " " + explanation.label(e) + "=" + machine.observed(e));
    }
    return events;
  }

  @Test
  void anotherMachineFollowsItAndNumbersThreadsTheSame() {
    Code code = CodeGenerator.generate(family(), 0);
    int[] executions = new int[1];
    boolean[] renumbered = new boolean[1];
    new NaiveExploration(
            (machine, happensBefore) -> {
              executions[0]++;
              List<Choice> schedule = ReplaySchedule.of(machine);
              Machine fresh = new Machine(code);
              for (Choice choice : schedule) {
                assertTrue(fresh.isEnabled(choice.thread()));
                fresh.step(choice.thread(), choice.alternative());
              }
              assertEquals(events(machine), events(fresh));
              assertEquals(schedule, ReplaySchedule.of(fresh));
              for (int e = 0; e < machine.length(); e++) {
                assertEquals(schedule.get(e).thread(), fresh.thread(e));
                renumbered[0] |= machine.thread(e) != fresh.thread(e);
              }
            })
        .explore(family(), Limits.NONE, new Progress());
    assertTrue(executions[0] > 10);
    assertTrue(renumbered[0], "no execution in which numbers differ was met");
  }
}
