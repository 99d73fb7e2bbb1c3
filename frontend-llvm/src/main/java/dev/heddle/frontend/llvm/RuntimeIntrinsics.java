package dev.heddle.frontend.llvm;

import dev.heddle.program.FailureKind;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.Relation;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.util.Locale;

/** The functions that Heddle's own library code is made of; {@code runtime.h} describes them. */
final class RuntimeIntrinsics {
  private RuntimeIntrinsics() {}

  /** As {@link Library#translate}. */
  static Value translate(String function, LibraryCall call) {
    FunctionBuilder builder = call.builder();
    switch (function) {
      case "__heddle_await" -> {
        Register old = builder.newRegister();
        builder.emit(
            new Instruction.Await(
                old,
                call.argument(0),
                bytes(call, 1),
                guard(call),
                update(call),
                call.argument(6),
                call.text(7),
                Instruction.NO_LOOP,
                false,
                MemoryOrder.ACQUIRE_RELEASE,
                call.location()));
        return old;
      }
      case "__heddle_attempt" -> {
        Register old = builder.newRegister();
        builder.emit(
            new Instruction.Attempt(
                old,
                builder.newRegister(),
                call.argument(0),
                bytes(call, 1),
                guard(call),
                update(call),
                call.argument(6),
                MemoryOrder.ACQUIRE_RELEASE,
                call.location()));
        return old;
      }
      case "__heddle_await_signal" -> {
        return awaitSignal(call);
      }
      case "__heddle_signal" -> {
        Register old = builder.newRegister();
        builder.emit(
            new Instruction.Signal(
                old, call.argument(0), MemoryOrder.ACQUIRE_RELEASE, call.location()));
        return old;
      }
      case "__heddle_choose" -> {
        Register chosen = builder.newRegister();
        builder.emit(
            new Instruction.Choose(chosen, constant(call, 0), constant(call, 1), call.location()));
        return chosen;
      }
      case "__heddle_peek" -> {
        return peek(call, builder.newRegister(), call.argument(0), bytes(call, 1));
      }
      case "__heddle_copy" -> {
        int bytes = bytes(call, 2);
        Register missing = builder.newRegister();
        Value content = peek(call, missing, call.argument(1), bytes);
        return Library.emitted(
            call, new Instruction.Poke(call.argument(0), content, missing, bytes, call.location()));
      }
      case "__heddle_fail" -> {
        return Library.emitted(
            call, new Instruction.Fail(kind(call.text(0)), call.text(1), call.location()));
      }
      case "__heddle_fail_with_type" -> {
        return Library.emitted(
            call,
            new Instruction.Fail(
                kind(call.text(0)), call.text(1), call.argument(2), call.location()));
      }
      case "__heddle_throw" -> {
        return Library.emitted(call, new Instruction.Throw(call.argument(0), call.location()));
      }
      case "__heddle_handlers" -> {
        Register handlers = builder.newRegister();
        builder.emit(new Instruction.Handlers(handlers, call.argument(0), call.location()));
        return handlers;
      }
      case "__heddle_unsupported" -> {
        return Library.emitted(call, new Instruction.Unsupported(call.text(0), call.location()));
      }
      case "__heddle_size" -> {
        Register size = builder.newRegister();
        builder.emit(new Instruction.HeapSize(size, call.argument(0), call.location()));
        return size;
      }
      case "__heddle_self" -> {
        return self(call);
      }
      case "__heddle_cancels" -> {
        return Value.of(call.symbols().uses("pthread_cancel") ? 1 : 0);
      }
      case "__heddle_print" -> {
        return PrintCalls.print(call, call.newText("%c"), 0);
      }
      case "__heddle_digit" -> {
        Register digit = builder.newRegister();
        builder.emit(
            new Instruction.DecimalDigit(
                digit,
                call.argument(0),
                call.argument(1),
                call.argument(2),
                call.argument(3),
                call.argument(4),
                call.location()));
        return digit;
      }
      case "__heddle_thread_exit" -> {
        return Library.emitted(call, new Instruction.ThreadExit(call.argument(0), call.location()));
      }
      case "__heddle_exit" -> {
        return Library.emitted(
            call, new Instruction.ProgramExit(call.argument(0), call.location()));
      }
      default -> {
        return null;
      }
    }
  }

  /** The number of the current thread, counted from 0. */
  static Value self(LibraryCall call) {
    Register identity = call.builder().newRegister();
    call.builder().emit(new Instruction.CurrentThread(identity, call.location()));
    return call.builder().binary(BinaryOperator.SUB, 64, identity, Value.of(1));
  }

  private static Value peek(LibraryCall call, Register missing, Value address, int bytes) {
    Register content = call.builder().newRegister();
    call.builder().emit(new Instruction.Peek(content, missing, address, bytes, call.location()));
    return content;
  }

  private static Value awaitSignal(LibraryCall call) {
    if (call.environment().spuriousWakeups()) {
      call.bound("at most one spurious wake-up of each thread");
      return call.callRuntime("__heddle_await_signal", call.argument(0), call.argument(1));
    }
    Register old = call.builder().newRegister();
    return Library.emitted(
        call,
        new Instruction.Await(
            old,
            call.argument(0),
            8,
            new Instruction.Guard.Masked(call.argument(1), Relation.EQ, Value.of(0)),
            null,
            Value.of(0),
            "a signal",
            Instruction.NO_LOOP,
            false,
            MemoryOrder.ACQUIRE_RELEASE,
            call.location()));
  }

  private static Instruction.Guard guard(LibraryCall call) {
    Relation relation = Relation.valueOf(call.text(3).toUpperCase(Locale.ROOT));
    return new Instruction.Guard.Masked(call.argument(2), relation, call.argument(4));
  }

  private static RmwOperator update(LibraryCall call) {
    String name = call.text(5).toUpperCase(Locale.ROOT);
    return name.isEmpty() ? null : RmwOperator.valueOf(name);
  }

  private static FailureKind kind(String label) {
    for (FailureKind kind : FailureKind.values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("no kind of failure: " + label);
  }

  private static int bytes(LibraryCall call, int index) {
    return (int) constant(call, index);
  }

  private static long constant(LibraryCall call, int index) {
    if (call.argument(index) instanceof Value.Constant constant) {
      return constant.bits();
    }
    throw new IllegalArgumentException("argument " + index + " must be constant");
  }
}
