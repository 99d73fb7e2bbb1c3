package dev.heddle.frontend.llvm;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.MutexOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;

/**
 * The library functions that are a few instructions each: one case says which ones a call becomes.
 * A function that the program defines itself is not looked up here; functions that are not here are
 * looked up in the {@link RuntimeLibrary}.
 *
 * <p>The table is a switch and not a map of functions, as making a hundred function objects would
 * take longer than reading a program does.
 */
final class Library {
  static final Value NO_RESULT = new Value.Undefined();
  private static final Value ZERO = Value.of(0);

  /** What a {@code try_lock} gives if it does not get the lock: EBUSY and thrd_busy. */
  private static final int POSIX_BUSY = 16;

  private static final int C11_BUSY = 1;

  private Library() {}

  /**
   * Emits the instructions of a call.
   *
   * @return the result, which is undefined if the function has none; null if the function is not in
   *     this table, in which case nothing is emitted
   */
  static Value translate(String function, LibraryCall call) {
    return switch (function) {
      // Threads
      case "pthread_create" -> create(call, call.argument(2), call.argument(3));
      case "thrd_create" -> create(call, call.argument(1), call.argument(2));
      case "pthread_join" -> joinOrCancel(call);
      case "thrd_join" -> join(call, 4);
      case "pthread_exit", "thrd_exit" -> exitThread(call);
      case "pthread_self", "thrd_current" -> self(call);
      case "pthread_equal", "thrd_equal" ->
          call.builder().compare(Relation.EQ, 64, call.argument(0), call.argument(1));
      case "pthread_detach",
          "thrd_detach",
          "pthread_yield",
          "sched_yield",
          "thrd_yield",
          "thrd_sleep" ->
          ZERO;
      case "usleep", "sleep", "nanosleep", "clock_nanosleep", "pthread_testcancel" ->
          call.symbols().uses("pthread_cancel")
              ? zeroAfter(call.callRuntime("pthread_testcancel"))
              : ZERO;

      // Locks
      case "pthread_mutex_lock" -> mutex(call, MutexOperator.LOCK);
      case "pthread_mutex_unlock" -> mutex(call, MutexOperator.UNLOCK);
      case "pthread_mutex_trylock" -> tryLock(call, POSIX_BUSY);
      case "mtx_lock" -> zeroAfter(mutex(call, MutexOperator.LOCK));
      case "mtx_unlock" -> zeroAfter(mutex(call, MutexOperator.UNLOCK));
      case "mtx_trylock" -> tryLock(call, C11_BUSY);

      // Memory
      case "malloc" -> allocate(call, unlessItFails(call, call.argument(0)), false);
      case "_Znwm", "_Znam" -> allocate(call, call.argument(0), false);
      case "calloc" ->
          allocate(
              call,
              unlessItFails(call, product(call.builder(), call.argument(0), call.argument(1))),
              true);
      case "free", "cfree", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm" ->
          emitted(call, new Instruction.HeapFree(call.argument(0), call.location()));

      case "rand", "random" -> call.environment().randomIsAny() ? anyNumber(call) : null;

      // Ends of a thread or of the program
      case "__assert_fail" -> fail(call, FailureKind.ASSERTION, call.text(0));
      case "__assert_rtn", "__assert13", "__assert2" ->
          fail(call, FailureKind.ASSERTION, call.text(3));
      case "__assert" ->
          fail(call, FailureKind.ASSERTION, call.text(call.arguments() == 4 ? 3 : 0));
      case "abort" -> fail(call, FailureKind.ABORT, "the program calls abort()");
      case "__cxa_pure_virtual" ->
          fail(call, FailureKind.ABORT, "call of a function that is only declared (pure virtual)");
      case "__VERIFIER_error", "reach_error" ->
          fail(call, FailureKind.REACH_ERROR, function + "()");
      case "exit" -> exit(call);
      case "_exit", "_Exit", "quick_exit" ->
          emitted(call, new Instruction.ProgramExit(call.argument(0), call.location()));
      case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp" ->
          throw new UnsupportedException(
              "jumping out of functions with setjmp and longjmp is not supported");

      default -> {
        if (function.startsWith("__heddle_")) {
          yield RuntimeIntrinsics.translate(function, call);
        }
        if (function.startsWith("__VERIFIER_")) {
          yield Directions.translate(function, call);
        }
        if (function.startsWith("__atomic_")) {
          yield AtomicLibrary.translate(function, call);
        }
        Value printed = PrintCalls.translate(function, call);
        yield printed == null ? MathLibrary.translate(function, call) : printed;
      }
    };
  }

  static Value emitted(LibraryCall call, Instruction instruction) {
    call.builder().emit(instruction);
    return NO_RESULT;
  }

  static boolean isZero(Value value) {
    return value instanceof Value.Constant constant && constant.bits() == 0;
  }

  // ---- Threads ------------------------------------------------------------------------------

