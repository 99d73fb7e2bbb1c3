package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.CppName;
import dev.heddle.program.FailureKind;

/** Runs one thread from one visible operation to the next. */
final class Interpreter {
  /** A run that jumps so often without a visible operation in between is taken to be endless. */
  private static final int MAX_JUMPS = 20_000_000;

  private static final FailureKind[] FAILURES = FailureKind.values();

  private final Code code;
  private final ObjectTable objects;
  private final SharedMemory memory;
  private final ThreadGraph graph;
  private final Results results;
  private final LocalAccess local;
  private final OperationDecoder decoder;
  private final Allocator allocator;
  private final CallFrames calls;
  private long[] moved = new long[16];

  // Of the run under way.
  private int thread;
  private ThreadState state;
  private Effects effects;

  Interpreter(Code code, ObjectTable objects, SharedMemory memory, ThreadGraph graph) {
    this.code = code;
    this.objects = objects;
    this.memory = memory;
    this.graph = graph;
    this.results = new Results(code);
    this.local = new LocalAccess(code, results);
    this.decoder = new OperationDecoder(code);
    this.allocator = new Allocator(code, objects);
    this.calls = new CallFrames(code);
  }

  /** A new thread that calls {@code function(argument)}, up to its first visible operation. */
  ThreadNode start(int newThread, int function, long argument) {
    boolean isWrapped = newThread > 0 && code.program.threadStart() >= 0;
    int called = isWrapped ? code.program.threadStart() : function;
    ThreadState fresh = new ThreadState(code.entry[called], code.frameSize[called]);
    if (isWrapped) {
      fresh.setRegister(0, Addresses.ofFunction(function));
      fresh.setRegister(1, argument);
    } else if (code.parameters[called] > 0) {
      fresh.setRegister(0, argument);
    }
    return run(newThread, fresh);
  }

  /**
   * Goes on in {@code from}, a state of {@code node}, whose operation gave {@code value} except for
   * the missing bytes.
   */
  ThreadNode resume(int newThread, ThreadNode node, ThreadState from, long value, byte missing) {
    from.isLooking = false;
    Status stopped = results.put(node, from, value, missing);
    return stopped == null ? run(newThread, from) : new ThreadNode(stopped, from);
  }

  /** Runs a thread from the start of a loop in which {@code node} is. */
  ThreadNode repeat(int newThread, ThreadNode node) {
    ThreadState again = node.state.copy();
    boolean assumes = code.instructions[again.pc] == Opcode.ASSUME;
    int loop = assumes ? Opcode.LOOP_OF_ASSUME : Opcode.LOOP_OF_AWAIT;
    again.pc = code.instructions[again.pc + loop];
    return run(newThread, again);
  }

  /** Runs a thread that a bound has stopped in a loop, which it may go around as often again. */
  ThreadNode goOn(int newThread, ThreadNode cut) {
    ThreadState again = cut.state.copy();
    again.setRegister(code.instructions[again.pc + 1], 0);
    return run(newThread, again);
  }

  /** Spawning runs the new thread, so the fields of the run under way are kept aside. */
  private ThreadNode run(int newThread, ThreadState from) {
    int outerThread = thread;
    ThreadState outerState = state;
    Effects outerEffects = effects;
    thread = newThread;
    state = from;
    effects = null;
    if (from.allocations == 0 && code.threadLocals.length > 0) {
      allocator.copyThreadLocals(thread, state, effects());
    }
    ThreadNode node = run();
    node.effects = effects;
    if (code.claims() != null && node.status == Status.READY) {
      code.claims().access(thread, node);
    }
    thread = outerThread;
    state = outerState;
    effects = outerEffects;
    return node;
  }

  private Effects effects() {
    if (effects == null) {
      effects = new Effects();
    }
    return effects;
  }

