package dev.heddle.machine;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.LoopHeaders;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Flattens a program into {@link Code}. Phis become moves on the edges that lead to their block,
 * and with a loop bound the edges into loop headers count the passes.
 */
public final class CodeGenerator {
  private final Program program;
  private final int unroll;
  private final boolean withFences;
  private final Layout layout;
  private final CodeBuffer code = new CodeBuffer();
  private final List<String> messages = new ArrayList<>();
  private final List<GuardCode> guards = new ArrayList<>();
  private final Map<Integer, Code.MadeObject> madeObjects = new HashMap<>();

  // Of the function under way.
  private Function function;
  private int registers;
  private int[] blockStart;
  private LoopHeaders loops;
  private Liveness liveness;

  /** Where the instruction under way begins. */
  private int instruction;

  /** How often control may pass each loop's header; 0 for no bound. */
  private int[] passes;

  private final List<int[]> patches = new ArrayList<>();

  private CodeGenerator(Program program, int unroll, boolean withFences) {
    this.program = program;
    this.unroll = unroll;
    this.withFences = withFences;
    this.layout = new Layout(program);
  }

  /**
   * Makes the code of a program for sequential consistency, under which fences do nothing.
   *
   * @param unroll at most this many passes through a loop's header; 0 for no bound
   */
  public static Code generate(Program program, int unroll) {
    return new CodeGenerator(program, unroll, false).generate();
  }

  /** The same for weaker models, with fences as visible operations. */
  public static Code generateWithFences(Program program, int unroll) {
    return new CodeGenerator(program, unroll, true).generate();
  }

  private Code generate() {
    int count = program.functions().size();
    int[] entry = new int[count];
    int[] frameSize = new int[count];
    int[] parameters = new int[count];
    int[][] starts = new int[count][];
    Liveness[] live = new Liveness[count];
    for (int f = 0; f < count; f++) {
      function = program.functions().get(f);
      entry[f] = code.length();
      parameters[f] = function.parameters();
      liveness = new Liveness(function, code.length());
      live[f] = liveness;
      generateFunction();
      frameSize[f] = registers;
      starts[f] = blockStart;
    }
    return new Code(
        program,
        code.words(),
        code.locations(),
        code.orders(),
        code.constants(),
        messages.toArray(String[]::new),
        guards.toArray(GuardCode[]::new),
        entry,
        frameSize,
        parameters,
        starts,
        live,
        layout.threadLocals(),
        madeObjects);
  }

  private void generateFunction() {
    registers = function.registers();
    blockStart = new int[function.blocks().size()];
    loops = new LoopHeaders(function);
    passes = new LoopBounds(function, loops, unroll).passes();
    int firstCounter = registers;
    if (Arrays.stream(passes).anyMatch(bound -> bound > 0)) {
      registers += loops.count();
      liveness.keepCounters(firstCounter, loops.count());
    }
    patches.clear();
    for (int b = 0; b < blockStart.length; b++) {
      Block block = function.blocks().get(b);
      blockStart[b] = code.length();
      for (Instruction next : block.instructions()) {
        beginInstruction();
        generate(next);
      }
      beginInstruction();
      generate(block.terminator(), b, firstCounter);
      liveness.endOfBlock(b);
    }
    for (int[] patch : patches) {
      code.patch(patch[0], blockStart[patch[1]]);
    }
  }

  private void beginInstruction() {
    instruction = code.length();
    liveness.instruction(code.length());
  }

  // ---- Terminators and edges ----------------------------------------------------------------

  private void generate(Terminator terminator, int from, int firstCounter) {
    Location at = terminator.location();
    if (terminator instanceof Terminator.Jump jump) {
      edge(from, jump.target(), firstCounter, at);
    } else if (terminator instanceof Terminator.Branch branch) {
      code.emit(at, Opcode.BRANCH, operand(branch.condition()), 0, 0);
      int targets = code.length() - 2;
      code.patch(targets, code.length());
      edge(from, branch.ifTrue(), firstCounter, at);
      code.patch(targets + 1, code.length());
      edge(from, branch.ifFalse(), firstCounter, at);
    } else if (terminator instanceof Terminator.Switch choice) {
      generate(choice, from, firstCounter);
    } else if (terminator instanceof Terminator.Return ret) {
      code.emit(at, Opcode.RETURN, operand(ret.value()));
    } else {
      code.emit(at, Opcode.UNREACHABLE);
    }
  }

