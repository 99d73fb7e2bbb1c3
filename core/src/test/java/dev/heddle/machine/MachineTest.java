package dev.heddle.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.RandomProgram;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Steps of a machine, and what is left when they are taken back. */
class MachineTest {
  /** Two threads that lock m and add to x; the first thread joins them. */
  private static Program adders() {
    ProgramBuilder builder = new ProgramBuilder("t");
    Value x = builder.global("x", 4);
    Value m = builder.global("m", 8);
    Value adder =
        builder.function(
            "adder",
            f -> {
              f.mutex(MutexOperator.LOCK, m);
              f.rmw(RmwOperator.ADD, x, Value.of(5), 4);
              f.mutex(MutexOperator.UNLOCK, m);
            });
    builder.function(
        "main",
        f -> {
          f.store(x, Value.of(2), 4);
          f.spawn(adder, Value.of(0));
          f.join(f.spawn(adder, Value.of(0)));
          f.load(x, 4);
        });
    return builder.build();
  }

  private static Machine machine(Program program) {
    return new Machine(CodeGenerator.generate(program, 0));
  }

  @Test
  void whatComesBeforeTheFirstThreadIsNoEvent() {
    Machine machine = machine(adders());
    assertEquals(0, machine.length());
    assertEquals(3, machine.threads());
    assertEquals(2, machine.memory().read(machine.objects.address(0), 4));
    assertEquals(-1, machine.spawnedBy(1));
    assertEquals(OperationKind.JOIN, machine.current(0).kind());
    assertFalse(machine.isEnabled(0));
  }

  @Test
  void aLockKeepsOthersWaiting() {
    Machine machine = machine(adders());
    assertTrue(machine.isEnabled(1) && machine.isEnabled(2));
    machine.step(1, 0);
    assertTrue(machine.isEnabled(1));
    assertFalse(machine.isEnabled(2));
    machine.step(1, 0);
    assertEquals(2, machine.observed(1));
    assertEquals(2, machine.overwritten(1));
    assertEquals(7, machine.written(1));
    machine.step(1, 0);
    assertTrue(machine.isEnabled(2));
    assertEquals(ThreadNode.Status.FINISHED, machine.current(1).status());
    machine.undo();
    assertFalse(machine.isEnabled(2));
  }

  @Test
  void readsReadTheLatestWrite() {
    Machine machine = machine(adders());
    for (int t : new int[] {2, 2, 2, 1, 1, 1, 0, 0}) {
      machine.step(t, 0);
    }
    assertTrue(machine.isComplete() && machine.checkInvariants());
    assertEquals(ExecutionView.INITIAL, machine.source(1));
    assertEquals(2, machine.source(3), "the lock reads from the unlock");
    assertEquals(1, machine.source(4));
    assertEquals(ExecutionView.NOTHING, machine.source(6), "a join reads no memory");
    assertEquals(2, machine.joinedBy(6));
    assertEquals(4, machine.source(7));
    assertEquals(12, machine.observed(7));
  }

  @Test
  void whoUnlocksWhatItDoesNotHaveFails() {
    ProgramBuilder builder = new ProgramBuilder("t");
    Value m = builder.global("m", 8);
    Value thread = builder.function("t", f -> f.mutex(MutexOperator.UNLOCK, m));
    builder.function("main", f -> f.spawn(thread, Value.of(0)));
    Machine machine = machine(builder.build());
    machine.step(1, 0);
    assertTrue(machine.hasFailedThread() && machine.fails(0));
    assertEquals(FailureKind.UNLOCK_NOT_HELD, machine.current(1).failure().kind());
    machine.undo();
    assertFalse(machine.hasFailedThread());
  }