  private ThreadNode run() {
    ThreadState s = state;
    int[] c = code.instructions;
    int pc = s.pc;
    int jumps = 0;
    while (true) {
      long[] r = s.registers();
      int base = s.base;
      int opcode = c[pc];
      switch (opcode) {
        case Opcode.BINARY -> {
          long right = value(r, base, c[pc + 5]);
          if (Arithmetic.dividesByZero(c[pc + 2], right)) {
            return failed(pc, FailureKind.DIVISION_BY_ZERO, "division by zero");
          }
          r[base + c[pc + 1]] =
              Arithmetic.binary(c[pc + 2], c[pc + 3], value(r, base, c[pc + 4]), right);
          pc += 6;
        }
        case Opcode.COMPARE -> {
          boolean holds =
              Arithmetic.compare(
                  c[pc + 2], c[pc + 3], value(r, base, c[pc + 4]), value(r, base, c[pc + 5]));
          r[base + c[pc + 1]] = holds ? 1 : 0;
          pc += 6;
        }
        case Opcode.CONVERT -> {
          r[base + c[pc + 1]] =
              Arithmetic.convert(c[pc + 2], c[pc + 3], c[pc + 4], value(r, base, c[pc + 5]));
          pc += 6;
        }
        case Opcode.SELECT -> {
          boolean condition = (value(r, base, c[pc + 2]) & 1) != 0;
          r[base + c[pc + 1]] = value(r, base, c[condition ? pc + 3 : pc + 4]);
          pc += 5;
        }
        case Opcode.MOVE -> pc = move(r, base, pc);
        case Opcode.JUMP -> {
          if (++jumps > MAX_JUMPS) {
            throw endless(pc);
          }
          pc = c[pc + 1];
        }
        case Opcode.BRANCH -> pc = (value(r, base, c[pc + 1]) & 1) != 0 ? c[pc + 2] : c[pc + 3];
        case Opcode.SWITCH -> pc = code.choose(value(r, base, c[pc + 1]), pc);
        case Opcode.LOOP_ENTER -> {
          r[base + c[pc + 1]] = 1;
          pc += 2;
        }
        case Opcode.LOOP_AGAIN -> {
          if (++r[base + c[pc + 1]] > c[pc + 2]) {
            return stopped(pc, Status.CUT);
          }
          pc += 3;
        }
        case Opcode.CALL, Opcode.INVOKE -> {
          int function = Addresses.functionAt(value(r, base, c[pc + 2]), code.entry.length);
          if (function < 0) {
            return value(r, base, c[pc + 2]) == 0
                ? failed(pc, FailureKind.NULL_ACCESS, "call through a null function pointer")
                : failed(pc, FailureKind.INVALID_ACCESS, "call of what is not a function");
          }
          if (!calls.enter(s, pc, function)) {
            return failed(pc, FailureKind.INVALID_ACCESS, "call with too few arguments");
          }
          calls.checkDepth(s, pc, function);
          if (++jumps > MAX_JUMPS) {
            throw endless(pc);
          }
          pc = s.pc;
        }
        case Opcode.RETURN -> {
          if (s.hasLocal(false) && !code.isOfMain(thread, pc)) {
            return leaving(pc);
          }
          long value = value(r, base, c[pc + 1]);
          if (s.depth() == 0) {
            return finished(pc, value);
          }
          int callSite = s.ret(value);
          pc = calls.behind(callSite);
          if (c[callSite] == Opcode.INVOKE) {
            r[s.base + c[pc]] = 0;
            pc += 2;
          }
        }
        case Opcode.THROW -> {
          int level = calls.handling(s, 0);
          if (level < 0) {
            return failed(pc, FailureKind.ABORT, "an exception that nobody catches");
          }
          if (s.hasLocalBehind(level)) {
            return leaving(pc);
          }
          long exception = value(r, base, c[pc + 1]);
          int callSite = s.callSite(level);
          s.unwind(level);
          pc = calls.behind(callSite);
          r[s.base + c[pc]] = exception;
          pc += 2;
        }
        case Opcode.HANDLERS -> {
          int level = calls.handling(s, (int) value(r, base, c[pc + 2]));
          r[base + c[pc + 1]] = level < 0 ? 0 : calls.handlers(s, s.callSite(level));
          pc += 3;
        }
        case Opcode.STACK_ALLOCATE -> {
          long size = value(r, base, c[pc + 2]);
          s.pc = pc;
          r[base + c[pc + 1]] =
              c[pc + 3] != 0 && size < Addresses.SLOT_SIZE
                  ? Addresses.ofPrivate(s.allocatePrivate((int) size))
                  : allocateLocal(size);
          pc += 4;
        }
        case Opcode.HEAP_ALLOCATE -> {
          s.pc = pc;
          long size = value(r, base, c[pc + 2]);
          r[base + c[pc + 1]] =
              Allocator.isTooLarge(size)
                  ? 0
                  : allocator.allocate(thread, s, effects(), size, c[pc + 3] != 0, true);
          pc += 4;
        }
        case Opcode.SPAWN -> {
          long callee = value(r, base, c[pc + 2]);
          int function = Addresses.functionAt(callee, code.entry.length);
          if (function < 0) {
            return failed(
                pc, FailureKind.INVALID_ACCESS, "a thread must run a function, and this is none");
          }
          s.pc = pc;
          int child = graph.thread(thread, s);
          s.spawns++;
          if (code.claims() != null) {
            code.claims().starts(thread);
          }
          ThreadNode root = graph.root(child, function, value(r, base, c[pc + 3]));
          effects().spawn(child, root, code.userSite(s));
          r[base + c[pc + 1]] = child + 1L;
          pc += 4;
        }
        case Opcode.THREAD_EXIT -> {
          if (s.hasLocal(true) && thread > 0) {
            return leaving(pc);
          }
          return finished(pc, value(r, base, c[pc + 1]));
        }
        case Opcode.CURRENT_THREAD -> {
          r[base + c[pc + 1]] = thread + 1L;
          pc += 2;
        }
        case Opcode.ASSUME -> {
          if (value(r, base, c[pc + 1]) == 0) {
            return stopped(pc, c[pc + 3] < 0 ? Status.ASSUME_BLOCKED : Status.SPINNING);
          }
          pc += 4;
        }
        case Opcode.FAIL -> {
          long type = value(r, base, c[pc + 3]);
          String message = code.messages[c[pc + 2]];
          return failed(
              pc,
              FAILURES[c[pc + 1]],
              type == 0
                  ? message
                  : message + CppName.ofType(new PrintFormat(objects, memory).string(type)));
        }
        case Opcode.DIGIT -> {
          r[base + c[pc + 1]] =
              DecimalText.digit(
                  value(r, base, c[pc + 2]),
                  value(r, base, c[pc + 3]),
                  value(r, base, c[pc + 4]),
                  value(r, base, c[pc + 5]),
                  value(r, base, c[pc + 6]));
          pc += 7;
        }
        case Opcode.PRINT -> pc = print(r, base, pc);
        case Opcode.DOUBT -> {
          Claims.doubt(value(r, base, c[pc + 1]) != 0);
          pc += 2;
        }
        case Opcode.CLAIM -> {
          code.claim(c[pc + 1], value(r, base, c[pc + 2]), c[pc + 3], thread, s);
          pc += 4;
        }
        case Opcode.AGAIN -> {
          boolean holds = value(r, base, c[pc + 2]) != 0;
          r[base + c[pc + 1]] = holds && s.hasIdled ? 1 : 0;
          s.hasIdled |= holds;
          pc += 3;
        }
        case Opcode.EXIT -> {
          ThreadNode end = stopped(pc, Status.EXITED);
          end.returned = value(r, base, c[pc + 1]);
          end.endsProgram = true;
          return end;
        }
        case Opcode.PROGRAM_END -> {
          ThreadNode end = finished(pc, value(r, base, c[pc + 1]));
          end.endsProgram = true;
          return end;
        }
        case Opcode.UNSUPPORTED -> {
          s.pc = pc;
          throw new MachineException(code.userLocation(s) + ": " + code.messages[c[pc + 1]]);
        }
        case Opcode.UNREACHABLE -> {
          return failed(pc, FailureKind.INVALID_ACCESS, "control reaches what must be unreachable");
        }
        case Opcode.LOAD, Opcode.PEEK -> {
          long address = value(r, base, c[pc + Opcode.addressOperand(opcode)]);
          int bytes = c[pc + Opcode.sizeOperand(opcode)];
          if (Addresses.isPrivate(address)) {
            ThreadNode end = accessPrivately(pc, address, bytes);
            if (end != null) {
              return end;
            }
            pc = s.pc;
          } else if (isConstant(address, bytes)) {
            r[base + c[pc + 1]] = memory.read(position(address, bytes), bytes);
            if (opcode == Opcode.PEEK) {
              r[base + c[pc + 2]] = 0;
            }
            pc += Opcode.sizeOperand(opcode) + 1;
          } else {
            return visible(pc, address, bytes);
          }
        }
        case Opcode.STORE, Opcode.POKE, Opcode.ADD, Opcode.RMW, Opcode.CAS, Opcode.AWAIT -> {
          long address = value(r, base, c[pc + Opcode.addressOperand(opcode)]);
          int bytes = c[pc + Opcode.sizeOperand(opcode)];
          if (!Addresses.isPrivate(address)) {
            return visible(pc, address, bytes);
          }
          ThreadNode end = accessPrivately(pc, address, bytes);
          if (end != null) {
            return end;
          }
          pc = s.pc;
        }
        case Opcode.FREE -> {
          long address = value(r, base, c[pc + 1]);
          if (address != 0) {
            return visible(pc, address, 0);
          }
          pc += 2;
        }
        case Opcode.JOIN,
            Opcode.SIGNAL,
            Opcode.SIZE,
            Opcode.LOCK,
            Opcode.TRY_LOCK,
            Opcode.UNLOCK -> {
          return visible(pc, value(r, base, c[pc + 2]), 8);
        }
        case Opcode.ATTEMPT -> {
          return visible(pc, value(r, base, c[pc + 2]), c[pc + 3]);
        }
        case Opcode.FENCE, Opcode.CHOOSE -> {
          return visible(pc, 0, 0);
        }
        case Opcode.ATOMIC_BEGIN -> {
          if (s.sections == 0) {
            return visible(pc, 0, 0);
          }
          s.sections++;
          pc += 2;
        }
        case Opcode.ATOMIC_END -> {
          if (s.sections == 0) {
            return failed(
                pc, FailureKind.LOCK_MISUSE, "end of an atomic section that was not begun");
          }
          s.sections--;
          pc++;
        }
        case Opcode.THREAD_LOCAL -> {
          r[base + c[pc + 1]] = Addresses.ofDynamic(thread, c[pc + 2]);
          pc += 3;
        }
        default -> throw new AssertionError("no instruction " + opcode + " at " + pc);
      }
    }
  }

