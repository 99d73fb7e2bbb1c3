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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The library functions that Heddle models: one entry says which instructions a call becomes. A
 * function that the program defines itself is not looked up here.
 */
final class Library {
  /** Emits the instructions of a call and gives its result; null if it has none. */
  interface Model {
    Value translate(LibraryCall call);
  }

  private static final int EBUSY = 16;
  private static final Map<String, Model> MODELS = models();

  private Library() {}

  /** The model of a function, or null if there is none. */
  static Model model(String function) {
    return MODELS.get(function);
  }

  private static Map<String, Model> models() {
    Map<String, Model> models = new HashMap<>();
    threads(models);
    mutexes(models);
    memory(models);
    failures(models);
    output(models);
    AtomicLibrary.addTo(models);
    return Map.copyOf(models);
  }

  private static Value nothing(LibraryCall call) {
    return Value.of(0);
  }

  // ---- Threads ------------------------------------------------------------------------------

  private static void threads(Map<String, Model> models) {
    models.put("pthread_create", Library::create);
    models.put("pthread_join", Library::join);
    models.put("pthread_detach", Library::nothing);
    models.put("pthread_attr_init", Library::nothing);
    models.put("pthread_attr_destroy", Library::nothing);
    models.put("pthread_attr_setdetachstate", Library::nothing);
    models.put(
        "pthread_exit",
        call -> {
          call.builder().emit(new Instruction.ThreadExit(call.argument(0), call.location()));
          return null;
        });
    models.put(
        "pthread_self",
        call -> {
          Register self = call.builder().newRegister();
          call.builder().emit(new Instruction.CurrentThread(self, call.location()));
          return self;
        });
    models.put(
        "pthread_equal",
        call -> call.builder().compare(Relation.EQ, 64, call.argument(0), call.argument(1)));
    models.put("sched_yield", Library::nothing);
    models.put("usleep", Library::nothing);
    models.put("sleep", Library::nothing);
  }

  private static Value create(LibraryCall call) {
    FunctionBuilder builder = call.builder();
    Register thread = builder.newRegister();
    builder.emit(
        new Instruction.Spawn(thread, call.argument(2), call.argument(3), call.location()));
    builder.emit(
        new Instruction.Store(call.argument(0), thread, 8, MemoryOrder.PLAIN, call.location()));
    return Value.of(0);
  }

  private static Value join(LibraryCall call) {
    FunctionBuilder builder = call.builder();
    Register result = builder.newRegister();
    builder.emit(new Instruction.Join(result, call.argument(0), call.location()));
    Value place = call.argument(1);
    Instruction.Store store =
        new Instruction.Store(place, result, 8, MemoryOrder.PLAIN, call.location());
    if (call.isObject(1)) {
      builder.emit(store);
    } else if (!place.equals(Value.of(0))) {
      Value isWanted = builder.compare(Relation.NE, 64, place, Value.of(0));
      int storing = builder.newBlock(builder.currentLabel() + ".joined");
      int after = builder.newBlock(builder.currentLabel() + ".after");
      builder.end(new Terminator.Branch(isWanted, storing, after, call.location()));
      builder.continueAt(storing);
      builder.emit(store);
      builder.end(new Terminator.Jump(after, call.location()));
      builder.continueAt(after);
    }
    return Value.of(0);
  }

  // ---- Mutexes ------------------------------------------------------------------------------

  private static void mutexes(Map<String, Model> models) {
    models.put(
        "pthread_mutex_init",
        call -> {
          Value mutex = call.argument(0);
          call.builder()
              .emit(
                  new Instruction.Store(mutex, Value.of(0), 8, MemoryOrder.PLAIN, call.location()));
          return Value.of(0);
        });
    models.put("pthread_mutex_destroy", Library::nothing);
    models.put("pthread_mutex_lock", call -> mutex(call, MutexOperator.LOCK));
    models.put("pthread_mutex_unlock", call -> mutex(call, MutexOperator.UNLOCK));
    models.put(
        "pthread_mutex_trylock",
        call -> {
          Register taken = call.builder().newRegister();
          Value mutex = call.argument(0);
          call.builder()
              .emit(new Instruction.Mutex(taken, MutexOperator.TRY_LOCK, mutex, call.location()));
          return call.builder().select(taken, Value.of(0), Value.of(EBUSY));
        });
    models.put("pthread_mutexattr_init", Library::nothing);
    models.put("pthread_mutexattr_destroy", Library::nothing);
    models.put(
        "pthread_mutexattr_settype",
        call -> {
          if (!call.argument(1).equals(Value.of(0))) {
            throw new UnsupportedException(
                "mutexes of another type than normal are not modelled yet");
          }
          return Value.of(0);
        });
  }