  private void generate(Terminator.Switch choice, int from, int firstCounter) {
    Location at = choice.location();
    int cases = choice.cases().size();
    code.emit(at, Opcode.SWITCH, operand(choice.value()), 0, cases);
    int table = code.length();
    // In order, so that the case of a value is found in few steps.
    int[] ordered =
        IntStream.range(0, cases)
            .boxed()
            .sorted(Comparator.comparing(choice.cases()::get))
            .mapToInt(c -> c)
            .toArray();
    for (int c : ordered) {
      code.append(at, code.constant(choice.cases().get(c)));
      code.append(at, 0);
    }
    code.patch(table - 2, code.length());
    edge(from, choice.otherwise(), firstCounter, at);
    for (int c = 0; c < cases; c++) {
      code.patch(table + 2 * c + 1, code.length());
      edge(from, choice.targets().get(ordered[c]), firstCounter, at);
    }
  }

  /** The moves of the target's phis, the count of its loop, and the jump. */
  private void edge(int from, int to, int firstCounter, Location at) {
    List<Block.Phi> phis = function.blocks().get(to).phis();
    if (!phis.isEmpty()) {
      code.emit(at, Opcode.MOVE, phis.size());
      for (Block.Phi phi : phis) {
        code.append(at, phi.result().index());
        code.append(at, operand(phi.valueFrom(from)));
      }
    }
    int loop = loops.loopOfHeader(to);
    if (loop >= 0 && passes[loop] > 0) {
      if (loops.isBackEdge(from, to)) {
        code.emit(at, Opcode.LOOP_AGAIN, firstCounter + loop, passes[loop]);
      } else {
        code.emit(at, Opcode.LOOP_ENTER, firstCounter + loop);
      }
    }
    code.emit(at, Opcode.JUMP, 0);
    patches.add(new int[] {code.length() - 1, to});
  }

  // ---- Instructions -------------------------------------------------------------------------

  private void generate(Instruction instruction) {
    Location at = instruction.location();
    if (instruction instanceof Instruction.Binary i) {
      code.emit(
          at,
          Opcode.BINARY,
          register(i.result()),
          i.operator().ordinal(),
          i.bits(),
          operand(i.left()),
          operand(i.right()));
    } else if (instruction instanceof Instruction.Compare i) {
      code.emit(
          at,
          Opcode.COMPARE,
          register(i.result()),
          i.relation().ordinal(),
          i.bits(),
          operand(i.left()),
          operand(i.right()));
    } else if (instruction instanceof Instruction.Convert i) {
      code.emit(
          at,
          Opcode.CONVERT,
          register(i.result()),
          i.conversion().ordinal(),
          i.fromBits(),
          i.toBits(),
          operand(i.value()));
    } else if (instruction instanceof Instruction.Select i) {
      code.emit(
          at,
          Opcode.SELECT,
          register(i.result()),
          operand(i.condition()),
          operand(i.ifTrue()),
          operand(i.ifFalse()));
    } else if (instruction instanceof Instruction.DecimalDigit i) {
      code.emit(
          at,
          Opcode.DIGIT,
          register(i.result()),
          operand(i.number()),
          operand(i.conversion()),
          operand(i.precision()),
          operand(i.flags()),
          operand(i.index()));
    } else if (instruction instanceof Instruction.Call i) {
      generateCall(
          i.thrown() == null ? Opcode.CALL : Opcode.INVOKE,
          i.result(),
          i.callee(),
          i.arguments(),
          at);
      if (i.thrown() != null) {
        code.append(at, register(i.thrown()));
        code.append(at, operand(i.handlers()));
      }
    } else if (instruction instanceof Instruction.Throw i) {
      code.emit(at, Opcode.THROW, operand(i.exception()));
    } else if (instruction instanceof Instruction.Handlers i) {
      code.emit(at, Opcode.HANDLERS, register(i.result()), operand(i.level()));
    } else if (instruction instanceof Instruction.Print i) {
      generateCall(Opcode.PRINT, i.result(), i.format(), i.arguments(), at);
    } else if (instruction instanceof Instruction.Doubt i) {
      code.emit(at, Opcode.DOUBT, operand(i.condition()));
    } else if (instruction instanceof Instruction.Again i) {
      code.emit(at, Opcode.AGAIN, register(i.result()), operand(i.condition()));
    } else if (instruction instanceof Instruction.Claim i) {
      code.emit(at, Opcode.CLAIM, i.kind().ordinal(), operand(i.address()), i.bytes());
    } else {
      generateEffect(instruction, at);
    }
  }

