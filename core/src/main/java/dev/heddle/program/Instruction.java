package dev.heddle.program;

import java.util.List;

/**
 * An operation inside a block. Integers of {@code bits} bits live zero-extended in 64-bit
 * registers; sizes of memory accesses are in bytes, from 1 to 8.
 */
public sealed interface Instruction {
  Location location();

  /** Stands for the first block of a loop where there is none. */
  int NO_LOOP = -1;

  /** The same where an assumption makes a thread wait, so that its waiting means nothing. */
  int ASSUMED = -2;

  /** Whether the instruction computes a register from others, and nothing can go wrong with it. */
  default boolean isComputation() {
    return this instanceof Compare
        || this instanceof Convert
        || this instanceof Select
        || (this instanceof Binary i && !i.mayDivideByZero());
  }

  // ---- Computation on registers -------------------------------------------------------------

  enum BinaryOperator {
    ADD,
    SUB,
    MUL,
    UDIV,
    SDIV,
    UREM,
    SREM,
    SHL,
    LSHR,
    ASHR,
    AND,
    OR,
    XOR,
    FADD,
    FSUB,
    FMUL,
    FDIV,
    FREM,
    FPOW,
    FATAN2,
    FHYPOT
  }

  /** {@code result = left operator right} on numbers of {@code bits} bits, wrapping around. */
  record Binary(
      Register result,
      BinaryOperator operator,
      int bits,
      Value left,
      Value right,
      Location location)
      implements Instruction {
    /** Whether a division may be one by zero. */
    public boolean mayDivideByZero() {
      return switch (operator) {
        case UDIV, SDIV, UREM, SREM ->
            !(right instanceof Value.Constant divisor && divisor.bits() != 0);
        default -> false;
      };
    }
  }

  /** Comparisons; F… are the ordered and U… (after F) the unordered ones of IEEE numbers. */
  enum Relation {
    EQ,
    NE,
    ULT,
    ULE,
    UGT,
    UGE,
    SLT,
    SLE,
    SGT,
    SGE,
    FOEQ,
    FONE,
    FOLT,
    FOLE,
    FOGT,
    FOGE,
    FORD,
    FUNO,
    FUEQ,
    FUNE,
    FULT,
    FULE,
    FUGT,
    FUGE
  }

  /** {@code result = left relation right}, as 0 or 1. */
  record Compare(
      Register result, Relation relation, int bits, Value left, Value right, Location location)
      implements Instruction {}

  /** From one kind of number to another, or the elementary functions of IEEE numbers. */
  enum Conversion {
    TRUNCATE,
    ZERO_EXTEND,
    SIGN_EXTEND,
    FLOAT_TO_SIGNED,
    FLOAT_TO_UNSIGNED,
    SIGNED_TO_FLOAT,
    UNSIGNED_TO_FLOAT,
    FLOAT_TO_FLOAT,
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    SINH,
    COSH,
    TANH,
    EXP,
    EXPM1,
    LOG,
    LOG10,
    LOG1P,
    SQRT,
    CBRT,
    FLOOR,
    CEIL,
    RINT
  }

  record Convert(
      Register result,
      Conversion conversion,
      int fromBits,
      int toBits,
      Value value,
      Location location)
      implements Instruction {}

  /** {@code result = condition ? ifTrue : ifFalse}. */
  record Select(Register result, Value condition, Value ifTrue, Value ifFalse, Location location)
      implements Instruction {}

  /**
   * One character of a floating-point number in decimal, as {@code printf} writes it.
   *
   * @param conversion the character {@code e}, {@code f} or {@code g}, or a capital one
   * @param precision below 0 for none
   * @param flags 1 for {@code #}
   * @param index which character; the result is -1 behind the last
   */
  record DecimalDigit(
      Register result,
      Value number,
      Value conversion,
      Value precision,
      Value flags,
      Value index,
      Location location)
      implements Instruction {}

  // ---- Memory objects -----------------------------------------------------------------------

  /**
   * Makes an object of {@code size} bytes that lives as long as the frame.
   *
   * @param isPrivate whether no other thread can ever get hold of its address
   * @param type what the source says it is, in the program's {@link Types}
   */
  record StackAllocate(
      Register result, Value size, boolean isPrivate, String name, Location location, int type)
      implements Instruction {
    public StackAllocate(
        Register result, Value size, boolean isPrivate, String name, Location location) {
      this(result, size, isPrivate, name, location, Types.UNKNOWN);
    }
  }

  /**
   * Makes a heap object, with content zero if {@code zeroed} and uninitialised otherwise.
   *
   * @param type what the source uses it as, or what its elements are if it is an array
   */
  record HeapAllocate(Register result, Value size, boolean zeroed, Location location, int type)
      implements Instruction {
    public HeapAllocate(Register result, Value size, boolean zeroed, Location location) {
      this(result, size, zeroed, location, Types.UNKNOWN);
    }
  }