  private static Value mutex(LibraryCall call, MutexOperator operator) {
    Register result = call.builder().newRegister();
    call.builder().emit(new Instruction.Mutex(result, operator, call.argument(0), call.location()));
    return Value.of(0);
  }

  // ---- Memory -------------------------------------------------------------------------------

  private static void memory(Map<String, Model> models) {
    models.put("malloc", call -> allocate(call, call.argument(0), false));
    models.put(
        "calloc",
        call -> {
          Value size =
              call.builder().binary(BinaryOperator.MUL, 64, call.argument(0), call.argument(1));
          return allocate(call, size, true);
        });
    models.put("aligned_alloc", call -> allocate(call, call.argument(1), false));
    models.put(
        "free",
        call -> {
          call.builder().emit(new Instruction.HeapFree(call.argument(0), call.location()));
          return null;
        });
  }

  private static Value allocate(LibraryCall call, Value size, boolean zeroed) {
    Register result = call.builder().newRegister();
    call.builder().emit(new Instruction.HeapAllocate(result, size, zeroed, call.location()));
    return result;
  }

  // ---- Ends ---------------------------------------------------------------------------------

  private static void failures(Map<String, Model> models) {
    models.put("__assert_fail", call -> fail(call, FailureKind.ASSERTION, call.text(0)));
    models.put("__assert_rtn", call -> fail(call, FailureKind.ASSERTION, call.text(3)));
    models.put("__assert13", call -> fail(call, FailureKind.ASSERTION, call.text(3)));
    models.put("__assert2", call -> fail(call, FailureKind.ASSERTION, call.text(3)));
    models.put(
        "__assert",
        call -> fail(call, FailureKind.ASSERTION, call.text(call.arguments() == 4 ? 3 : 0)));
    models.put("abort", call -> fail(call, FailureKind.ABORT, "abort()"));
    models.put(
        "__VERIFIER_error", call -> fail(call, FailureKind.REACH_ERROR, "__VERIFIER_error()"));
    models.put("reach_error", call -> fail(call, FailureKind.REACH_ERROR, "reach_error()"));
    models.put("exit", Library::exit);
    models.put("_exit", Library::exit);
    models.put("_Exit", Library::exit);
    models.put(
        "__VERIFIER_assume",
        call -> {
          call.builder().emit(new Instruction.Assume(call.argument(0), call.location()));
          return null;
        });
  }

  private static Value fail(LibraryCall call, FailureKind kind, String message) {
    call.builder().emit(new Instruction.Fail(kind, message, call.location()));
    return null;
  }

  /**
   * Ends the program. What other threads do afterwards they could as well have done before, so it
   * is enough that this thread does nothing more and that nobody gets past a join with it. Nobody
   * joins the first thread, which therefore simply ends.
   */
  private static Value exit(LibraryCall call) {
    call.builder()
        .emit(
            call.isInMain()
                ? new Instruction.ThreadExit(Value.of(0), call.location())
                : new Instruction.Assume(Value.of(0), call.location()));
    return null;
  }

  // ---- Output -------------------------------------------------------------------------------

  private static void output(Map<String, Model> models) {
    models.put("printf", call -> print(call, call.argument(0), 1));
    models.put("fprintf", call -> print(call, call.argument(1), 2));
    models.put("puts", call -> print(call, call.newText("%s\n"), 0));
    models.put("perror", call -> print(call, call.newText("%s\n"), 0));
    models.put("putchar", call -> print(call, call.newText("%c"), 0));
    models.put("fflush", Library::nothing);
  }

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