  private static Value create(LibraryCall call, Value callee, Value argument) {
    FunctionBuilder builder = call.builder();
    Register thread = builder.newRegister();
    builder.emit(new Instruction.Spawn(thread, callee, argument, call.location()));
    builder.emit(
        new Instruction.Store(call.argument(0), thread, 8, MemoryOrder.PLAIN, call.location()));
    return ZERO;
  }

  /** The second argument is where the thread's result goes, or null if nobody wants it. */
  /** A request to cancel the thread ends its wait for another one's end. */
  private static Value joinOrCancel(LibraryCall call) {
    if (call.symbols().uses("pthread_cancel")) {
      call.callRuntime("__heddle_wait_for_end", call.argument(0));
    }
    return join(call, 8);
  }

  private static Value join(LibraryCall call, int resultBytes) {
    FunctionBuilder builder = call.builder();
    Register result = builder.newRegister();
    builder.emit(new Instruction.Join(result, call.argument(0), call.location()));
    Value place = call.argument(1);
    Instruction.Store store =
        new Instruction.Store(place, result, resultBytes, MemoryOrder.PLAIN, call.location());
    if (call.isObject(1)) {
      builder.emit(store);
    } else if (!isZero(place)) {
      Value isWanted = builder.compare(Relation.NE, 64, place, ZERO);
      int storing = builder.newBlock(builder.currentLabel() + ".joined");
      int after = builder.newBlock(builder.currentLabel() + ".after");
      builder.end(new Terminator.Branch(isWanted, storing, after, call.location()));
      builder.continueAt(storing);
      builder.emit(store);
      builder.end(new Terminator.Jump(after, call.location()));
      builder.continueAt(after);
    }
    return ZERO;
  }

  private static Value exitThread(LibraryCall call) {
    return call.symbols().hasWorkAtThreadEnd()
        ? call.callRuntime("__heddle_end_thread_with", call.argument(0))
        : emitted(call, new Instruction.ThreadExit(call.argument(0), call.location()));
  }

  private static Value self(LibraryCall call) {
    Register self = call.builder().newRegister();
    call.builder().emit(new Instruction.CurrentThread(self, call.location()));
    return self;
  }

  // ---- Locks --------------------------------------------------------------------------------

  private static Value mutex(LibraryCall call, MutexOperator operator) {
    Register error = call.builder().newRegister();
    call.builder()
        .emit(new Instruction.Mutex(error, operator, call.argument(0), true, call.location()));
    return error;
  }

  /** For what cannot fail, after it has been emitted. */
  @SuppressWarnings("unused")
  private static Value zeroAfter(Value ignored) {
    return ZERO;
  }

  private static Value tryLock(LibraryCall call, int busy) {
    Value taken = mutex(call, MutexOperator.TRY_LOCK);
    return call.builder().select(taken, ZERO, Value.of(busy));
  }

  // ---- Memory -------------------------------------------------------------------------------

  private static Value allocate(LibraryCall call, Value size, boolean zeroed) {
    Register result = call.builder().newRegister();
    call.builder().emit(new Instruction.HeapAllocate(result, size, zeroed, call.location()));
    return result;
  }

  /** Of what is more than any memory, there is none. */
  private static final Value TOO_MUCH = Value.of(-1);

  /** The size to ask for, which is too much where the allocation has to fail. */
  private static Value unlessItFails(LibraryCall call, Value size) {
    if (!call.environment().mallocMayFail()) {
      return size;
    }
    Register succeeds = call.builder().newRegister();
    call.builder().emit(new Instruction.Choose(succeeds, 0, 1, call.location()));
    return call.builder().select(succeeds, size, TOO_MUCH);
  }

  /** The size of so many elements, which is too much if it is beyond all numbers. */
  private static Value product(FunctionBuilder builder, Value count, Value size) {
    Value product = builder.binary(BinaryOperator.MUL, 64, count, size);
    if (count instanceof Value.Constant && size instanceof Value.Constant) {
      return product;
    }
    Value isNothing = builder.compare(Instruction.Relation.EQ, 64, size, Value.of(0));
    Value divisor = builder.select(isNothing, Value.of(1), size);
    Value most = builder.binary(BinaryOperator.UDIV, 64, Value.of(-1), divisor);
    Value fits = builder.compare(Instruction.Relation.ULE, 64, count, most);
    return builder.select(fits, product, TOO_MUCH);
  }

  private static Value anyNumber(LibraryCall call) {
    Register number = call.builder().newRegister();
    long low = Math.max(0, call.environment().low());
    long high = Math.max(low, call.environment().high());
    call.bound("numbers that rand() gives from " + low + " to " + high + " only");
    call.builder().emit(new Instruction.Choose(number, low, high, call.location()));
    return number;
  }

  // ---- Ends ---------------------------------------------------------------------------------

  private static Value fail(LibraryCall call, FailureKind kind, String message) {
    return emitted(call, new Instruction.Fail(kind, message, call.location()));
  }

  private static Value exit(LibraryCall call) {
    return call.symbols().hasWorkAtProgramEnd()
        ? call.callRuntime("__heddle_end_program_with", call.argument(0))
        : emitted(call, new Instruction.ProgramExit(call.argument(0), call.location()));
  }
}