  /** Ends the life of the heap object at {@code address}; nothing happens at address 0. */
  record HeapFree(Value address, Location location) implements Instruction {}

  /** The size of the heap object at {@code address}. */
  record HeapSize(Register result, Value address, Location location) implements Instruction {}

  // ---- Memory accesses ----------------------------------------------------------------------

  record Load(Register result, Value address, int bytes, MemoryOrder order, Location location)
      implements Instruction {}

  record Store(Value address, Value value, int bytes, MemoryOrder order, Location location)
      implements Instruction {}

  /**
   * Reads memory that may not be initialised, to write it somewhere else.
   *
   * @param missing gets the bytes that are not initialised, bit 0 being the first; they read as 0
   */
  record Peek(Register result, Register missing, Value address, int bytes, Location location)
      implements Instruction {}

  /** Writes memory and leaves the bytes in {@code missing} uninitialised. */
  record Poke(Value address, Value value, Value missing, int bytes, Location location)
      implements Instruction {}

  enum RmwOperator {
    EXCHANGE,
    ADD,
    SUB,
    AND,
    NAND,
    OR,
    XOR,
    MAX,
    MIN,
    UMAX,
    UMIN,
    LEAVE,
    FADD,
    FSUB
  }

  /** Atomically replaces the content by {@code content operator value}; the old is the result. */
  record ReadModifyWrite(
      Register result,
      RmwOperator operator,
      Value address,
      Value value,
      int bytes,
      MemoryOrder order,
      Location location)
      implements Instruction {}

  /** Atomically adds to the content. Two additions to the same memory do not depend on order. */
  record Add(Value address, Value value, int bytes, MemoryOrder order, Location location)
      implements Instruction {}

  /** Atomically stores {@code desired} where {@code expected} is; never fails spuriously. */
  record CompareExchange(
      Register old,
      Register success,
      Value address,
      Value expected,
      Value desired,
      int bytes,
      MemoryOrder successOrder,
      MemoryOrder failureOrder,
      Location location)
      implements Instruction {}

  /**
   * A fence.
   *
   * @param barrier the instruction that it was written as, which hardware models look at
   */
  record Fence(MemoryOrder order, Barrier barrier, Location location) implements Instruction {
    public Fence(MemoryOrder order, Location location) {
      this(order, Barrier.NONE, location);
    }
  }

  // ---- Control ------------------------------------------------------------------------------

  /**
   * Calls a function, which is an address: a constant one or one computed.
   *
   * @param thrown gets the exception by which the function was left, or 0 if it returned; null if
   *     exceptions leave the caller as well
   * @param handlers what {@link Handlers} gives for this call; null without {@code thrown}
   */
  record Call(
      Register result,
      Register thrown,
      Value callee,
      List<Value> arguments,
      Value handlers,
      Location location)
      implements Instruction {
    public Call {
      arguments = List.copyOf(arguments);
    }

    public Call(Register result, Value callee, List<Value> arguments, Location location) {
      this(result, null, callee, arguments, null, location);
    }
  }

  /**
   * Leaves all functions up to the innermost call that takes exceptions, which gets this one.
   *
   * @param exception not 0
   */
  record Throw(Value exception, Location location) implements Instruction {}

  /**
   * What a call under way that takes exceptions says about itself; 0 if there are not so many.
   *
   * @param level which of them, 0 being the innermost
   */
  record Handlers(Register result, Value level, Location location) implements Instruction {}

  /**
   * Control passes the header of a loop at most so often before it leaves the loop. The loop is the
   * one that control runs into from here without a decision, or else the innermost one around.
   */
  record LoopBound(int passes, Location location) implements Instruction {}

  // ---- Threads ------------------------------------------------------------------------------

  /** Starts a thread that runs {@code callee(argument)}; the result is its identity, not 0. */
  record Spawn(Register result, Value callee, Value argument, Location location)
      implements Instruction {}

  /** Waits for the end of a thread; the result is what its function returned. */
  record Join(Register result, Value thread, Location location) implements Instruction {}

  /** Ends the current thread. */
  record ThreadExit(Value value, Location location) implements Instruction {}

  /** Ends the program, whatever its other threads are doing. */
  record ProgramExit(Value status, Location location) implements Instruction {}

  /**
   * Ends the first thread, and with it the process: {@code main} has returned. What other threads
   * do before is explored to its end, and nobody waits for anything any longer.
   */
  record ProgramEnd(Value status, Location location) implements Instruction {}

  /** The identity of the current thread, as {@link Spawn} gave it. */
  record CurrentThread(Register result, Location location) implements Instruction {}

