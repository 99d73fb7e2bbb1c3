package dev.heddle.machine;

/**
 * The instructions of {@link Code}. Beside each stand its operands, one int each: {@code r} a
 * register of the frame, {@code v} a register (from 0) or a constant ({@code ~index}), {@code n} a
 * number, {@code pc} a position in the code.
 */
final class Opcode {
  /** r operator bits v v. */
  static final int BINARY = 1;

  /** r relation bits v v. */
  static final int COMPARE = 2;

  /** r conversion fromBits toBits v. */
  static final int CONVERT = 3;

  /** r v v v. */
  static final int SELECT = 4;

  /** n (r v)*: all values are read before the first register is written. */
  static final int MOVE = 5;

  /** pc. */
  static final int JUMP = 6;

  /** v pc pc. */
  static final int BRANCH = 7;

  /** v default-pc n (constant pc)*. */
  static final int SWITCH = 8;

  /** r v n v*. */
  static final int CALL = 9;

  /** v. */
  static final int RETURN = 10;

  /** r: the loop is entered. */
  static final int LOOP_ENTER = 11;

  /** r n: another pass through the loop's header, of at most n. */
  static final int LOOP_AGAIN = 12;

  /** r v private. */
  static final int STACK_ALLOCATE = 13;

  /** r v zeroed. */
  static final int HEAP_ALLOCATE = 14;

  /** r v v. */
  static final int SPAWN = 15;

  /** v. */
  static final int THREAD_EXIT = 16;

  /** r. */
  static final int CURRENT_THREAD = 17;

  /** v purpose loop: where the loop starts that the thread would only repeat, or -1. */
  static final int ASSUME = 18;

  /** kind message v: the mangled name of a type to go on with, or 0. */
  static final int FAIL = 19;

  /** r v n v*. */
  static final int PRINT = 20;

  /** Nothing follows. */
  static final int UNREACHABLE = 21;

  /** r n: the n-th thread-local object. */
  static final int THREAD_LOCAL = 22;

  /** v. */
  static final int EXIT = 23;

  /** message. */
  static final int UNSUPPORTED = 24;

  /** r v v v v v. */
  static final int DIGIT = 25;

  /** Nothing follows. */
  static final int ATOMIC_END = 26;

  /** r v n v* r v: a call that takes exceptions; last its handlers. */
  static final int INVOKE = 27;

  /** v. */
  static final int THROW = 28;

  /** r v. */
  static final int HANDLERS = 29;

  /** kind v bytes. */
  static final int CLAIM = 30;

  /** v. */
  static final int DOUBT = 31;

  /** r v bytes. */
  static final int LOAD = 32;

  /** v v bytes. */
  static final int STORE = 33;

  /** r operator v v bytes. */
  static final int RMW = 34;

  /** r r v v v bytes. */
  static final int CAS = 35;

  /** v. */
  static final int FREE = 36;

  /** r v. */
  static final int JOIN = 37;

  /** r v typed. */
  static final int LOCK = 38;

  /** r v typed. */
  static final int TRY_LOCK = 39;

  /** r v typed. */
  static final int UNLOCK = 40;

  /**
   * r v bytes mask relation value update operand purpose loop vain; update -1 for none; if relation
   * is {@link #COMPUTED}, then mask is the number of a guard; vain 1 if who looks in vain writes.
   */
  static final int AWAIT = 41;

  /** Where in an AWAIT its purpose stands. */
  static final int PURPOSE_OF_AWAIT = 9;

  /** Where in an AWAIT and in an ASSUME the loop stands. */
  static final int LOOP_OF_AWAIT = 10;

  /** Where in an AWAIT it stands whether who looks in vain writes. */
  static final int VAIN_OF_AWAIT = 11;

  static final int PURPOSE_OF_ASSUME = 2;

  static final int LOOP_OF_ASSUME = 3;

  /** What stands for a relation if a guard has code. */
  static final int COMPUTED = -1;

  /** r v bytes mask relation value update operand r. */
  static final int ATTEMPT = 42;

  /** r v. */
  static final int SIGNAL = 43;

  /** r low high, the two as constants. */
  static final int CHOOSE = 44;

  /** r r v bytes. */
  static final int PEEK = 45;

  /** v v v bytes. */
  static final int POKE = 46;

  /** r v. */
  static final int SIZE = 47;

  /** section. Visible only in front of an outermost section. */
  static final int ATOMIC_BEGIN = 49;

  /** Not in the code: a local variable ends with its function or thread. */
  static final int LEAVE = 48;

  /** v v bytes. */
  static final int ADD = 50;

  /** Nothing follows. Not in code for sequential consistency. */
  static final int FENCE = 51;

  /** v. */
  static final int PROGRAM_END = 52;

  /** Not in the code: a section that reads 16 bytes, and may write them. */
  static final int WIDE_UPDATE = 53;

  /** r v. Not visible. */
  static final int AGAIN = 54;

  private Opcode() {}

  /** Where in an instruction that accesses memory the address stands. */
  static int addressOperand(int opcode) {
    return switch (opcode) {
      case STORE, POKE, ADD -> 1;
      case LOAD, AWAIT -> 2;
      case PEEK, RMW, CAS -> 3;
      default -> throw new AssertionError("no access: " + opcode);
    };
  }

  /** Where in it the number of bytes stands; of all but an await, that is the end. */
  static int sizeOperand(int opcode) {
    return switch (opcode) {
      case LOAD, STORE, ADD, AWAIT -> 3;
      case PEEK, POKE -> 4;
      case RMW -> 5;
      case CAS -> 6;
      default -> throw new AssertionError("no access: " + opcode);
    };
  }
}
