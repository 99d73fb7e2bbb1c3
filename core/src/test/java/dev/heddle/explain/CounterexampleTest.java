package dev.heddle.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.OptimalExploration;
import dev.heddle.explore.Progress;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Violation;
import dev.heddle.verdict.Violation.Choice;
import dev.heddle.verdict.Violation.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterexampleTest {
  private static Violation explain(Program program) {
    return new ExplainedExploration(new OptimalExploration())
        .explore(program, Limits.NONE, new Progress())
        .violations()
        .get(0);
  }

  private static String text(Step step) {
    return step.thread()
        + " "
        + step.operation()
        + " "
        + step.target()
        + (step.text().isEmpty() ? "" : " " + step.text())
        + (step.becomes().isEmpty() ? "" : " -> " + step.becomes())
        + (step.expected().isEmpty() ? "" : " not " + step.expected())
        + (step.readsFrom() == Violation.NOTHING ? "" : " from " + step.readsFrom())
        + (step.fails() ? " fails" : "")
        + (step.distance() < 0 ? " -" : step.distance() >= 1000 ? "" : " @" + step.distance());
  }

  private static void assertTrace(Violation violation, String... steps) {
    assertEquals(List.of(steps), violation.trace().stream().map(text -> text(text)).toList());
  }

  @Test
  void readsNameTheirSourcesEvenBeforeTheFirstThread() {
    ProgramBuilder builder = new ProgramBuilder("sources.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value z = builder.global("z", 4);
    Value unused = builder.global("unused", 4);
    Value run =
        builder.function(
            "run",
            body -> {
              Value a = body.load(x, 4);
              Value b = body.load(y, 4);
              Value c = body.load(z, 4);
              Value sum = body.binary(BinaryOperator.ADD, 32, a, b);
              body.check(body.compare(Relation.NE, 32, sum, Value.of(8)));
              body.store(unused, c, 4);
            });
    builder.function(
        "main",
        body -> {
          body.store(x, Value.of(3), 4);
          body.store(unused, Value.of(7), 4);
          body.spawn(run, Value.of(0));
          body.rmw(RmwOperator.ADD, y, Value.of(5), 4);
        });
    Violation violation = explain(builder.build());
    assertEquals(FailureKind.ASSERTION, violation.kind());
    assertEquals(1, violation.thread());
    assertTrace(
        violation,
        "0 store x 3 @2",
        "0 create thread 1 run",
        "0 rmw y 0 -> 5 from -1 @2",
        "1 load x 3 from 0 @1",
        "1 load y 5 from 2 @1",
        "1 load z 0 from -1 -");
    assertEquals(List.of("main", "run"), violation.threads());
  }

  @Test
  void useAfterFreeTellsTheLifeOfTheObject() {
    ProgramBuilder builder = new ProgramBuilder("life.c");
    Value p = builder.global("p", 8);
    Value release = builder.function("release", body -> body.free(body.load(p, 8)));
    Value helper = builder.function("helper", body -> body.store(body.parameter(), Value.of(1), 4));
    Value use = builder.function("use", body -> body.call(helper, body.load(p, 8)));
    builder.function(
        "main",
        body -> {
          body.store(p, body.malloc(Value.of(16)), 8);
          body.spawn(release, Value.of(0));
          body.spawn(use, Value.of(0));
        });
    Violation violation = explain(builder.build());
    assertEquals(FailureKind.USE_AFTER_FREE, violation.kind());
    assertEquals("heap#1", violation.object().name());
    assertEquals(16, violation.object().bytes());
    assertEquals(0, violation.object().allocated().thread());
    assertEquals(1, violation.object().freed().thread());
    assertEquals(
        List.of("helper", "use"),
        violation.stack().stream().map(Violation.Frame::function).toList());
    assertEquals(violation.location(), violation.stack().get(0).location());
    Step last = violation.trace().get(violation.trace().size() - 1);
    assertTrue(last.fails());
    assertEquals("heap#1", last.target());
    Step free =
        violation.trace().stream().filter(s -> s.operation().equals("free")).findFirst().get();
    assertEquals(0, free.distance());
    assertEquals(free.location(), violation.object().freed().location());
  }

  @Test
  void overwrittenReadsPointToWhatOverwroteThem() {
    ProgramBuilder builder = new ProgramBuilder("aba.c");
    Value x = builder.global("x", 4);
    Value noise = builder.global("noise", 4);
    Value change =
        builder.function(
            "change",
            body -> {
              body.store(noise, Value.of(1), 4);
              body.store(x, Value.of(1), 4);
              body.store(x, Value.of(0), 4);
            });
    Value swap =
        builder.function(
            "swap",
            body -> {
              Value seen = body.load(x, 4);
              Value again = body.load(x, 4);
              Value different = body.compare(Relation.NE, 32, seen, again);
              body.when(
                  different,
                  () -> {
                    Value success = body.compareExchange(x, seen, Value.of(9), 4);
                    body.check(body.compare(Relation.EQ, 1, success, Value.of(0)));
                  });
            });
    builder.function(
        "main",
        body -> {
          body.spawn(change, Value.of(0));
          body.spawn(swap, Value.of(0));
        });
    assertTrace(
        explain(builder.build()),
        "0 create thread 1 change",
        "0 create thread 2 swap",
        "2 load x 0 from -1 @1",
        "1 store noise 1 -",
        "1 store x 1 @2",
        "2 load x 1 from 4 @1",
        "1 store x 0 @2",
        "2 cas x 0 -> 9 from 6 @1");
  }

  @Test
  void deadlockSaysWhoHoldsWhatSinceWhen() {
    ProgramBuilder builder = new ProgramBuilder("circle.c");
    Value a = builder.global("a", 8);
    Value b = builder.global("b", 8);
    Value back =
        builder.function(
            "back",
            body -> {
              body.mutex(MutexOperator.LOCK, b);
              body.mutex(MutexOperator.LOCK, a);
            });
    builder.function(
        "main",
        body -> {
          body.mutex(MutexOperator.LOCK, a);
          Value thread = body.spawn(back, Value.of(0));
          body.join(thread);
        });
    Violation violation = explain(builder.build());
    assertEquals(FailureKind.DEADLOCK, violation.kind());
    assertEquals("main and thread 1 wait for each other", violation.message());
    Violation.Wait main = violation.waits().get(0);
    assertEquals(0, main.thread());
    assertEquals("the end of thread 1", main.target());
    assertEquals(1, main.holder());
    assertNull(main.since());
    Violation.Wait other = violation.waits().get(1);
    assertEquals("a", other.target());
    assertEquals(0, other.holder());
    assertEquals("circle.c:4", other.since().toString());
    assertEquals("circle.c:2", other.location().toString());
    assertEquals("back", other.stack().get(0).function());
  }

  @Test
  void waitingForNobodyInParticularIsBlamedOnWhoWaits() {
    ProgramBuilder builder = new ProgramBuilder("forever.c");
    Value x = builder.global("x", 4);
    Value wait =
        builder.function(
            "wait", body -> body.await(x, Relation.EQ, Value.of(1), null, Value.of(0)));
    builder.function("main", body -> body.join(body.spawn(wait, Value.of(0))));
    Violation violation = explain(builder.build());
    assertEquals(FailureKind.DEADLOCK, violation.kind());
    assertEquals(1, violation.thread());
    assertEquals("forever.c:1", violation.location().toString());
    assertEquals("main and thread 1 wait for what never happens", violation.message());
    assertEquals("a number (x)", violation.waits().get(1).target());
  }

  @Test
  void outputIsThatOfTheShownExecution() {
    ProgramBuilder builder = new ProgramBuilder("quiet.c");
    builder.function("main", body -> body.check(Value.of(0)));
    Violation violation = explain(builder.build());
    assertEquals("", violation.output());
    assertEquals(List.of(), violation.schedule());
    assertEquals(List.of(), violation.trace());
    assertEquals("main", violation.stack().get(0).function());
  }

  @Test
  void schedulesThatLeadNowhereAreRefused() {
    ProgramBuilder builder = new ProgramBuilder("choice.c");
    Value x = builder.global("x", 4);
    Value run = builder.function("run", body -> body.store(x, body.choose(3, 5), 4));
    builder.function("main", body -> body.spawn(run, Value.of(0)));
    Counterexample counterexample = new Counterexample(builder.build(), 0);
    assertNull(counterexample.replay(List.of(new Choice(1, 0))));
    assertNull(counterexample.replay(List.of(new Choice(1, 3))));
    assertNull(counterexample.replay(List.of(new Choice(7, 0))));
    assertNull(counterexample.replay(List.of(new Choice(0, 0))));
    assertNull(
        counterexample.replay(List.of(new Choice(1, 0), new Choice(1, 0), new Choice(1, 0))));
  }
}
