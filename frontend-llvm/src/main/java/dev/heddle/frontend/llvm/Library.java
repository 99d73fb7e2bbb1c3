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
import java.util.ArrayList;
import java.util.List;

/**
 * The library functions that Heddle models: one case says which instructions a call becomes. A
 * function that the program defines itself is not looked up here.
 *
 * <p>The table is a switch and not a map of functions, as making a hundred function objects would
 * take longer than reading a program does.
 */
final class Library {
  private static final Value NO_RESULT = new Value.Undefined();
  private static final Value ZERO = Value.of(0);

  /** What a {@code try_lock} gives if it does not get the lock: EBUSY and thrd_busy. */
  private static final int POSIX_BUSY = 16;

  private static final int C11_BUSY = 1;

  private Library() {}

  /**
   * Emits the instructions of a call.
   *
   * @return the result, which is undefined if the function has none; null if Heddle has no model of
   *     the function, in which case nothing is emitted
   */
  static Value translate(String function, LibraryCall call) {
    return switch (function) {
      // Threads
      case "pthread_create" -> create(call, call.argument(2), call.argument(3));
      case "thrd_create" -> create(call, call.argument(1), call.argument(2));
      case "pthread_join" -> join(call, 8);
      case "thrd_join" -> join(call, 4);
      case "pthread_exit", "thrd_exit" ->
          emitted(call, new Instruction.ThreadExit(call.argument(0), call.location()));
      case "pthread_self", "thrd_current" -> {
        Register self = call.builder().newRegister();
        call.builder().emit(new Instruction.CurrentThread(self, call.location()));
        yield self;
      }
      case "pthread_equal", "thrd_equal" ->
          call.builder().compare(Relation.EQ, 64, call.argument(0), call.argument(1));
      case "pthread_detach",
          "thrd_detach",
          "pthread_attr_init",
          "pthread_attr_destroy",
          "pthread_attr_setdetachstate",
          "sched_yield",
          "thrd_yield",
          "thrd_sleep",
          "usleep",
          "sleep",
          "nanosleep" ->
          ZERO;

      // Locks
      case "pthread_mutex_init", "pthread_spin_init" -> initialize(call);
      case "mtx_init" -> {
        requireZero(call, 1, "mutexes that are recursive or timed");
        yield initialize(call);
      }
      case "pthread_mutex_destroy", "pthread_spin_destroy" -> ZERO;
      case "mtx_destroy" -> NO_RESULT;
      case "pthread_mutex_lock", "pthread_spin_lock", "mtx_lock" -> lock(call, MutexOperator.LOCK);
      case "pthread_mutex_unlock", "pthread_spin_unlock", "mtx_unlock" ->
          lock(call, MutexOperator.UNLOCK);
      case "pthread_mutex_trylock", "pthread_spin_trylock" -> tryLock(call, POSIX_BUSY);
      case "mtx_trylock" -> tryLock(call, C11_BUSY);
      case "pthread_mutexattr_init", "pthread_mutexattr_destroy" -> ZERO;
      case "pthread_mutexattr_settype" -> {
        requireZero(call, 1, "mutexes of another type than normal");
        yield ZERO;
      }

      // Memory
      case "malloc" -> allocate(call, call.argument(0), false);
      case "calloc" -> {
        FunctionBuilder builder = call.builder();
        Value size = builder.binary(BinaryOperator.MUL, 64, call.argument(0), call.argument(1));
        yield allocate(call, size, true);
      }
      case "aligned_alloc" -> allocate(call, call.argument(1), false);
      case "free" -> emitted(call, new Instruction.HeapFree(call.argument(0), call.location()));

      // Ends of a thread or of the program
      case "__assert_fail" -> fail(call, FailureKind.ASSERTION, call.text(0));
      case "__assert_rtn", "__assert13", "__assert2" ->
          fail(call, FailureKind.ASSERTION, call.text(3));
      case "__assert" ->
          fail(call, FailureKind.ASSERTION, call.text(call.arguments() == 4 ? 3 : 0));
      case "abort" -> fail(call, FailureKind.ABORT, "abort()");
      case "__VERIFIER_error", "reach_error" ->
          fail(call, FailureKind.REACH_ERROR, function + "()");
      case "exit", "_exit", "_Exit", "quick_exit" -> exit(call);

      // Directions for the exploration
      case "__VERIFIER_assume", "__VERIFIER_spin_end" ->
          emitted(call, new Instruction.Assume(call.argument(0), call.location()));
      case "__VERIFIER_loop_begin", "__VERIFIER_spin_start" -> NO_RESULT;

      // Output
      case "printf" -> print(call, call.argument(0), 1);
      case "fprintf" -> print(call, call.argument(1), 2);
      case "puts", "perror" -> print(call, call.newText("%s\n"), 0);
      case "putchar" -> print(call, call.newText("%c"), 0);
      case "fflush" -> ZERO;

      default -> function.startsWith("__atomic_") ? AtomicLibrary.translate(function, call) : null;
    };
  }

  private static Value emitted(LibraryCall call, Instruction instruction) {
    call.builder().emit(instruction);
    return NO_RESULT;
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

  private static boolean isZero(Value value) {
    return value instanceof Value.Constant constant && constant.bits() == 0;
  }

  // ---- Locks --------------------------------------------------------------------------------

  private static void requireZero(LibraryCall call, int argument, String what) {
    if (!isZero(call.argument(argument))) {
      throw new UnsupportedException(what + " are not modelled yet");
    }
  }

  private static Value initialize(LibraryCall call) {
    emitted(
        call, new Instruction.Store(call.argument(0), ZERO, 8, MemoryOrder.PLAIN, call.location()));
    return ZERO;
  }

  private static Value lock(LibraryCall call, MutexOperator operator) {
    Register result = call.builder().newRegister();
    emitted(call, new Instruction.Mutex(result, operator, call.argument(0), call.location()));
    return ZERO;
  }

  private static Value tryLock(LibraryCall call, int busy) {
    Register taken = call.builder().newRegister();
    Value mutex = call.argument(0);
    emitted(call, new Instruction.Mutex(taken, MutexOperator.TRY_LOCK, mutex, call.location()));
    return call.builder().select(taken, ZERO, Value.of(busy));
  }

  // ---- Memory -------------------------------------------------------------------------------

  private static Value allocate(LibraryCall call, Value size, boolean zeroed) {
    Register result = call.builder().newRegister();
    call.builder().emit(new Instruction.HeapAllocate(result, size, zeroed, call.location()));
    return result;
  }

  // ---- Ends ---------------------------------------------------------------------------------

  private static Value fail(LibraryCall call, FailureKind kind, String message) {
    return emitted(call, new Instruction.Fail(kind, message, call.location()));
  }

  /**
   * Ends the program. What other threads do afterwards they could as well have done before, so it
   * is enough that this thread does nothing more and that nobody gets past a join with it. Nobody
   * joins the first thread, which therefore simply ends.
   */
  private static Value exit(LibraryCall call) {
    return emitted(
        call,
        call.isInMain()
            ? new Instruction.ThreadExit(ZERO, call.location())
            : new Instruction.Assume(ZERO, call.location()));
  }

  // ---- Output -------------------------------------------------------------------------------

  private static Value print(LibraryCall call, Value format, int firstArgument) {
    List<Value> arguments = new ArrayList<>();
    for (int i = firstArgument; i < call.arguments(); i++) {
      arguments.add(call.argument(i));
    }
    Register length = call.builder().newRegister();
    call.builder().emit(new Instruction.Print(length, format, arguments, call.location()));
    return length;
  }
}