  private void generateCall(
      int opcode, Register result, Value target, List<Value> arguments, Location at) {
    code.emit(at, opcode, register(result), operand(target), arguments.size());
    for (Value argument : arguments) {
      code.append(at, operand(argument));
    }
  }

  /** Memory, threads and checks. */
  private void generateEffect(Instruction instruction, Location at) {
    if (instruction instanceof Instruction.Load i) {
      code.emit(at, Opcode.LOAD, register(i.result()), operand(i.address()), i.bytes());
      order(i.order());
    } else if (instruction instanceof Instruction.Store i) {
      code.emit(at, Opcode.STORE, operand(i.address()), operand(i.value()), i.bytes());
      order(i.order());
    } else if (instruction instanceof Instruction.Fence i) {
      generateFence(i);
    } else if (instruction instanceof Instruction.ReadModifyWrite i) {
      code.emit(
          at,
          Opcode.RMW,
          register(i.result()),
          i.operator().ordinal(),
          operand(i.address()),
          operand(i.value()),
          i.bytes());
      order(i.order());
    } else if (instruction instanceof Instruction.Add i) {
      code.emit(at, Opcode.ADD, operand(i.address()), operand(i.value()), i.bytes());
      order(i.order());
    } else if (instruction instanceof Instruction.CompareExchange i) {
      code.emit(
          at,
          Opcode.CAS,
          register(i.old()),
          register(i.success()),
          operand(i.address()),
          operand(i.expected()),
          operand(i.desired()),
          i.bytes());
      order(i.successOrder(), i.failureOrder());
    } else if (instruction instanceof Instruction.Peek i) {
      code.emit(
          at,
          Opcode.PEEK,
          register(i.result()),
          register(i.missing()),
          operand(i.address()),
          i.bytes());
    } else if (instruction instanceof Instruction.Poke i) {
      code.emit(
          at,
          Opcode.POKE,
          operand(i.address()),
          operand(i.value()),
          operand(i.missing()),
          i.bytes());
    } else if (instruction instanceof Instruction.StackAllocate i) {
      madeObjects.put(code.length(), new Code.MadeObject(i.name(), i.type()));
      code.emit(
          at,
          Opcode.STACK_ALLOCATE,
          register(i.result()),
          operand(i.size()),
          i.isPrivate() ? 1 : 0);
    } else if (instruction instanceof Instruction.HeapAllocate i) {
      madeObjects.put(code.length(), new Code.MadeObject(null, i.type()));
      code.emit(
          at, Opcode.HEAP_ALLOCATE, register(i.result()), operand(i.size()), i.zeroed() ? 1 : 0);
    } else if (instruction instanceof Instruction.HeapFree i) {
      code.emit(at, Opcode.FREE, operand(i.address()));
    } else if (instruction instanceof Instruction.HeapSize i) {
      code.emit(at, Opcode.SIZE, register(i.result()), operand(i.address()));
    } else if (instruction instanceof Instruction.Spawn i) {
      code.emit(at, Opcode.SPAWN, register(i.result()), operand(i.callee()), operand(i.argument()));
    } else if (instruction instanceof Instruction.Join i) {
      code.emit(at, Opcode.JOIN, register(i.result()), operand(i.thread()));
      order(MemoryOrder.ACQUIRE);
    } else if (instruction instanceof Instruction.Mutex i) {
      int opcode =
          switch (i.operator()) {
            case LOCK -> Opcode.LOCK;
            case TRY_LOCK -> Opcode.TRY_LOCK;
            case UNLOCK -> Opcode.UNLOCK;
          };
      code.emit(at, opcode, register(i.result()), operand(i.address()), i.typed() ? 1 : 0);
      MemoryOrder order = opcode == Opcode.UNLOCK ? MemoryOrder.RELEASE : MemoryOrder.ACQUIRE;
      code.order(this.instruction, Orders.of(order, order, true));
    } else if (instruction instanceof Instruction.ThreadExit i) {
      code.emit(at, Opcode.THREAD_EXIT, operand(i.value()));
    } else if (instruction instanceof Instruction.ProgramEnd i) {
      code.emit(at, Opcode.PROGRAM_END, operand(i.status()));
    } else if (instruction instanceof Instruction.ProgramExit i) {
      code.emit(at, Opcode.EXIT, operand(i.status()));
    } else if (instruction instanceof Instruction.Unsupported i) {
      messages.add(i.message());
      code.emit(at, Opcode.UNSUPPORTED, messages.size() - 1);
    } else if (instruction instanceof Instruction.CurrentThread i) {
      code.emit(at, Opcode.CURRENT_THREAD, register(i.result()));
    } else if (instruction instanceof Instruction.Assume i) {
      messages.add(i.purpose());
      code.emit(at, Opcode.ASSUME, operand(i.condition()), messages.size() - 1);
      appendLoop(at, i.loop());
    } else if (instruction instanceof Instruction.Fail i) {
      messages.add(i.message());
      Value type = i.type() == null ? Value.of(0) : i.type();
      code.emit(at, Opcode.FAIL, i.kind().ordinal(), messages.size() - 1, operand(type));
    } else if (instruction instanceof Instruction.ThreadLocalAddress i) {
      code.emit(
          at, Opcode.THREAD_LOCAL, register(i.result()), layout.threadLocalNumber(i.global()));
    } else if (instruction instanceof Instruction.AtomicBegin i) {
      code.emit(at, Opcode.ATOMIC_BEGIN, i.section().kind().ordinal());
      order(i.section().order(), i.section().failure());
    } else if (instruction instanceof Instruction.AtomicEnd) {
      code.emit(at, Opcode.ATOMIC_END);
    } else if (instruction instanceof Instruction.Choose i) {
      code.emit(
          at, Opcode.CHOOSE, register(i.result()), code.constant(i.low()), code.constant(i.high()));
    } else if (instruction instanceof Instruction.Signal i) {
      code.emit(at, Opcode.SIGNAL, register(i.result()), operand(i.address()));
      order(i.order());
    } else if (instruction instanceof Instruction.Await i) {
      messages.add(i.purpose());
      int purpose = messages.size() - 1;
      generateGuarded(
          Opcode.AWAIT, i.result(), i.address(), i.bytes(), i.guard(), i.update(), i.operand(), at);
      code.append(at, purpose);
      appendLoop(at, i.loop());
      code.append(at, i.writesInVain() ? 1 : 0);
      order(i.order());
    } else if (instruction instanceof Instruction.Attempt i) {
      generateGuarded(
          Opcode.ATTEMPT, i.old(), i.address(), i.bytes(), i.guard(), i.update(), i.operand(), at);
      code.append(at, register(i.success()));
      order(i.order());
    } else if (!(instruction instanceof Instruction.LoopBound)) {
      throw new AssertionError("no code for " + instruction);
    }
  }

