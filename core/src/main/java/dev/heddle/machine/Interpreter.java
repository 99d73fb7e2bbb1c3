package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.FailureKind;

/** Runs one thread from one visible operation to the next. */
final class Interpreter {
  private static final FailureKind[] FAILURES = FailureKind.values();

  private final Code code;
  private final SharedMemory memory;
  private final ThreadTree tree;
  private long[] moved = new long[16];

  // Of the run under way.
  private int thread;
  private ThreadState state;
  private Effects effects;

  Interpreter(Code code, SharedMemory memory, ThreadTree tree) {
    this.code = code;
    this.memory = memory;
    this.tree = tree;
  }

  /** A new thread that calls {@code function(argument)}, up to its first visible operation. */
  ThreadNode start(int newThread, int function, long argument) {
    ThreadState fresh = new ThreadState(code.entry[function], code.frameSize[function]);
    if (code.parameters[function] > 0) {
      fresh.registers[0] = argument;
    }
    return run(newThread, fresh);
  }

  /** Goes on in {@code from}, a state of {@code node}, whose operation gave {@code value}. */
  ThreadNode resume(int newThread, ThreadNode node, ThreadState from, long value) {
    int pc = from.pc;
    int[] c = code.instructions;
    long[] registers = from.registers;
    int base = from.base;
    switch (node.opcode) {
      case Opcode.LOAD -> {
        registers[base + c[pc + 1]] = value;
        from.pc = pc + 4;
      }
      case Opcode.STORE -> from.pc = pc + 4;
      case Opcode.RMW -> {
        registers[base + c[pc + 1]] = value;
        from.pc = pc + 6;
      }
      case Opcode.CAS -> {
        registers[base + c[pc + 1]] = value;
        registers[base + c[pc + 2]] = value == node.operand ? 1 : 0;
        from.pc = pc + 7;
      }
      case Opcode.FREE -> from.pc = pc + 2;
      case Opcode.JOIN, Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK -> {
        registers[base + c[pc + 1]] = value;
        from.pc = pc + 3;
      }
      default -> throw new AssertionError("no visible operation at " + pc);
    }
    return run(newThread, from);
  }

