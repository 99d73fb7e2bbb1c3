package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import java.util.Arrays;

/**
 * Fetches instructions of a thread, from one operation that others can see to the next, past loads
 * that have no value yet. It is the {@link Interpreter} on values of a {@link DataflowGraph}: what
 * does not need to be known is computed when it is; a thread stops in front of a branch, and of
 * whatever else decides how it goes on, until that is known.
 *
 * <p>Accesses to memory of the thread's own are no operations. Their addresses must be known, which
 * costs no execution: on hardware such an access has an address dependency, and what follows it in
 * program order is committed behind the loads that the address comes from.
 */
public final class DataflowInterpreter {
  private static final int MAX_JUMPS = 20_000_000;
  private static final int MAX_DEPTH = 50_000;

  /** The result of something that has one only in an execution that is complete. */
  private static final int NO_VALUE = -1;

  private final Code code;
  private final ValueDrivenThreads threads;
  private final DataflowGraph values;

  /** What the instruction at a position computes, once it was asked for. */
  private final Computation[] computations;

  /** The values of the constants of the code. */
  private final int[] constants;

  private int[] moved = new int[16];
  private boolean mayFailLate;

  public DataflowInterpreter(ValueDrivenThreads threads, DataflowGraph values) {
    this.code = threads.code();
    this.threads = threads;
    this.values = values;
    this.computations = new Computation[code.instructions.length];
    this.constants = new int[code.constants.length];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = values.constant(code.constants[i]);
    }
  }

  // ---- Starting -----------------------------------------------------------------------------

  /** A thread that stands where all is known. */
  public DataflowThread start(int number, ThreadNode at) {
    ThreadState state = at.state.copy();
    state.mapRegisters(
        value ->
            Addresses.isPrivate(value) ? values.privateAddress(value) : values.constant(value));
    DataflowThread thread = new DataflowThread(number, state);
    thread.takePrivate(at.state, values);
    thread.status = at.status;
    if (at.status == Status.FINISHED) {
      thread.returned = values.constant(at.returned);
    }
    return thread;
  }

  /** The thread makes the objects that it makes on its way to where it starts. */
  public void bear(DataflowThread thread, Effects effects) {
    if (effects != null) {
      effects.bear(thread, threads.memory(), code.program);
    }
  }

  // ---- Fetching -----------------------------------------------------------------------------

  /**
   * Fetches up to the next operation; if it cannot, {@link DataflowThread#awaited} or {@link
   * DataflowThread#status} tells why.
   *
   * @return the operation, or null
   */
  public DataflowOperation fetch(DataflowThread thread) {
    ThreadState s = thread.state;
    int[] c = code.instructions;
    int jumps = 0;
    thread.awaited = -1;
    while (thread.status == Status.READY) {
      int pc = s.pc;
      switch (c[pc]) {
        case Opcode.BINARY -> {
          int right = operand(thread, c[pc + 5]);
          if (Arithmetic.dividesByZero(c[pc + 2], 0)) {
            if (values.isKnown(right) && values.value(right) == 0) {
              thread.status = Status.FAILED;
              return null;
            }
            mayFailLate |= !values.isKnown(right);
          }
          compute(thread, pc, operand(thread, c[pc + 4]), right, right);
          s.pc = pc + 6;
        }
        case Opcode.COMPARE -> {
          int right = operand(thread, c[pc + 5]);
          compute(thread, pc, operand(thread, c[pc + 4]), right, right);
          s.pc = pc + 6;
        }
        case Opcode.CONVERT -> {
          int from = operand(thread, c[pc + 5]);
          compute(thread, pc, from, from, from);
          s.pc = pc + 6;
        }
        case Opcode.SELECT -> {
          compute(
              thread,
              pc,
              operand(thread, c[pc + 2]),
              operand(thread, c[pc + 3]),
              operand(thread, c[pc + 4]));
          s.pc = pc + 5;
        }
        case Opcode.MOVE -> move(thread, pc);
        case Opcode.JUMP -> {
          if (++jumps > MAX_JUMPS) {
            throw new EndlessException(code, s);
          }
          s.pc = c[pc + 1];
        }
        case Opcode.BRANCH -> {
          int condition = operand(thread, c[pc + 1]);
          if (!isDecided(thread, condition)) {
            return null;
          }
          s.pc = (values.value(condition) & 1) != 0 ? c[pc + 2] : c[pc + 3];
        }
        case Opcode.SWITCH -> {
          int value = operand(thread, c[pc + 1]);
          if (!isDecided(thread, value)) {
            return null;
          }
          s.pc = code.choose(values.value(value), pc);
        }
        case Opcode.LOOP_ENTER -> {
          set(thread, c[pc + 1], values.constant(1));
          s.pc = pc + 2;
        }
        case Opcode.LOOP_AGAIN -> {
          long passes = values.value(register(thread, c[pc + 1])) + 1;
          set(thread, c[pc + 1], values.constant(passes));
          if (passes > c[pc + 2]) {
            thread.status = Status.CUT;
            return null;
          }
          s.pc = pc + 3;
        }
        case Opcode.CALL -> {
          if (!call(thread, pc)) {
            return null;
          }
          if (++jumps > MAX_JUMPS || s.depth() > MAX_DEPTH) {
            throw new EndlessException(code, s);
          }
        }
        case Opcode.RETURN -> {
          if (s.hasLocal(false) && !code.isOfMain(thread.number, pc)) {
            return leaving(thread);
          }
          int value = operand(thread, c[pc + 1]);
          if (s.depth() == 0) {
            return end(thread, value);
          }
          int callSite = s.ret(value);
          s.pc = callSite + 4 + c[callSite + 3];
        }
        case Opcode.STACK_ALLOCATE, Opcode.HEAP_ALLOCATE -> {
          if (!allocate(thread, pc)) {
            return null;
          }
        }
        case Opcode.SPAWN -> {
          int callee = operand(thread, c[pc + 2]);
          int argument = operand(thread, c[pc + 3]);
          return isDecided(thread, callee) && isDecided(thread, argument)
              ? new DataflowOperation(code, thread, callee, argument)
              : null;
        }
        case Opcode.THREAD_EXIT -> {
          if (s.hasLocal(true) && thread.number > 0) {
            return leaving(thread);
          }
          return end(thread, operand(thread, c[pc + 1]));
        }
        case Opcode.PROGRAM_END -> {
          return end(thread, operand(thread, c[pc + 1]));
        }
        case Opcode.CURRENT_THREAD -> {
          set(thread, c[pc + 1], values.constant(thread.number + 1L));
          s.pc = pc + 2;
        }
        case Opcode.ASSUME -> {
          int condition = operand(thread, c[pc + 1]);
          if (!isDecided(thread, condition)) {
            return null;
          }
          if (values.value(condition) == 0) {
            thread.status = c[pc + 3] < 0 ? Status.ASSUME_BLOCKED : Status.SPINNING;
            return null;
          }
          s.pc = pc + 4;
        }
        case Opcode.FAIL, Opcode.UNREACHABLE -> thread.status = Status.FAILED;
        case Opcode.EXIT -> thread.status = Status.EXITED;
        case Opcode.PRINT -> {
          // What is printed is found out when the execution is complete.
          set(thread, c[pc + 1], NO_VALUE);
          s.pc = pc + 4 + c[pc + 3];
        }
        case Opcode.DIGIT -> {
          set(thread, c[pc + 1], NO_VALUE);
          s.pc = pc + 7;
        }
        case Opcode.UNSUPPORTED ->
            throw new MachineException(code.userLocation(s) + ": " + code.messages[c[pc + 1]]);
        case Opcode.THREAD_LOCAL -> {
          set(thread, c[pc + 1], values.constant(Addresses.ofDynamic(thread.number, c[pc + 2])));
          s.pc = pc + 3;
        }
        case Opcode.FREE -> {
          int address = operand(thread, c[pc + 1]);
          if (!isLocated(thread, address)) {
            return null;
          }
          if (values.value(address) != 0) {
            return new DataflowOperation(code, thread, address, address);
          }
          s.pc = pc + 2;
        }
        case Opcode.JOIN -> {
          int joined = operand(thread, c[pc + 2]);
          return isDecided(thread, joined)
              ? new DataflowOperation(code, thread, joined, joined)
              : null;
        }
        case Opcode.FENCE, Opcode.CHOOSE -> {
          return new DataflowOperation(code, thread, 0, 0);
        }
        case Opcode.ATOMIC_BEGIN, Opcode.ATOMIC_END ->
            throw unsupported(thread, "an atomic section, or an atomic access of 16 bytes,");
        case Opcode.SIZE -> throw unsupported(thread, OperationKind.of(c[pc]).label());
        default -> {
          DataflowOperation operation = access(thread, pc);
          if (operation != null || thread.awaited >= 0) {
            return operation;
          }
        }
      }
    }
    return null;
  }

  /**
   * Whether a thread has done something that goes wrong with some values, before these were known.
   */
  public boolean mayFailLate() {
    return mayFailLate;
  }

  /** Something that hardware models give no meaning to. */
  public MachineException unsupported(DataflowThread thread, String what) {
    return new MachineException(
        (code.userLocation(thread.state) + ": " + what + " is not supported under this model;")
            + " --model rc11 or sc may check it");
  }

  private DataflowOperation end(DataflowThread thread, int value) {
    thread.returned = value;
    thread.status = Status.FINISHED;
    return null;
  }

  /** A local variable that others can reach ends. */
  private DataflowOperation leaving(DataflowThread thread) {
    int address = values.constant(thread.state.lastLocal());
    return new DataflowOperation(code, thread, address, address).leaving();
  }

  private boolean call(DataflowThread thread, int pc) {
    int[] c = code.instructions;
    int callee = operand(thread, c[pc + 2]);
    if (!isDecided(thread, callee)) {
      return false;
    }
    int function = Addresses.functionAt(values.value(callee), code.entry.length);
    if (function < 0 || c[pc + 3] < code.parameters[function]) {
      thread.status = Status.FAILED;
      return false;
    }
    int count = code.parameters[function];
    reserve(count);
    for (int i = 0; i < count; i++) {
      moved[i] = operandOrNone(thread, c[pc + 4 + i]);
    }
    ThreadState s = thread.state;
    s.call(pc, code.entry[function], code.frameSize[function], c[pc + 1]);
    for (int i = 0; i < count; i++) {
      s.setRegister(i, moved[i]);
    }
    return true;
  }

  private void move(DataflowThread thread, int pc) {
    int[] c = code.instructions;
    int count = c[pc + 1];
    reserve(count);
    for (int i = 0; i < count; i++) {
      moved[i] = operandOrNone(thread, c[pc + 3 + 2 * i]);
    }
    for (int i = 0; i < count; i++) {
      set(thread, c[pc + 2 + 2 * i], moved[i]);
    }
    thread.state.pc = pc + 2 + 2 * count;
  }

  private void reserve(int count) {
    if (count > moved.length) {
      moved = new int[2 * count];
    }
  }

  private boolean allocate(DataflowThread thread, int pc) {
    int[] c = code.instructions;
    int size = operand(thread, c[pc + 2]);
    if (!isLocated(thread, size)) {
      return false;
    }
    long bytes = values.value(size);
    boolean onHeap = c[pc] == Opcode.HEAP_ALLOCATE;
    boolean isTooLarge = Allocator.isTooLarge(bytes);
    int address;
    if (!onHeap && c[pc + 3] != 0 && bytes < Addresses.SLOT_SIZE) {
      address = values.privateAddress(Addresses.ofPrivate(thread.allocatePrivate((int) bytes)));
    } else if (isTooLarge && onHeap) {
      address = values.constant(0);
    } else if (isTooLarge) {
      throw new MachineException("an object of " + Long.toUnsignedString(bytes) + " bytes");
    } else {
      ThreadState s = thread.state;
      long at = Addresses.ofDynamic(thread.number, s.allocations);
      s.allocations += Addresses.slots(bytes);
      boolean isZeroed = onHeap && c[pc + 3] != 0;
      thread.bear(at, (int) bytes, isZeroed ? DataflowThread.ZEROED : DataflowThread.UNINITIALIZED);
      if (!onHeap) {
        s.addLocal(at);
      }
      address = values.constant(at);
    }
    set(thread, c[pc + 1], address);
    thread.state.pc = pc + 4;
    return true;
  }

  // ---- Accesses -----------------------------------------------------------------------------

  /**
   * The access that a thread is in front of; null if it was one to private memory, or if more must
   * be known.
   */
  private DataflowOperation access(DataflowThread thread, int pc) {
    int[] c = code.instructions;
    int opcode = c[pc];
    int addressOperand = DataflowOperation.addressOperand(opcode);
    int address = operand(thread, c[pc + addressOperand]);
    boolean mayBePrivate = values.mayBePrivate(address);
    if (mayBePrivate && !isLocated(thread, address)) {
      return null;
    }
    if (mayBePrivate && Addresses.isPrivate(values.value(address))) {
      accessPrivately(thread, pc, values.value(address));
      return null;
    }
    DataflowOperation operation = new DataflowOperation(code, thread, address, address);
    return operation.readOperands(this, thread) ? operation : null;
  }

  private void accessPrivately(DataflowThread thread, int pc, long address) {
    int[] c = code.instructions;
    int opcode = c[pc];
    int object = Addresses.slotOf(address);
    int offset = Addresses.offsetInSlot(address);
    int bytes = DataflowOperation.bytes(code, pc);
    boolean reads = opcode == Opcode.LOAD || opcode == Opcode.PEEK;
    boolean writes = opcode == Opcode.STORE || opcode == Opcode.POKE;
    if (!thread.state.hasPrivate(object, offset, bytes)
        || (opcode == Opcode.LOAD && thread.missing(object, offset, bytes) != 0)) {
      thread.status = Status.FAILED;
      return;
    }
    if (reads) {
      set(thread, c[pc + 1], thread.read(object, offset, bytes, values));
      if (opcode == Opcode.PEEK) {
        set(thread, c[pc + 2], values.constant(thread.missing(object, offset, bytes)));
      }
    } else if (writes) {
      thread.write(object, offset, bytes, stored(thread, c[pc + 2], bytes));
    } else {
      throw unsupported(
          thread, "an atomic operation on a variable that one thread alone can reach");
    }
    thread.state.pc = pc + Opcode.sizeOperand(opcode) + 1;
  }

  /** A value as so many bytes hold it. */
  int stored(DataflowThread thread, int operand, int bytes) {
    int value = operand(thread, operand);
    return bytes == 8
        ? value
        : values.operation((a, b, c) -> Arithmetic.zeroExtend(a, 8 * bytes), value, value);
  }

  /** The thread goes on behind an operation. */
  public void resume(DataflowThread thread, DataflowOperation operation, int value, int success) {
    operation.putResults(thread, value, success);
  }

  // ---- Values -------------------------------------------------------------------------------

  DataflowGraph values() {
    return values;
  }

  Code code() {
    return code;
  }

  /** Whether something that decides how the thread goes on is known; if not, the thread waits. */
  boolean isDecided(DataflowThread thread, int value) {
    if (!values.isKnown(value)) {
      thread.awaited = value;
      return false;
    }
    thread.addCondition(values.loads(value));
    return true;
  }

  /** Whether an address, or what decides about addresses, is known; if not, the thread waits. */
  private boolean isLocated(DataflowThread thread, int value) {
    if (!values.isKnown(value)) {
      thread.awaited = value;
      return false;
    }
    thread.addAddress(values.loads(value));
    return true;
  }

  private int operandOrNone(DataflowThread thread, int operand) {
    return operand >= 0 ? register(thread, operand) : constants[~operand];
  }

  int operand(DataflowThread thread, int operand) {
    int value = operandOrNone(thread, operand);
    if (value == NO_VALUE) {
      throw unsupported(thread, "the number that printf() gives, or a digit of a fraction,");
    }
    return value;
  }

  private static int register(DataflowThread thread, int number) {
    return (int) thread.state.register(number);
  }

  static void set(DataflowThread thread, int register, int value) {
    thread.state.setRegister(register, value);
  }

  private void compute(DataflowThread thread, int pc, int a, int b, int c) {
    Computation computation = computations[pc];
    if (computation == null) {
      computation = computation(Arrays.copyOfRange(code.instructions, pc, pc + 5));
      computations[pc] = computation;
    }
    set(thread, code.instructions[pc + 1], values.operation(computation, a, b, c));
  }

  private static Computation computation(int[] i) {
    return switch (i[0]) {
      case Opcode.BINARY ->
          // A thread that divides by zero fails when the execution is looked at.
          (a, b, c) -> Arithmetic.dividesByZero(i[2], b) ? 0 : Arithmetic.binary(i[2], i[3], a, b);
      case Opcode.COMPARE -> (a, b, c) -> Arithmetic.compare(i[2], i[3], a, b) ? 1 : 0;
      case Opcode.CONVERT -> (a, b, c) -> Arithmetic.convert(i[2], i[3], i[4], a);
      default -> (a, b, c) -> (a & 1) != 0 ? b : c;
    };
  }
}
