package dev.heddle.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.execution.EventDescription;
import dev.heddle.execution.ReplaySchedule;
import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.frontend.llvm.LlvmFrontend;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ExecutionView;
import dev.heddle.machine.MachineReplay;
import dev.heddle.machine.Replay;
import dev.heddle.program.Program;
import dev.heddle.verdict.Violation.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An exploration takes different histories of a thread for one if the thread does the same after
 * them. Here its executions are run again by a machine that keeps every history apart.
 */
class MergedStatesTest {
  private static final int EXECUTIONS = 400;

  @ParameterizedTest
  @CsvSource({
    "circular-buffer, 4",
    "dekker, 2",
    "fib-bench, 3",
    "indexer, 13",
    "opt-lock, 5",
    "parker, 4",
    "peterson, 2",
    "race-parametric, 3",
    "szymanski, 1"
  })
  void executionsAreThoseOfSeparateHistories(String benchmark, int n) throws Exception {
    try (Programs programs = Programs.unpacked()) {
      Program program = LlvmFrontend.load(programs.file(benchmark), List.of("-DN=" + n));
      Code code = CodeGenerator.generate(program, 0);
      AtomicInteger executions = new AtomicInteger();
      new OptimalExploration(
              (machine, happensBefore) -> {
                executions.incrementAndGet();
                assertEquals(events(machine), events(again(code, ReplaySchedule.of(machine))));
              })
          .explore(program, new Limits(0, false, EXECUTIONS, 0), new Progress());
      assertTrue(executions.get() > 10, "there is hardly anything to compare");
    }
  }

  private static ExecutionView again(Code code, List<Choice> schedule) {
    Replay replay = new MachineReplay(code);
    for (Choice choice : schedule) {
      assertTrue(replay.step(choice.thread(), choice.alternative(), Replay.BY_ORDER));
    }
    return replay.execution();
  }

  private static List<String> events(ExecutionView machine) {
    EventDescription explanation = new EventDescription(machine);
    int[] numbers = ReplaySchedule.numbers(machine);
    List<String> events = new ArrayList<>();
    for (int e = 0; e < machine.length(); e++) {
      events.add(
          (numbers[machine.thread(e)] + " " + explanation.label(e))
              + ("=" + machine.observed(e) + " at " + explanation.locationOf(e)));
    }
    return events;
  }
}