  private void generateFence(Instruction.Fence fence) {
    if (withFences) {
      code.emit(fence.location(), Opcode.FENCE);
      code.order(instruction, Orders.ofFence(fence.order(), fence.barrier(), function.library()));
    }
  }

  /** Notes the memory order of the instruction under way. */
  private void order(MemoryOrder order) {
    order(order, order);
  }

  private void order(MemoryOrder success, MemoryOrder failure) {
    code.order(instruction, Orders.of(success, failure, function.library()));
  }

  /** Where a loop starts again; its variables are needed for that. */
  private void appendLoop(Location at, int header) {
    code.append(at, header);
    if (header >= 0) {
      patches.add(new int[] {code.length() - 1, header});
      for (Block.Phi phi : function.blocks().get(header).phis()) {
        liveness.reads(instruction, phi.result().index());
      }
    }
  }

  private void generateGuarded(
      int opcode,
      Register result,
      Value address,
      int bytes,
      Instruction.Guard guard,
      Instruction.RmwOperator update,
      Value operand,
      Location at) {
    code.emit(at, opcode, register(result), operand(address), bytes);
    if (guard instanceof Instruction.Guard.Masked masked) {
      code.append(at, operand(masked.mask()));
      code.append(at, masked.relation().ordinal());
      code.append(at, operand(masked.value()));
    } else {
      GuardCode computed = GuardCode.of((Instruction.Guard.Computed) guard, layout::valueOf);
      for (int register : computed.registers) {
        liveness.reads(instruction, register);
      }
      code.append(at, guards.size());
      code.append(at, Opcode.COMPUTED);
      code.append(at, 0);
      guards.add(computed);
    }
    code.append(at, update == null ? -1 : update.ordinal());
    code.append(at, operand(operand));
  }

  // ---- Operands -----------------------------------------------------------------------------

  /** Results that nobody uses go to a register of their own. */
  private int register(Register register) {
    int index = register == null ? registers++ : register.index();
    liveness.writes(instruction, index);
    return index;
  }

  private int operand(Value value) {
    if (value instanceof Register register) {
      liveness.reads(instruction, register.index());
      return register.index();
    }
    return code.constant(layout.valueOf(value));
  }
}
