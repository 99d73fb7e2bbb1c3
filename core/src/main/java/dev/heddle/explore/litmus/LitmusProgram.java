package dev.heddle.explore.litmus;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Observed;
import dev.heddle.litmus.Proposition;
import dev.heddle.machine.MachineException;
import dev.heddle.machine.MemoryView;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramBuilder;
import dev.heddle.program.ProgramBuilder.FunctionBuilder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A litmus test in C as a program: a function per thread, and a main thread that starts them, waits
 * for their ends, and then looks at the locations that the test observes. What it sees, and what
 * registers hold at the end, goes to a place of its own each, which nobody else writes.
 *
 * <p>The test is lowered from the instructions that the candidates have, too, so that both answer
 * the same question; going through a compiler would ask another one.
 */
final class LitmusProgram {
  /** All locations of tests in C have this size. */
  static final int BYTES = 8;

  private final LitmusTest test;
  private final int unroll;
  private final ProgramBuilder builder;
  private final List<Value.GlobalAddress> objects = new ArrayList<>();
  private final List<Observed> observed;
  private final List<Value.GlobalAddress> results = new ArrayList<>();
  private final Program program;

  /**
   * @param unroll how often a loop may go back
   * @throws MachineException if the test does what programs cannot
   */
  LitmusProgram(LitmusTest test, int unroll) {
    if (test.architecture() != Architecture.C) {
      throw new MachineException("only tests in C run as programs");
    }
    this.test = test;
    this.unroll = unroll;
    builder = new ProgramBuilder(test.name());
    for (LitmusLocation object : test.objects()) {
      objects.add(builder.global(object.name(), BYTES * object.initial().size()));
    }
    observed = List.copyOf(observedBy(test));
    for (Observed what : observed) {
      results.add(builder.global("result " + what.text(), BYTES));
    }
    List<Value> functions = new ArrayList<>();
    for (int t = 0; t < test.threads().size(); t++) {
      int number = t;
      functions.add(builder.function("P" + t, f -> thread(f, number)));
    }
    builder.function("main", f -> main(f, functions));
    program = builder.build();
  }

  Program program() {
    return program;
  }

  private static Set<Observed> observedBy(LitmusTest test) {
    Set<Observed> all = new LinkedHashSet<>(test.observed());
    collect(test.condition().proposition(), all);
    if (test.filter() != null) {
      collect(test.filter(), all);
    }
    return all;
  }

  private static void collect(Proposition proposition, Set<Observed> all) {
    if (proposition instanceof Proposition.And and) {
      and.parts().forEach(part -> collect(part, all));
    } else if (proposition instanceof Proposition.Or or) {
      or.parts().forEach(part -> collect(part, all));
    } else if (proposition instanceof Proposition.Not not) {
      collect(not.part(), all);
    } else if (proposition instanceof Proposition.Equal equal) {
      all.add(equal.left());
    } else if (proposition instanceof Proposition.Same same) {
      all.add(same.left());
      all.add(same.right());
    }
  }

  /** What an execution, whose memory this is, leaves in something that the test observes. */
  long finalValue(MemoryView memory, Observed what) {
    int result = results.get(observed.indexOf(what)).global();
    long value = memory.read(memory.address(result), BYTES);
    for (int object = 0; object < objects.size(); object++) {
      long offset = value - memory.address(object);
      if (offset >= 0 && offset < memory.size(object)) {
        return LitmusLocation.address(object) + offset;
      }
    }
    return value;
  }

  // ---- Threads ------------------------------------------------------------------------------

  private void main(FunctionBuilder f, List<Value> functions) {
    for (int object = 0; object < objects.size(); object++) {
      List<Long> initial = test.objects().get(object).initial();
      for (int element = 0; element < initial.size(); element++) {
        if (initial.get(element) != 0) {
          store(f, element(object, element), constant(initial.get(element)));
        }
      }
    }
    List<Register> started = new ArrayList<>();
    functions.forEach(function -> started.add(f.spawn(function, Value.of(0))));
    started.forEach(f::join);
    for (int i = 0; i < observed.size(); i++) {
      if (observed.get(i) instanceof Observed.FinalMemory memory) {
        Register seen = f.reserve();
        Value address = element(memory.object(), memory.element());
        f.add(new Instruction.Load(seen, address, BYTES, MemoryOrder.RELAXED, Location.NONE));
        store(f, results.get(i), seen);
      }
    }
    f.ret(Value.of(0));
  }

  private Value element(int object, int element) {
    return new Value.GlobalAddress(objects.get(object).global(), (long) element * BYTES);
  }

  private static void store(FunctionBuilder f, Value address, Value value) {
    f.add(new Instruction.Store(address, value, BYTES, MemoryOrder.PLAIN, Location.NONE));
  }

  /** A number; one that is the address of a location stands for it. */
  Value constant(long value) {
    long object = LitmusLocation.number(value);
    if (object < 0 || object >= objects.size()) {
      return Value.of(value);
    }
    return new Value.GlobalAddress(
        objects.get((int) object).global(), LitmusLocation.offset(value));
  }

  /** Registers live in memory of the thread's own, as they may be assigned more than once. */
  private void thread(FunctionBuilder f, int number) {
    LitmusThread thread = test.threads().get(number);
    List<Register> registers = new ArrayList<>();
    for (int r = 0; r < thread.registers().size(); r++) {
      registers.add(f.local(BYTES, true));
      store(f, registers.get(r), constant(thread.initial().getOrDefault(r, 0L)));
    }
    List<LitmusInstruction> instructions = thread.instructions();
    List<Register> jumpsBack = new ArrayList<>();
    int[] block = new int[instructions.size() + 1];
    block[0] = 1;
    for (int i = 0; i < instructions.size(); i++) {
      jumpsBack.add(f.local(BYTES, true));
      store(f, jumpsBack.get(i), Value.of(0));
      block[i + 1] = block[i] + (instructions.get(i) instanceof LitmusInstruction.Branch ? 2 : 1);
    }
    f.jump(1);
    InstructionLowering lowering = new InstructionLowering(f, registers, this::constant);
    for (int i = 0; i < instructions.size(); i++) {
      LitmusInstruction instruction = instructions.get(i);
      if (instruction instanceof LitmusInstruction.Branch branch) {
        f.branch(lowering.truth(branch.condition()), block[i] + 1, block[i + 1]);
        jump(f, i, branch.target(), jumpsBack, block);
      } else if (instruction instanceof LitmusInstruction.Jump jump) {
        jump(f, i, jump.target(), jumpsBack, block);
      } else {
        lowering.lower(instruction);
        f.jump(block[i + 1]);
      }
    }
    for (int i = 0; i < observed.size(); i++) {
      if (observed.get(i) instanceof Observed.FinalRegister register
          && register.thread() == number) {
        store(f, results.get(i), lowering.read(register.register()));
      }
    }
    f.ret(Value.of(0));
  }

  /** Jumps; a thread that would go back once too often stops instead. */
  private void jump(
      FunctionBuilder f, int from, int target, List<Register> jumpsBack, int[] block) {
    if (target <= from) {
      Register counter = jumpsBack.get(target);
      Register before = f.reserve();
      f.add(new Instruction.Load(before, counter, BYTES, MemoryOrder.PLAIN, Location.NONE));
      Register taken = f.binary(Instruction.BinaryOperator.ADD, 64, before, Value.of(1));
      store(f, counter, taken);
      f.assume(f.compare(Instruction.Relation.SLE, 64, taken, Value.of(unroll)));
    }
    f.jump(block[target]);
  }
}
