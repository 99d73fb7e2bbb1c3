package dev.heddle.explore.rsmc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Operator;
import dev.heddle.machine.Code;
import dev.heddle.machine.CodeGenerator;
import dev.heddle.machine.ValueDrivenThreads;
import dev.heddle.model.cat.CatException;
import dev.heddle.program.Barrier;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import dev.heddle.transform.AwaitIntroduction;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Litmus tests and the programs that say the same have the same traces. */
class ProgramTracesTest {
  private static final int PROGRAMS = Integer.getInteger("heddle.fuzz.programs", 4000);
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);
  private static final long SLOT = 1L << 20;
  private static final Location LINE = new Location("test.c", 1, 1);

  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      names = {"PPC", "AARCH64"})
  void programsHaveTheTracesOfTheirLitmusTests(Architecture architecture) {
    RandomHardwareTests random = new RandomHardwareTests(architecture, SEED);
    int many = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      LitmusTest test = RandomHardwareTests.withCertainPairs(random.next());
      List<String> expected = RelaxedExplorationTest.traces(test);
      List<String> traces = traces(program(test), HardwareModel.of(architecture));
      String where = "program " + i + ": " + test;
      assertEquals(new TreeSet<>(expected), new TreeSet<>(traces), where);
      assertEquals(expected.size(), traces.size(), "none twice, " + where);
      many += traces.size() > 5 ? 1 : 0;
    }
    assertTrue(many > PROGRAMS / 10, "only " + many + " programs have many traces");
  }

  /** A loop that only loads until it finds something waits, and its last pass alone counts. */
  @ParameterizedTest
  @EnumSource(
      value = Architecture.class,
      names = {"PPC", "AARCH64"})
  void waitingIsTheLastPassOfItsLoop(Architecture architecture) throws CatException {
    RandomHardwareTests random = new RandomHardwareTests(architecture, SEED + 3);
    int waiting = 0;
    for (int i = 0; i < PROGRAMS / 4; i++) {
      LitmusTest test = random.withAwaits(random.next());
      Program program = AwaitIntroduction.apply(program(test), finding -> {});
      List<String> expected = TraceKeys.allowed(test, 0);
      List<String> traces = traces(program, HardwareModel.of(architecture));
      String where = "program " + i + ": " + test;
      assertEquals(new TreeSet<>(expected), new TreeSet<>(traces), where);
      assertEquals(expected.size(), traces.size(), "none twice, " + where);
      waiting += program.uses(Instruction.Await.class) && !traces.isEmpty() ? 1 : 0;
    }
    assertTrue(waiting > PROGRAMS / 40, "only " + waiting + " programs wait");
  }

  /** The traces of the threads that main starts, without what stands for their ends. */
  private static List<String> traces(Program program, HardwareModel model) {
    Code code = CodeGenerator.generateWithFences(program, 0);
    ValueDrivenThreads threads = new ValueDrivenThreads(code);
    ProgramCells cells = new ProgramCells(threads);
    CommitState state = ProgramFetch.state(threads, cells, model, HardwareMapping.C11);
    List<String> traces = new ArrayList<>();
    new RelaxedExploration(
            state,
            model.axioms().apply(state),
            reached ->
                reached.isComplete()
                    && traces.add(
                        TraceKeys.key(reached, 1, event -> name(cells, reached.location(event)))),
            () -> false)
        .run();
    return traces;
  }

  private static String name(ProgramCells cells, int location) {
    return cells.bytes(location) == 0 ? null : "x" + (cells.address(location) / SLOT - 2);
  }

  private static Program program(LitmusTest test) {
    ProgramBuilder builder = new ProgramBuilder("test.c");
    for (LitmusLocation object : test.objects()) {
      builder.global(object.name(), 4);
    }
    List<Value> functions = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      functions.add(
          builder.function("t" + functions.size(), f -> new Translation(f, thread).write()));
    }
    builder.function(
        "main",
        f -> {
          functions.forEach(function -> f.spawn(function, new Value.Constant(0)));
          f.ret(new Value.Constant(0));
        });
    return builder.build();
  }

  /** Writes a thread as a function, one block an instruction. */
  private static final class Translation {
    private final ProgramBuilder.FunctionBuilder f;
    private final LitmusThread thread;
    private final List<Register> registers = new ArrayList<>();

    Translation(ProgramBuilder.FunctionBuilder f, LitmusThread thread) {
      this.f = f;
      this.thread = thread;
    }

    void write() {
      for (int r = 0; r < thread.registers().size(); r++) {
        registers.add(f.reserve());
      }
      List<LitmusInstruction> code = thread.instructions();
      for (int i = 0; i < code.size(); i++) {
        if (code.get(i) instanceof LitmusInstruction.Branch branch && branch.target() > i) {
          f.branch(condition(branch.condition()), branch.target(), i + 1);
          continue;
        }
        translate(code, i);
        f.jump(i + 1);
      }
      f.ret(new Value.Constant(0));
    }

    private Value condition(Expression expression) {
      return f.compare(Relation.NE, 64, value(expression), new Value.Constant(0));
    }

    private void translate(List<LitmusInstruction> code, int i) {
      if (code.get(i) instanceof LitmusInstruction.Load load) {
        if (i + 1 < code.size()
            && code.get(i + 1) instanceof LitmusInstruction.StoreConditional store) {
          // A pair that succeeds; what follows is its store and the loop around it.
          f.add(
              new Instruction.ReadModifyWrite(
                  registers.get(load.register()),
                  store.value() instanceof Expression.Operation
                      ? Instruction.RmwOperator.ADD
                      : Instruction.RmwOperator.EXCHANGE,
                  value(load.address()),
                  operand(store.value()),
                  4,
                  order(load.tags().contains("A"), store.tags().contains("L")),
                  LINE));
        } else {
          f.add(
              new Instruction.Load(
                  registers.get(load.register()),
                  value(load.address()),
                  4,
                  order(load.tags().contains("A"), false),
                  LINE));
          if (i + 1 < code.size()
              && code.get(i + 1) instanceof LitmusInstruction.Branch branch
              && branch.target() == i) {
            f.assume(
                f.compare(Relation.NE, 64, registers.get(load.register()), new Value.Constant(0)));
          }
        }
      } else if (code.get(i) instanceof LitmusInstruction.Store store) {
        Value address = value(store.address());
        MemoryOrder order = order(false, store.tags().contains("L"));
        f.add(new Instruction.Store(address, value(store.value()), 4, order, LINE));
      } else if (code.get(i) instanceof LitmusInstruction.Fence fence) {
        f.add(new Instruction.Fence(MemoryOrder.RELAXED, barrier(fence), LINE));
      } else if (code.get(i) instanceof LitmusInstruction.Assign assign) {
        assign(assign.register(), value(assign.value()));
      } else if (code.get(i) instanceof LitmusInstruction.StoreConditional store) {
        assign(store.status(), new Value.Constant(0));
      }
    }

    private static MemoryOrder order(boolean acquires, boolean releases) {
      return acquires
          ? releases ? MemoryOrder.ACQUIRE_RELEASE : MemoryOrder.ACQUIRE
          : releases ? MemoryOrder.RELEASE : MemoryOrder.RELAXED;
    }

    private void assign(int register, Value value) {
      f.add(
          new Instruction.Binary(
              registers.get(register), BinaryOperator.ADD, 64, value, new Value.Constant(0), LINE));
    }

    private Value operand(Expression stored) {
      return stored instanceof Expression.Operation sum ? value(sum.right()) : value(stored);
    }

    private static Barrier barrier(LitmusInstruction.Fence fence) {
      return switch (fence.tags().iterator().next()) {
        case "SYNC", "DMB.SY" -> Barrier.FULL;
        case "LWSYNC" -> Barrier.LIGHTWEIGHT;
        case "DMB.LD", "DMB.ISHLD" -> Barrier.LOADS;
        case "EIEIO", "DMB.ISHST" -> Barrier.STORES;
        default -> Barrier.INSTRUCTIONS;
      };
    }

    private Value value(Expression expression) {
      if (expression instanceof Expression.Constant constant) {
        long address = constant.value();
        if (address == LitmusLocation.STRIDE) {
          return new Value.Constant(SLOT);
        }
        return address >= LitmusLocation.address(0)
            ? new Value.GlobalAddress((int) LitmusLocation.number(address), 0)
            : new Value.Constant(address);
      }
      if (expression instanceof Expression.RegisterValue register) {
        return registers.get(register.number());
      }
      Expression.Operation operation = (Expression.Operation) expression;
      Value left = value(operation.left());
      Value right = value(operation.right());
      if (operation.operator() == Operator.EQ) {
        Register equal = f.compare(Relation.EQ, 64, left, right);
        Register wide = f.reserve();
        f.add(
            new Instruction.Convert(wide, Instruction.Conversion.ZERO_EXTEND, 1, 64, equal, LINE));
        return wide;
      }
      return f.binary(BinaryOperator.valueOf(operation.operator().name()), 64, left, right);
    }
  }
}
