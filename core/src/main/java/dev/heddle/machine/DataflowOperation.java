package dev.heddle.machine;

import dev.heddle.machine.ThreadNode.Status;
import dev.heddle.program.Instruction.RmwOperator;

/**
 * The visible operation that a fetched thread is in front of, with its operands as values of a
 * {@link DataflowGraph}.
 */
public final class DataflowOperation {
  private final Code code;
  private final int thread;
  private final int pc;
  private int opcode;
  private final int address;

  /** What is written or added, or of a new thread its argument. */
  private int operand;

  /** What a comparison writes. */
  private int desired;

  /** The operation as far as it is known, to ask for its meaning. */
  private final ThreadNode meaning = new ThreadNode(Status.READY, null);

  DataflowOperation(Code code, DataflowThread thread, int address, int operand) {
    this.code = code;
    this.thread = thread.number;
    this.pc = thread.state.pc;
    this.opcode = code.instructions[pc];
    this.address = address;
    this.operand = operand;
  }

  DataflowOperation leaving() {
    opcode = Opcode.LEAVE;
    return this;
  }

  static int addressOperand(int opcode) {
    return switch (opcode) {
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK, Opcode.ATTEMPT, Opcode.SIGNAL -> 2;
      default -> Opcode.addressOperand(opcode);
    };
  }

  static int bytes(Code code, int pc) {
    int opcode = code.instructions[pc];
    return switch (opcode) {
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK, Opcode.SIGNAL -> 8;
      case Opcode.ATTEMPT -> code.instructions[pc + 3];
      default -> code.instructions[pc + Opcode.sizeOperand(opcode)];
    };
  }

  /** Takes in the operands; false if the thread must wait for one. */
  boolean readOperands(DataflowInterpreter from, DataflowThread at) {
    int[] c = code.instructions;
    int bytes = bytes(code, pc);
    meaning.opcode = opcode;
    meaning.orders = code.orders[pc];
    meaning.bytes = bytes;
    switch (opcode) {
      case Opcode.STORE -> operand = from.stored(at, c[pc + 2], bytes);
      case Opcode.POKE -> {
        operand = from.stored(at, c[pc + 2], bytes);
        int missing = from.operand(at, c[pc + 3]);
        if (!from.values().isKnown(missing) || from.values().value(missing) != 0) {
          throw from.unsupported(at, "a copy of bytes that are not initialised");
        }
      }
      case Opcode.ADD -> {
        meaning.operator = RmwOperator.ADD.ordinal();
        operand = from.stored(at, c[pc + 2], bytes);
      }
      case Opcode.RMW -> {
        meaning.operator = c[pc + 2];
        operand = from.stored(at, c[pc + 4], bytes);
      }
      case Opcode.CAS -> {
        int expected = from.stored(at, c[pc + 4], bytes);
        if (!from.isDecided(at, expected)) {
          return false;
        }
        meaning.operand = from.values().value(expected);
        desired = from.stored(at, c[pc + 5], bytes);
      }
      case Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK -> meaning.operator = c[pc + 3];
      case Opcode.AWAIT, Opcode.ATTEMPT -> {
        if (!readGuard(from, at)) {
          return false;
        }
        meaning.operator = c[pc + 7];
        operand = from.stored(at, c[pc + 8], bytes);
      }
      default -> {}
    }
    return true;
  }

  /** What an operation waits for must be known. */
  private boolean readGuard(DataflowInterpreter from, DataflowThread at) {
    int[] c = code.instructions;
    ThreadState s = at.state;
    long[] known = new long[s.top - s.base];
    int[] needed =
        c[pc + 5] == Opcode.COMPUTED
            ? code.guards[c[pc + 4]].registers
            : new int[] {c[pc + 4], c[pc + 6]};
    for (int register : needed) {
      if (register >= 0) {
        int value = from.operand(at, register);
        if (!from.isDecided(at, value)) {
          return false;
        }
        known[register] = from.values().value(value);
      }
    }
    meaning.guard = ContentGuard.at(code, known, 0, pc);
    return true;
  }

