package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import dev.heddle.verdict.Outcome;
import dev.heddle.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaksTest {
  private static Outcome explore(Program program) {
    return new OptimalExploration().explore(program, Limits.NONE, new Progress());
  }

  private static String leak(int line) {
    return "leak.c:"
        + line
        + ": memory allocated here leaks: an execution ends without freeing or keeping it";
  }

  @Test
  void lostMemoryIsAWarningOncePerPlace() {
    ProgramBuilder builder = new ProgramBuilder("leak.c");
    Value x = builder.global("x", 4);
    Value lose =
        builder.function(
            "lose",
            body -> {
              body.malloc(Value.of(8));
              body.store(x, Value.of(1), 4);
            });
    builder.function(
        "main",
        body -> {
          body.spawn(lose, Value.of(0));
          body.spawn(lose, Value.of(0));
        });
    Outcome outcome = explore(builder.build());
    assertEquals(Verdict.SAFE, outcome.verdict());
    assertEquals(2, outcome.complete());
    assertEquals(List.of(leak(1)), outcome.warnings());
  }

  @Test
  void whatGlobalsLeadToIsNotLost() {
    ProgramBuilder builder = new ProgramBuilder("leak.c");
    Value head = builder.global("head", 8);
    builder.function(
        "main",
        body -> {
          Value first = body.malloc(Value.of(16));
          Value second = body.malloc(Value.of(16));
          Value freed = body.malloc(Value.of(16));
          body.store(first, second, 8);
          body.store(head, first, 8);
          body.free(freed);
        });
    assertEquals(List.of(), explore(builder.build()).warnings());
  }

  @Test
  void onlySomeExecutionsLeak() {
    ProgramBuilder builder = new ProgramBuilder("leak.c");
    Value slot = builder.global("slot", 8);
    Value put = builder.function("put", body -> body.store(slot, body.malloc(Value.of(8)), 8));
    builder.function(
        "main",
        body -> {
          body.spawn(put, Value.of(0));
          body.free(body.load(slot, 8));
          body.store(slot, Value.of(0), 8);
        });
    assertEquals(List.of(leak(1)), explore(builder.build()).warnings());
  }

  /** What a thread makes as its n-th object can be on the heap in one execution only. */
  @Test
  void theSameNumberCanBeAnotherKindOfObjectElsewhere() {
    ProgramBuilder builder = new ProgramBuilder("kinds.c");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value race = builder.function("race", body -> body.store(y, body.parameter(), 4));
    Value write = builder.function("write", body -> body.store(x, Value.of(1), 4));
    Value make =
        builder.function(
            "make",
            body -> {
              Value seen = body.load(x, 4);
              body.when(
                  body.compare(Relation.EQ, 32, seen, Value.of(0)),
                  () -> {
                    Value local = body.local(8, false);
                    body.store(local, Value.of(1), 8);
                  });
              body.when(
                  body.compare(Relation.EQ, 32, seen, Value.of(1)),
                  () -> body.free(body.malloc(Value.of(8))));
            });
    builder.function(
        "main",
        body -> {
          // All is explored for each order of the first two, so that histories are met again.
          body.spawn(race, Value.of(1));
          body.spawn(race, Value.of(2));
          body.spawn(write, Value.of(0));
          body.spawn(make, Value.of(0));
        });
    Outcome outcome = explore(builder.build());
    assertEquals(Verdict.SAFE, outcome.verdict(), () -> outcome.violations().toString());
    assertEquals(4, outcome.complete());
    assertEquals(List.of(), outcome.warnings());
  }
}