  /**
   * Performs an operation on memory of the thread's own.
   *
   * @return where the thread ends with it, or null if the state is behind it
   */
  private ThreadNode accessPrivately(int pc, long address, int bytes) {
    ThreadNode node = decoder.decodePrivate(state, pc, address, bytes);
    Failure failure = LocalAccess.check(node, state);
    if (failure != null) {
      return failed(pc, failure);
    }
    Status stopped = local.perform(node, thread, state);
    return stopped == null ? null : stopped(pc, stopped);
  }

  private long value(long[] registers, int base, int operand) {
    return code.value(registers, base, operand);
  }

  private int move(long[] registers, int base, int pc) {
    int[] c = code.instructions;
    int count = c[pc + 1];
    if (count > moved.length) {
      moved = new long[count];
    }
    for (int i = 0; i < count; i++) {
      moved[i] = value(registers, base, c[pc + 3 + 2 * i]);
    }
    for (int i = 0; i < count; i++) {
      registers[base + c[pc + 2 + 2 * i]] = moved[i];
    }
    return pc + 2 + 2 * count;
  }

  private long allocateLocal(long size) {
    long address = allocator.allocate(thread, state, effects(), size, false, false);
    state.addLocal(address);
    return address;
  }

  private boolean isConstant(long address, int bytes) {
    int object = objects.objectAt(address);
    return object >= 0 && objects.isConstant(object) && position(address, bytes) >= 0;
  }

