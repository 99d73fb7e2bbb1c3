package dev.heddle.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.execution.ReplaySchedule;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.Machine;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

class MinimizationTest {
  /** Takes turns after every step, as far as threads can go; stops at a failure. */
  private static List<Choice> roundRobin(Program program) {
    Machine machine = new Machine(CodeGenerator.generate(program, 0));
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int t = 0; t < machine.threads(); t++) {
        if (machine.isEnabled(t)) {
          machine.step(t, 0);
          moved = true;
        }
      }
    }
    return ReplaySchedule.of(machine);
  }

  private static List<Choice> minimize(Program program, FailureKind kind, int line) {
    Code code = CodeGenerator.generate(program, 0);
    Location location = new Location(program.name(), line, 1);
    return new Minimization(code, kind, location).minimize(roundRobin(program));
  }

  private static String turns(List<Choice> schedule) {
    StringBuilder turns = new StringBuilder();
    int last = -1;
    for (Choice choice : schedule) {
      if (choice.thread() != last) {
        turns.append(choice.thread());
      }
      last = choice.thread();
    }
    return turns.toString();
  }

  /** Each of the threads increments x with a read and a write, amid work of its own. */
  private static Program lostUpdate(int threads) {
    ProgramBuilder builder = new ProgramBuilder("lost.c");
    Value x = builder.global("x", 4);
    Value own = builder.global("own", 64);
    Value increment =
        builder.function(
            "increment",
            body -> {
              Value mine =
                  body.binary(
                      BinaryOperator.ADD,
                      64,
                      own,
                      body.binary(BinaryOperator.SHL, 64, body.parameter(), Value.of(3)));
              body.store(mine, Value.of(1), 4);
              Value seen = body.load(x, 4);
              body.store(mine, Value.of(2), 4);
              body.store(x, body.binary(BinaryOperator.ADD, 32, seen, Value.of(1)), 4);
              body.store(mine, Value.of(3), 4);
            });
    builder.function(
        "main",
        body -> {
          Value[] started = new Value[threads];
          for (int t = 0; t < threads; t++) {
            started[t] = body.spawn(increment, Value.of(t));
          }
          for (Value thread : started) {
            body.join(thread);
          }
          body.check(body.compare(Relation.EQ, 32, body.load(x, 4), Value.of(threads)));
        });
    return builder.build();
  }

  private static int failingLine(Program program) {
    List<Choice> schedule = roundRobin(program);
    return new Counterexample(program, 0).replay(schedule).location().line();
  }

  @Test
  void lostUpdateNeedsOneInterruption() {
    Program program = lostUpdate(2);
    List<Choice> clumsy = roundRobin(program);
    int line = failingLine(program);
    List<Choice> minimal = minimize(program, FailureKind.ASSERTION, line);
    assertEquals("1212120", turns(clumsy).substring(0, 5) + turns(clumsy).substring(9));
    // One thread reads, the other does all of its work, the first goes on, main looks.
    assertEquals("1210", turns(minimal));
    Violation replayed = new Counterexample(program, 0).replay(minimal);
    assertEquals(FailureKind.ASSERTION, replayed.kind());
    assertEquals(line, replayed.location().line());
    assertEquals(minimal, replayed.schedule());
  }

  @Test
  void threadsThatAreNotNeededTakeNoTurnsInBetween() {
    Program program = lostUpdate(4);
    List<Choice> minimal = minimize(program, FailureKind.ASSERTION, failingLine(program));
    assertTrue(turns(minimal).length() <= 6, turns(minimal));
    assertEquals(FailureKind.ASSERTION, new Counterexample(program, 0).replay(minimal).kind());
  }

  @Test
  void theSameExecutionAlwaysBecomesTheSame() {
    Program program = lostUpdate(3);
    int line = failingLine(program);
    assertEquals(
        minimize(program, FailureKind.ASSERTION, line),
        minimize(program, FailureKind.ASSERTION, line));
  }

  @Test
  void whatHappensAfterTheFailureOrBesideItIsDropped() {
    ProgramBuilder builder = new ProgramBuilder("beside.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value writer = builder.function("writer", body -> body.store(x, Value.of(1), 4));
    Value bystander =
        builder.function(
            "bystander",
            body -> {
              body.store(y, Value.of(1), 4);
              body.store(y, Value.of(2), 4);
            });
    int[] line = new int[1];
    Value reader =
        builder.function(
            "reader",
            body -> body.check(body.compare(Relation.EQ, 32, body.load(x, 4), Value.of(0))));
    builder.function(
        "main",
        body -> {
          body.spawn(bystander, Value.of(0));
          body.spawn(writer, Value.of(0));
          body.spawn(reader, Value.of(0));
        });
    Program program = builder.build();
    line[0] = failingLine(program);
    assertEquals(
        List.of(new Choice(2, 0), new Choice(3, 0)),
        minimize(program, FailureKind.ASSERTION, line[0]));
  }

  @Test
  void deadlockKeepsOnlyTheThreadsOfTheCircle() {
    ProgramBuilder builder = new ProgramBuilder("circle.c");
    Value a = builder.global("a", 8);
    Value b = builder.global("b", 8);
    Value y = builder.global("y", 4);
    Value bystander = builder.function("bystander", body -> body.store(y, Value.of(1), 4));
    Value there = builder.function("there", body -> locks(body, a, b));
    Value back = builder.function("back", body -> locks(body, b, a));
    builder.function(
        "main",
        body -> {
          Value first = body.spawn(bystander, Value.of(0));
          body.spawn(there, Value.of(0));
          body.spawn(back, Value.of(0));
          body.join(first);
        });
    Program program = builder.build();
    int line = failingLine(program);
    List<Choice> minimal = minimize(program, FailureKind.DEADLOCK, line);
    assertEquals("23", turns(minimal));
    assertEquals(2, minimal.size());
    Violation replayed = new Counterexample(program, 0).replay(minimal);
    assertEquals(FailureKind.DEADLOCK, replayed.kind());
    assertEquals(line, replayed.location().line());
  }

  private static void locks(ProgramBuilder.FunctionBuilder body, Value first, Value second) {
    body.mutex(MutexOperator.LOCK, first);
    body.mutex(MutexOperator.LOCK, second);
    body.mutex(MutexOperator.UNLOCK, second);
    body.mutex(MutexOperator.UNLOCK, first);
  }

  @Test
  void aScheduleThatDoesNotFailStaysAsItIs() {
    Program program = lostUpdate(2);
    List<Choice> harmless = List.of(new Choice(1, 0), new Choice(1, 0));
    Minimization minimization =
        new Minimization(
            CodeGenerator.generate(program, 0), FailureKind.ABORT, new Location("lost.c", 1, 1));
    assertEquals(harmless, minimization.minimize(harmless));
  }
}
