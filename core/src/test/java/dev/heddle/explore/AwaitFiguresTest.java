package dev.heddle.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.machine.Machine;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.transform.Reductions;
import dev.heddle.transform.purity.LoopFinding;
import dev.heddle.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The examples of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022), figures 2 to 6. */
final class AwaitFiguresTest {
  private static final Reductions PURITY = new Reductions(true, false, false);

  private final ProgramBuilder builder = new ProgramBuilder("figure");
  private final Value.GlobalAddress x = builder.global("x", 4);
  private final Value.GlobalAddress y = builder.global("y", 4);
  private final Value.GlobalAddress z = builder.global("z", 4);
  private final List<Value> threads = new ArrayList<>();

  private void thread(Consumer<FunctionBuilder> body) {
    threads.add(builder.function("t" + threads.size(), body));
  }

  private Program build() {
    builder.function("main", f -> threads.forEach(body -> f.spawn(body, Value.of(0))));
    return builder.build();
  }

  private static void store(FunctionBuilder f, Value address, int number) {
    f.store(address, Value.of(number), 4);
  }

  /** The traces of all interleavings, which optimal exploration visits once each. */
  private static Outcome explore(Program program) {
    Traces.assertOptimal(program, Traces.naive(program, 0));
    return new OptimalExploration().explore(program, Limits.NONE.withKeepGoing(), new Progress());
  }

  private static String counts(Program program) {
    Outcome outcome = explore(program);
    return outcome.complete() + "+" + outcome.blocked();
  }

  /** do a := x while (a ≠ 1); b := y beside y := 42; x := 1. */
  private Program figure2() {
    thread(
        f -> {
          f.jump(1);
          Register a = f.load(x, 4);
          f.branch(f.compare(Relation.NE, 32, a, Value.of(1)), 1, 2);
          f.check(f.compare(Relation.EQ, 32, f.load(y, 4), Value.of(42)));
        });
    thread(
        f -> {
          store(f, y, 42);
          store(f, x, 1);
        });
    return build();
  }

  @Test
  void figure2WithAssume() {
    assertEquals("1+1", counts(PURITY.apply(figure2())));
  }

  @Test
  void figure2WithAwait() {
    assertEquals("1+0", counts(Reductions.ALL.apply(figure2())));
  }

  @Test
  void figure3() {
    thread(
        f -> {
          store(f, x, 1);
          store(f, y, 1);
        });
    thread(
        f -> {
          store(f, x, 2);
          store(f, y, 2);
        });
    Program program = build();
    assertEquals("4+0", counts(program));
    Set<String> ends = new TreeSet<>();
    new OptimalExploration((machine, hb) -> ends.add(written(machine)))
        .explore(program, Limits.NONE.withKeepGoing(), new Progress());
    assertEquals(Set.of("1,1", "1,2", "2,1", "2,2"), ends);
  }

  @Test
  void figure4() {
    thread(
        f -> {
          store(f, x, 1);
          store(f, x, 0);
        });
    thread(
        f -> {
          f.await(x, Relation.EQ, Value.of(0), null, Value.of(0));
          store(f, y, 1);
        });
    assertEquals("2+0", counts(build()));
  }

  /** Of the sums of 1, 1 and 3 only the last alone is 3. */
  private Program figure5() {
    thread(f -> f.rmw(RmwOperator.ADD, x, Value.of(1), 4));
    thread(f -> f.rmw(RmwOperator.ADD, x, Value.of(1), 4));
    thread(f -> f.rmw(RmwOperator.ADD, x, Value.of(3), 4));
    thread(
        f -> {
          f.await(x, Relation.EQ, Value.of(3), null, Value.of(0));
          store(f, y, 1);
        });
    return build();
  }

  @Test
  void figure5WithIndependentAdditions() {
    assertEquals("1+1", counts(Reductions.ALL.apply(figure5())));
  }

  @Test
  void figure5InOrder() {
    // Six orders of the three that leave the fourth waiting; two behind the one that lets it go.
    assertEquals("2+6", counts(new Reductions(true, true, false).apply(figure5())));
  }

  /** do { a := x; b := y; if (a = 4) z := 42 } while (a ≥ 4). */
  @Test
  void figure6() {
    thread(
        f -> {
          f.jump(1);
          Register a = f.load(x, 4);
          f.load(y, 4);
          f.branch(f.compare(Relation.EQ, 32, a, Value.of(4)), 2, 3);
          store(f, z, 42);
          f.jump(3);
          f.branch(f.compare(Relation.SGE, 32, a, Value.of(4)), 1, 4);
        });
    thread(f -> store(f, x, 5));
    List<LoopFinding> findings = new ArrayList<>();
    Program program = PURITY.apply(build(), findings::add);
    assertEquals(1, findings.size());
    assertEquals("x >= 4 and x != 4", findings.get(0).text());
    List<Instruction> header = program.functions().get(0).blocks().get(1).instructions();
    int assume = indexOf(header, Instruction.Assume.class, 0);
    assertTrue(indexOf(header, Instruction.Load.class, 0) < assume, header::toString);
    assertTrue(assume < indexOf(header, Instruction.Load.class, 1), header::toString);
    assertEquals("1+1", counts(program));
  }

  /** The numbers in memory that are not 0. */
  private static String written(Machine machine) {
    return IntStream.range(0, machine.words())
        .mapToLong(machine::word)
        .filter(word -> word != 0)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(","));
  }

  private static int indexOf(List<Instruction> code, Class<?> kind, int skipped) {
    int left = skipped;
    for (int i = 0; i < code.size(); i++) {
      if (kind.isInstance(code.get(i)) && left-- == 0) {
        return i;
      }
    }
    return -1;
  }
}