  private long position(long address, int bytes) {
    return objects.locate(objects.objectAt(address), address, bytes);
  }

  private int print(long[] registers, int base, int pc) {
    int[] c = code.instructions;
    int count = c[pc + 3];
    long[] arguments = new long[count];
    for (int i = 0; i < count; i++) {
      arguments[i] = value(registers, base, c[pc + 4 + i]);
    }
    String text =
        new PrintFormat(objects, memory).format(value(registers, base, c[pc + 2]), arguments);
    effects().print(text);
    registers[base + c[pc + 1]] = text.length();
    return pc + 4 + count;
  }

  // ---- Where a run ends ---------------------------------------------------------------------

  /** In front of the end of the innermost local variable that others can reach. */
  private ThreadNode leaving(int pc) {
    ThreadNode node = visible(pc, state.lastLocal(), 0);
    node.opcode = Opcode.LEAVE;
    return node;
  }

  private EndlessException endless(int pc) {
    state.pc = pc;
    return new EndlessException(code, state);
  }

  private ThreadNode visible(int pc, long address, int bytes) {
    return decoder.decode(state, pc, address, bytes);
  }

  private ThreadNode finished(int pc, long value) {
    ThreadNode node = stopped(pc, Status.FINISHED);
    node.returned = value;
    return node;
  }

  private ThreadNode failed(int pc, FailureKind kind, String message) {
    return failed(pc, new Failure(kind, message));
  }

  private ThreadNode failed(int pc, Failure failure) {
    ThreadNode node = stopped(pc, Status.FAILED);
    node.failure = failure;
    return node;
  }

  private ThreadNode stopped(int pc, Status status) {
    state.pc = pc;
    return new ThreadNode(status, state);
  }
}