  /**
   * What can be done with a mutex. A mutex is 8 bytes of memory: zero when free, all ones when it
   * must not be used any more.
   *
   * <p>The result of {@code TRY_LOCK} is 1 if it took the mutex and 0 otherwise; that of the others
   * is 0.
   */
  enum MutexOperator {
    LOCK,
    TRY_LOCK,
    UNLOCK
  }

  /**
   * An operation on a mutex.
   *
   * @param typed whether the lowest of the 8 bytes behind the mutex tells its kind: 0 normal, 1
   *     recursive, 2 error checking. The result of {@code LOCK} and {@code UNLOCK} is then the
   *     error number of POSIX.
   */
  record Mutex(
      Register result, MutexOperator operator, Value address, boolean typed, Location location)
      implements Instruction {
    public Mutex(Register result, MutexOperator operator, Value address, Location location) {
      this(result, operator, address, false, location);
    }
  }

  /** What memory must contain for an operation to happen. */
  sealed interface Guard {
    /** {@code (content & mask) relation value}. */
    record Masked(Value mask, Relation relation, Value value) implements Guard {}

    /**
     * The lowest bit of {@code condition} is set after the steps, which only compute on registers.
     *
     * @param content the register that holds the content for the steps
     */
    record Computed(Register content, List<Instruction> steps, Value condition) implements Guard {
      public Computed {
        steps = List.copyOf(steps);
      }
    }
  }

  /**
   * Waits until the guard holds, and at that moment updates the content; the old one is the result.
   *
   * @param update null to leave the content as it is
   * @param purpose what is waited for, for reports, or the condition of the loop in the source
   * @param loop the block at which that loop starts, or {@link #NO_LOOP}, or {@link #ASSUMED}
   * @param writesInVain whether the source writes there even while the guard does not hold
   * @param order that of the access in whose place the waiting stands
   */
  record Await(
      Register result,
      Value address,
      int bytes,
      Guard guard,
      RmwOperator update,
      Value operand,
      String purpose,
      int loop,
      boolean writesInVain,
      MemoryOrder order,
      Location location)
      implements Instruction {}

  /** Updates the content if the guard holds, and never waits; {@code success} tells. */
  record Attempt(
      Register old,
      Register success,
      Value address,
      int bytes,
      Guard guard,
      RmwOperator update,
      Value operand,
      MemoryOrder order,
      Location location)
      implements Instruction {}

  /**
   * Clears one of the bits set in 8 bytes of memory, any one of them: all choices are explored. The
   * result is the old content. Nothing happens when no bit is set.
   */
  record Signal(Register result, Value address, MemoryOrder order, Location location)
      implements Instruction {}

  /** A number from low to high (signed, both included): all are explored. */
  record Choose(Register result, long low, long high, Location location) implements Instruction {}

  /** The address of the current thread's copy of a thread-local global. */
  record ThreadLocalAddress(Register result, int global, Location location)
      implements Instruction {}

  /**
   * What the thread does from here to the matching {@link AtomicEnd} happens at once: no other
   * thread does anything meanwhile. Sections may be nested; the outermost counts.
   */
  record AtomicBegin(Section section, Location location) implements Instruction {}

  record AtomicEnd(Location location) implements Instruction {}

  /** Something was left out that matters if this is not true; who runs the program finds out. */
  record Claim(ClaimKind kind, Value address, int bytes, Location location)
      implements Instruction {}

  /** What transformations have taken for granted is not true if the condition is not 0. */
  record Doubt(Value condition, Location location) implements Instruction {}

  /** Whether a condition holds, not counting the first time that it does so in the thread. */
  record Again(Register result, Value condition, Location location) implements Instruction {}

  // ---- Verification -------------------------------------------------------------------------

  /**
   * Stops the thread for good, without an error, when the condition is 0.
   *
   * @param purpose if the thread is stopped in a loop that it would only repeat, what must hold for
   *     it to do something, for reports; null if the source has the assumption
   * @param loop the block at which that loop starts; {@link #ASSUMED} if there is none, or if it
   *     would not repeat itself from there
   */
  record Assume(Value condition, String purpose, int loop, Location location)
      implements Instruction {
    public Assume(Value condition, Location location) {
      this(condition, null, ASSUMED, location);
    }
  }

  /**
   * An error happens here.
   *
   * @param type the address of a mangled name of a type of C++, which the message goes on with;
   *     null for none
   */
  record Fail(FailureKind kind, String message, Value type, Location location)
      implements Instruction {
    public Fail(FailureKind kind, String message, Location location) {
      this(kind, message, null, location);
    }
  }

  /** Something happens here that cannot be checked; {@code message} says what. */
  record Unsupported(String message, Location location) implements Instruction {}

  /** Prints to the captured output; {@code format} is the address of a C format string. */
  record Print(Register result, Value format, List<Value> arguments, Location location)
      implements Instruction {
    public Print {
      arguments = List.copyOf(arguments);
    }
  }
}