  /** Puts the result where the instruction wants it; the thread is behind the operation then. */
  void putResults(DataflowThread at, int value, int success) {
    int[] c = code.instructions;
    ThreadState s = at.state;
    switch (opcode) {
      case Opcode.LOAD,
          Opcode.RMW,
          Opcode.LOCK,
          Opcode.TRY_LOCK,
          Opcode.UNLOCK,
          Opcode.JOIN,
          Opcode.SIGNAL,
          Opcode.CHOOSE ->
          DataflowInterpreter.set(at, c[pc + 1], value);
      case Opcode.SPAWN -> {
        DataflowInterpreter.set(at, c[pc + 1], value);
        s.spawns++;
      }
      case Opcode.PEEK -> {
        DataflowInterpreter.set(at, c[pc + 1], value);
        DataflowInterpreter.set(at, c[pc + 2], 0);
      }
      case Opcode.CAS -> {
        DataflowInterpreter.set(at, c[pc + 1], value);
        DataflowInterpreter.set(at, c[pc + 2], success);
      }
      case Opcode.AWAIT -> DataflowInterpreter.set(at, c[pc + 1], value);
      case Opcode.ATTEMPT -> {
        DataflowInterpreter.set(at, c[pc + 1], value);
        DataflowInterpreter.set(at, c[pc + 9], success);
      }
      case Opcode.LEAVE -> s.removeLastLocal();
      default -> {}
    }
    s.pc = pc + length();
  }

  private int length() {
    return switch (opcode) {
      case Opcode.LEAVE -> 0;
      case Opcode.FENCE -> 1;
      case Opcode.FREE -> 2;
      case Opcode.JOIN, Opcode.SIGNAL -> 3;
      case Opcode.SPAWN, Opcode.LOCK, Opcode.TRY_LOCK, Opcode.UNLOCK, Opcode.CHOOSE -> 4;
      case Opcode.ATTEMPT -> 10;
      case Opcode.AWAIT -> 12;
      default -> Opcode.sizeOperand(opcode) + 1;
    };
  }

  // ---- What it is ---------------------------------------------------------------------------

  /** NONE if it starts a thread. */
  public OperationKind kind() {
    return opcode == Opcode.SPAWN ? OperationKind.NONE : OperationKind.of(opcode);
  }

  /** Memory orders, as {@link Orders} packs them. */
  public byte orders() {
    return code.orders[pc];
  }

  public int bytes() {
    return kind().accessesMemory() && !kind().endsObject() ? bytes(code, pc) : 0;
  }

  /** The address; of a join, the thread plus 1; of a new thread, the function. */
  public int address() {
    return address;
  }

  /** What a store writes; of a new thread, its argument. */
  public int operand() {
    return operand;
  }

  /** The instruction. */
  public int site() {
    return pc;
  }

  /** The operation for {@link OperationSemantics}, without operands that are not known yet. */
  public ThreadNode meaning() {
    return meaning;
  }

  /** How many numbers the program leaves open. */
  public int ways() {
    int[] c = code.instructions;
    long ways = code.constants[~c[pc + 3]] - code.constants[~c[pc + 2]] + 1;
    if (ways > Footprint.MAX_ALTERNATIVES) {
      throw new MachineException("a choice among " + ways + " numbers");
    }
    return (int) ways;
  }

  /** One of them. */
  public int chosen(DataflowGraph values, int way) {
    return values.constant(code.constants[~code.instructions[pc + 2]] + way);
  }

  /**
   * What the operation writes where it finds a content.
   *
   * @param alternative which of the ways that the operation has then
   */
  public int written(DataflowGraph values, int content, int alternative) {
    if (opcode == Opcode.CAS) {
      return desired;
    }
    if (opcode == Opcode.RMW && meaning.operator == RmwOperator.EXCHANGE.ordinal()) {
      return operand;
    }
    ThreadNode node = meaning;
    int t = thread;
    return values.operation(
        (a, b, c) -> {
          node.operand = b;
          return OperationSemantics.written(node, t, a, alternative);
        },
        content,
        reads(opcode) ? operand : content);
  }

  private static boolean reads(int opcode) {
    return opcode == Opcode.RMW
        || opcode == Opcode.ADD
        || opcode == Opcode.AWAIT
        || opcode == Opcode.ATTEMPT;
  }
}