  /** Spawning runs the new thread, so the fields of the run under way are kept aside. */
  private ThreadNode run(int newThread, ThreadState from) {
    int outerThread = thread;
    ThreadState outerState = state;
    Effects outerEffects = effects;
    thread = newThread;
    state = from;
    effects = null;
    ThreadNode node = run();
    node.effects = effects;
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
    while (true) {
      long[] r = s.registers;
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
        case Opcode.JUMP -> pc = c[pc + 1];
        case Opcode.BRANCH -> pc = (value(r, base, c[pc + 1]) & 1) != 0 ? c[pc + 2] : c[pc + 3];
        case Opcode.SWITCH -> pc = choose(value(r, base, c[pc + 1]), pc);
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
        case Opcode.CALL -> {
          int function = Addresses.functionAt(value(r, base, c[pc + 2]), code.entry.length);
          if (function < 0) {
            return failed(pc, FailureKind.INVALID_ACCESS, "call of what is not a function");
          }
          if (!call(pc, function)) {
            return failed(pc, FailureKind.INVALID_ACCESS, "call with too few arguments");
          }
          pc = s.pc;
        }
        case Opcode.RETURN -> {
          long value = value(r, base, c[pc + 1]);
          if (s.depth() == 0) {
            return finished(pc, value);
          }
          int callSite = s.ret(value);
          pc = callSite + 4 + c[callSite + 3];
        }
        case Opcode.STACK_ALLOCATE -> {
          long size = value(r, base, c[pc + 2]);
          r[base + c[pc + 1]] =
              c[pc + 3] != 0 && size < Addresses.SLOT_SIZE
                  ? Addresses.ofPrivate(s.allocatePrivate((int) size))
                  : allocate(size, false, false);
          pc += 4;
        }
        case Opcode.HEAP_ALLOCATE -> {
          r[base + c[pc + 1]] = allocate(value(r, base, c[pc + 2]), c[pc + 3] != 0, true);
          pc += 4;
        }
        case Opcode.SPAWN -> {
          long callee = value(r, base, c[pc + 2]);
          int function = Addresses.functionAt(callee, code.entry.length);
          if (function < 0) {
            return failed(pc, FailureKind.INVALID_ACCESS, "a thread shall run no function");
          }
          int child = tree.thread(thread, s.spawns++);
          effects().spawn(child, tree.root(child, function, value(r, base, c[pc + 3])));
          r[base + c[pc + 1]] = child + 1L;
          pc += 4;
        }
        case Opcode.THREAD_EXIT -> {
          return finished(pc, value(r, base, c[pc + 1]));
        }
        case Opcode.CURRENT_THREAD -> {
          r[base + c[pc + 1]] = thread + 1L;
          pc += 2;
        }
        case Opcode.ASSUME -> {
          if (value(r, base, c[pc + 1]) == 0) {
            return stopped(pc, Status.ASSUME_BLOCKED);
          }
          pc += 2;
        }
        case Opcode.FAIL -> {
          return failed(pc, FAILURES[c[pc + 1]], code.messages[c[pc + 2]]);
        }
        case Opcode.PRINT -> pc = print(r, base, pc);
        case Opcode.UNREACHABLE -> {
          return failed(pc, FailureKind.INVALID_ACCESS, "control reaches what must be unreachable");
        }
        case Opcode.LOAD -> {
          long address = value(r, base, c[pc + 2]);
          int bytes = c[pc + 3];
          if (Addresses.isPrivate(address)) {
            int object = Addresses.slotOf(address);
            int offset = Addresses.offsetInSlot(address);
            if (!s.hasPrivate(object, offset, bytes)) {
              return failed(pc, FailureKind.OUT_OF_BOUNDS, "read outside a local variable");
            }
            if (!s.isPrivateInitialized(object, offset, bytes)) {
              return failed(
                  pc, FailureKind.UNINITIALIZED_READ, "read of an uninitialised local variable");
            }
            r[base + c[pc + 1]] = s.readPrivate(object, offset, bytes);
            pc += 4;
          } else if (isConstant(address, bytes)) {
            r[base + c[pc + 1]] = memory.read(position(address, bytes), bytes);
            pc += 4;
          } else {
            return visible(pc, address, bytes);
          }
        }
        case Opcode.STORE -> {
          long address = value(r, base, c[pc + 1]);
          long value = value(r, base, c[pc + 2]);
          int bytes = c[pc + 3];
          if (Addresses.isPrivate(address)) {
            int object = Addresses.slotOf(address);
            int offset = Addresses.offsetInSlot(address);
            if (!s.hasPrivate(object, offset, bytes)) {
              return failed(pc, FailureKind.OUT_OF_BOUNDS, "write outside a local variable");
            }
            s.writePrivate(object, offset, bytes, value);
            pc += 4;
          } else {
            ThreadNode node = visible(pc, address, bytes);
            node.operand = Arithmetic.zeroExtend(value, 8 * bytes);
            return node;
          }
        }
        case Opcode.RMW -> {
          long address = value(r, base, c[pc + 3]);
          long value = value(r, base, c[pc + 4]);
          int bytes = c[pc + 5];
          if (Addresses.isPrivate(address)) {
            int object = Addresses.slotOf(address);
            int offset = Addresses.offsetInSlot(address);
            if (!s.hasPrivate(object, offset, bytes)) {
              return failed(pc, FailureKind.OUT_OF_BOUNDS, "access outside a local variable");
            }
            long old = s.readPrivate(object, offset, bytes);
            long changed = Arithmetic.readModifyWrite(c[pc + 2], 8 * bytes, old, value);
            s.writePrivate(object, offset, bytes, changed);
            r[base + c[pc + 1]] = old;
            pc += 6;
          } else {
            ThreadNode node = visible(pc, address, bytes);
            node.operator = c[pc + 2];
            node.operand = Arithmetic.zeroExtend(value, 8 * bytes);
            return node;
          }
        }
        case Opcode.CAS -> {
          long address = value(r, base, c[pc + 3]);
          int bytes = c[pc + 6];
          long expected = Arithmetic.zeroExtend(value(r, base, c[pc + 4]), 8 * bytes);
          long desired = Arithmetic.zeroExtend(value(r, base, c[pc + 5]), 8 * bytes);
          if (Addresses.isPrivate(address)) {
            int object = Addresses.slotOf(address);
            int offset = Addresses.offsetInSlot(address);
            if (!s.hasPrivate(object, offset, bytes)) {
              return failed(pc, FailureKind.OUT_OF_BOUNDS, "access outside a local variable");
            }
            long old = s.readPrivate(object, offset, bytes);
            if (old == expected) {
              s.writePrivate(object, offset, bytes, desired);
            }
            r[base + c[pc + 1]] = old;
            r[base + c[pc + 2]] = old == expected ? 1 : 0;
            pc += 7;
          } else {
            ThreadNode node = visible(pc, address, bytes);
            node.operand = expected;
            node.desired = desired;
            return node;
          }
        }
        case Opcode.FREE -> {
          long address = value(r, base, c[pc + 1]);
          if (address != 0) {
            return visible(pc, address, 0);
          }
          pc += 2;
        }
        case Opcode.JOIN, Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK -> {
          return visible(pc, value(r, base, c[pc + 2]), 8);
        }
        default -> throw new AssertionError("no instruction " + opcode + " at " + pc);
      }
    }
  }

  private long value(long[] registers, int base, int operand) {
    return operand >= 0 ? registers[base + operand] : code.constants[~operand];
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

  private int choose(long value, int pc) {
    int[] c = code.instructions;
    int cases = c[pc + 3];
    for (int i = 0; i < cases; i++) {
      if (code.constants[~c[pc + 4 + 2 * i]] == value) {
        return c[pc + 5 + 2 * i];
      }
    }
    return c[pc + 2];
  }

  private boolean call(int pc, int function) {
    int[] c = code.instructions;
    int arguments = c[pc + 3];
    if (arguments < code.parameters[function]) {
      return false;
    }
    int callerBase = state.base;
    state.call(pc, code.entry[function], code.frameSize[function], c[pc + 1]);
    for (int i = 0; i < code.parameters[function]; i++) {
      state.registers[state.base + i] = value(state.registers, callerBase, c[pc + 4 + i]);
    }
    return true;
  }

  private long allocate(long size, boolean zeroed, boolean onHeap) {
    if (size < 0 || size > Integer.MAX_VALUE / 2) {
      throw new MachineException("an object of " + Long.toUnsignedString(size) + " bytes");
    }
    int number = state.allocations;
    state.allocations += Addresses.slots(size);
    if (state.allocations > Addresses.MAX_OBJECTS_PER_THREAD) {
      throw new MachineException(
          "a thread makes more than " + Addresses.MAX_OBJECTS_PER_THREAD + " objects");
    }
    int object = memory.dynamicObject(thread, number, onHeap);
    effects().birth(object, (int) size, zeroed);
    return memory.address(object);
  }

  private boolean isConstant(long address, int bytes) {
    int object = memory.objectAt(address);
    return object >= 0 && memory.isConstant(object) && position(address, bytes) >= 0;
  }

  private long position(long address, int bytes) {
    return memory.locate(memory.objectAt(address), address, bytes);
  }

  private int print(long[] registers, int base, int pc) {
    int[] c = code.instructions;
    int count = c[pc + 3];
    long[] arguments = new long[count];
    for (int i = 0; i < count; i++) {
      arguments[i] = value(registers, base, c[pc + 4 + i]);
    }
    String text = new PrintFormat(memory).format(value(registers, base, c[pc + 2]), arguments);
    effects().printed.append(text);
    registers[base + c[pc + 1]] = text.length();
    return pc + 4 + count;
  }

  // ---- Where a run ends ---------------------------------------------------------------------

  private ThreadNode visible(int pc, long address, int bytes) {
    state.pc = pc;
    ThreadNode node = new ThreadNode(Status.READY, state);
    node.opcode = code.instructions[pc];
    node.address = address;
    node.bytes = bytes;
    return node;
  }

  private ThreadNode finished(int pc, long value) {
    ThreadNode node = stopped(pc, Status.FINISHED);
    node.returned = value;
    return node;
  }

  private ThreadNode failed(int pc, FailureKind kind, String message) {
    ThreadNode node = stopped(pc, Status.FAILED);
    node.failure = new Failure(kind, message);
    return node;
  }

  private ThreadNode stopped(int pc, Status status) {
    state.pc = pc;
    return new ThreadNode(status, state);
  }
}