  /** Whatever has happened, taking it all back leads to where it began, state by state. */
  @Test
  void undoIsTheInverseOfStep() {
    int programs = 1 + Integer.getInteger("heddle.fuzz.programs", 4000) / 8;
    Random random = new Random(Long.getLong("heddle.fuzz.seed", 1));
    int events = 0;
    for (int i = 0; i < programs; i++) {
      Program program =
          i % 3 == 0
              ? RandomProgram.withSections(i)
              : i % 3 == 1 ? RandomProgram.of(i) : RandomProgram.withAwaits(i);
      Machine machine = machine(program);
      List<String> states = new ArrayList<>(List.of(state(machine)));
      for (int step = 0; step < 200; step++) {
        List<Integer> enabled = enabled(machine);
        if (machine.length() > 0 && (enabled.isEmpty() || random.nextInt(4) == 0)) {
          machine.undo();
          states.remove(states.size() - 1);
          assertEquals(states.get(states.size() - 1), state(machine), program.name());
        } else if (!enabled.isEmpty()) {
          machine.step(enabled.get(random.nextInt(enabled.size())), 0);
          states.add(state(machine));
          events++;
        }
        assertTrue(machine.checkInvariants());
      }
    }
    assertTrue(events > 50 * programs, "only " + events + " events");
  }

  private static List<Integer> enabled(Machine machine) {
    List<Integer> enabled = new ArrayList<>();
    for (int t = 0; t < machine.threads(); t++) {
      if (machine.isEnabled(t)) {
        enabled.add(t);
      }
    }
    return enabled;
  }

  /** Where all threads stand, which objects live, and what memory contains. */
  private static String state(Machine machine) {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < machine.threads(); t++) {
      ThreadNode node = machine.current(t);
      text.append(node == null ? "-" : node.status + "@" + System.identityHashCode(node.state));
      text.append(machine.isEnabled(t) ? "! " : " ");
    }
    ObjectTable objects = machine.objects;
    for (int o = 0; o < objects.objects(); o++) {
      if (objects.isLive(o) || objects.isFreed(o)) {
        text.append(o).append(objects.isFreed(o) ? " freed " : ":");
        for (int i = 0; i < objects.size(o); i++) {
          long position = objects.position(o) + i;
          text.append(
              machine.memory.missing(position, 1) == 0 ? machine.memory.read(position, 1) : "?");
          text.append(' ');
        }
      }
    }
    return text.append(machine.hasLiveHeap()).append(machine.isComplete()).toString();
  }

  @Test
  void historiesAfterWhichAThreadDoesTheSameAreOne() {
    ProgramBuilder builder = new ProgramBuilder("t");
    Value x = builder.global("x", 4);
    Value reader =
        builder.function(
            "reader",
            f -> {
              f.load(x, 4);
              f.store(x, Value.of(1), 4);
            });
    Value writer = builder.function("writer", f -> f.store(x, Value.of(9), 4));
    builder.function(
        "main",
        f -> {
          f.spawn(reader, Value.of(0));
          f.spawn(writer, Value.of(0));
        });
    Code code = CodeGenerator.generate(builder.build(), 0);
    Machine merging = new Machine(code);
    Machine separate = Machine.withSeparateHistories(code);
    assertSame(afterRead(merging, false), afterRead(merging, true), "the value is not used");
    assertFalse(afterRead(separate, false) == afterRead(separate, true));
  }

  /** Where the reader stands after its read, before or after the other thread's write. */
  private static ThreadNode afterRead(Machine machine, boolean late) {
    if (late) {
      machine.step(2, 0);
    }
    machine.step(1, 0);
    ThreadNode node = machine.current(1);
    while (machine.length() > 0) {
      machine.undo();
    }
    return node;
  }

  @Test
  void numberInOrderNumbersRearrangedEvents() {
    ProgramBuilder builder = new ProgramBuilder("t");
    Value x = builder.global("x", 4);
    Value y = builder.global("y", 4);
    Value one = builder.function("one", f -> f.store(x, Value.of(1), 4));
    Value other = builder.function("other", f -> f.store(y, Value.of(2), 4));
    builder.function(
        "main",
        f -> {
          f.spawn(one, Value.of(0));
          f.spawn(other, Value.of(0));
        });
    Machine machine = machine(builder.build());
    machine.step(1, 0);
    machine.step(2, 0);
    Rearrangement rearrangement = new Rearrangement(machine);
    rearrangement.lift();
    rearrangement.lift();
    rearrangement.lay(1);
    rearrangement.lay(0);
    rearrangement.end();
    assertEquals(1, machine.event(0));
    assertEquals(1, machine.place(0));
    assertTrue(machine.checkInvariants());
    Rearrangement.numberInOrder(machine);
    assertEquals(0, machine.event(0));
    assertEquals(2, machine.thread(0));
    assertEquals(1, machine.thread(1));
    assertEquals(1, machine.numberings());
  }
}
